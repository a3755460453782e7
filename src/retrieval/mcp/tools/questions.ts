/** Tools that explain facts and answer questions in words. */
import { requireGuardian } from '../../../materialize';
import { MODULE_CHOICES, type ModuleChoice } from '../../types';
import { DATABASE, type InDatabase, type Tool } from '../types';

interface Explain extends InDatabase {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
  readonly max?: number;
}

const TERM = { type: 'string', minLength: 1, maxLength: 10_000 } as const;

export const explain: Tool<Explain> = {
  name: 'explain',
  title: 'Explain a fact',
  description:
    'Explains why a stored fact holds: asserted, or inferred by rules of OWL 2 RL from other facts and ' +
    'axioms of the ontology, ' +
    'as a proof down to asserted facts. The refusal of a fact that is not stored shows what is stored instead.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['subject', 'predicate', 'object'],
    properties: {
      subject: { ...TERM, description: 'A uid (0x1), an IRI, or prefix:name.' },
      predicate: { ...TERM, description: 'A Dgraph name, an IRI or prefix:name; graph.type for types.' },
      object: { ...TERM, description: 'A node, a class, or a value: plain text, "text"@en, "5"^^<datatype>.' },
      max: { type: 'integer', minimum: 1, maximum: 10, description: 'Maximum proofs, shortest first. Default: 1.' },
      database: DATABASE,
    },
  },
  requiredRole: 'read',
  work: 'explanations',
  writes: false,
  async run({ subject, predicate, object, max = 1, database = 'default' }, { retrieval, credentialsFor }) {
    const { engine, materializer } = await retrieval.database(database);
    const credentials = credentialsFor(engine);
    const question = { subject, predicate, object, max, ...(credentials && { credentials }) };
    const { version, json, text } = await materializer.reads.explain(question);
    return { version, text, ...json };
  },
};

interface Retrieve extends InDatabase {
  readonly question: string;
  readonly module?: ModuleChoice;
  readonly trace?: 'summary' | 'full';
}

export const retrieve: Tool<Retrieve> = {
  name: 'retrieve',
  title: 'Ask a question in words',
  description:
    'Answers a question in plain language from the documents and facts of a database: the answer (null ' +
    'without sufficient ' +
    'evidence), the passages that support it, and facts of the graph marked asserted or inferred.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['question'],
    properties: {
      question: { type: 'string', minLength: 1, maxLength: 10_000, pattern: '\\S' },
      module: {
        enum: [...MODULE_CHOICES],
        description:
          'auto: owl, and the model where it is not certain; naive: ranked passages; owl: by the ontology; ' +
          'arag: an agent; aragog: an agent with the ontology. ' +
          'Default: the module of the database.',
      },
      trace: { enum: ['summary', 'full'], description: 'full adds results of tools and proofs. Default: summary.' },
      database: DATABASE,
    },
  },
  requiredRole: 'read',
  work: 'retrievals',
  writes: false,
  async run({ database = 'default', ...question }, { retrieval, credentialsFor, signal, progress }) {
    const { engine } = await retrieval.database(database);
    await requireGuardian(engine, credentialsFor(engine), 'ask questions');
    return retrieval.retrieve(database, { ...question, signal, observer: { step: progress } });
  },
};

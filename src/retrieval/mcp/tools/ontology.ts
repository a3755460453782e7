/** Tools over the ontology and the schema. */
import { introspectionFor, type Viewer } from '../../../materialize';
import { DATABASE, type InDatabase, type McpCall, type Tool } from '../types';

/** Returns the client as a viewer of a database. @throws OwlgateError UnknownDatabase, EngineUnreachable */
export async function viewerOf(database: string, { retrieval, credentialsFor }: McpCall): Promise<Viewer> {
  const { engine, materializer } = await retrieval.database(database);
  return { engine, materializer, credentials: credentialsFor(engine) };
}

const CLASS = {
  type: 'string',
  minLength: 1,
  maxLength: 2000,
  description: "A class: its Dgraph name, its IRI, or prefix:name with a prefix of the ontology's.",
} as const;

interface ListClasses extends InDatabase {
  readonly below?: string;
  readonly above?: string;
  readonly transitive?: boolean;
}

export const listClasses: Tool<ListClasses> = {
  name: 'list_classes',
  title: 'List classes',
  description:
    'Classes of the ontology in force. Without arguments: all, each with its place in the hierarchy. With ' +
    'below or above: ' +
    'the names of its subclasses or superclasses, direct ones or, with transitive, all.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: { below: CLASS, above: CLASS, transitive: { type: 'boolean' }, database: DATABASE },
    not: { required: ['below', 'above'] },
  },
  requiredRole: 'read',
  writes: false,
  async run({ below, above, transitive = false, database = 'default' }, call) {
    const { introspection, version } = await introspectionFor(await viewerOf(database, call));
    const classes =
      below !== undefined
        ? introspection.subclasses(below, transitive)
        : above !== undefined
          ? introspection.superclasses(above, transitive)
          : introspection.classes();
    return { version, classes };
  },
};

interface DescribeClass extends InDatabase {
  readonly class: string;
}

export const describeClass: Tool<DescribeClass> = {
  name: 'describe_class',
  title: 'Describe a class',
  description:
    'One class of the ontology in force: its hierarchy, the classes it is disjoint with, its own and ' +
    'inherited properties. ' +
    'The names in it are those to be used in DQL (type(Name), predicates).',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['class'],
    properties: { class: CLASS, database: DATABASE },
  },
  requiredRole: 'read',
  writes: false,
  async run({ class: name, database = 'default' }, call) {
    const { introspection, version } = await introspectionFor(await viewerOf(database, call));
    return { version, class: introspection.class(name) };
  },
};

interface Schema extends InDatabase {
  readonly predicates?: readonly string[];
}

/** Predicates of Dgraph and of the gateway. */
const INTERNAL = /^(dgraph|owlgate)\./;

export const schema: Tool<Schema> = {
  name: 'schema',
  title: 'Dgraph schema',
  description:
    "The engine's schema: predicates with their types and indexes, and types with their fields. An index " +
    'decides which ' +
    'functions a DQL query may use on a predicate. With predicates: only those of these names.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: { predicates: { type: 'array', items: { type: 'string' }, maxItems: 1000 }, database: DATABASE },
  },
  requiredRole: 'read',
  writes: false,
  async run({ predicates, database = 'default' }, { retrieval, credentialsFor }) {
    const { engine } = await retrieval.database(database);
    const stored = await engine.schema(credentialsFor(engine));
    const requested = predicates && new Set(predicates);
    const fits = (name: string): boolean => (requested ? requested.has(name) : !INTERNAL.test(name));
    return {
      predicates: stored.schema.filter(({ predicate }) => fits(predicate)),
      types: stored.types
        .filter(({ name, fields }) =>
          requested ? fields.some((field) => requested.has(field.name)) : !INTERNAL.test(name),
        )
        .map(({ name, fields }) => ({ name, fields: fields.map((field) => field.name) })),
    };
  },
};

interface Validate extends InDatabase {
  readonly document: string;
  readonly media_type?: string;
  readonly profile?: 'strict' | 'lenient';
  readonly data?: boolean;
}

/** Maximum characters; larger documents need POST /ontology?validate=true. */
const MAX_DOCUMENT_CHARACTERS = 1024 * 1024;
/** Time limit of the preview: clients wait a minute or less for a tool. */
const PREVIEW_MS = 20_000;
/** Time limit of reading and compiling a document, below the configured one for administrators. */
const VALIDATION_SECONDS = 10;

export const validateOntology: Tool<Validate> = {
  name: 'validate_ontology',
  title: 'Validate an ontology',
  description:
    'Shows what loading an OWL ontology would do: whether it is OWL 2 RL, the Dgraph schema it compiles to, ' +
    'warnings, ' +
    'differences to the ontology in force, and effects on stored data: facts inferred and retracted, contradictions ' +
    '(materialization; exact: false if time ran out). Changes nothing. Turtle unless media_type says otherwise.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['document'],
    properties: {
      document: { type: 'string', minLength: 1, maxLength: MAX_DOCUMENT_CHARACTERS, description: 'Complete text.' },
      media_type: { type: 'string', description: 'text/turtle (default), application/rdf+xml, application/ld+json, …' },
      profile: {
        enum: ['strict', 'lenient'],
        description: 'lenient keeps the part that rules carry. Default: strict.',
      },
      data: { type: 'boolean', description: 'Check stored data, for at most 20 s. Default: true.' },
      database: DATABASE,
    },
  },
  requiredRole: 'validate',
  work: 'loads',
  writes: false,
  async run(
    { document, media_type, profile = 'strict', data = true, database = 'default' },
    { retrieval, credentialsFor, signal },
  ) {
    const { engine, materializer } = await retrieval.database(database);
    const credentials = credentialsFor(engine);
    const request = {
      source: document,
      mediaType: media_type ?? 'text/turtle',
      profile,
      seconds: VALIDATION_SECONDS,
      signal,
      ...(credentials && { credentials }),
    };
    const preview = data ? { timeoutMs: PREVIEW_MS } : undefined;
    const validation = await materializer.loads.validate(request, preview);
    const { counts, compiledSchema, diff, warnings, materialization } = validation;
    return {
      status: 'valid',
      profile,
      ...counts,
      warnings,
      diff,
      compiledSchema,
      ...(materialization && { materialization }),
    };
  },
};

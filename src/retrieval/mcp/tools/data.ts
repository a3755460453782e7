/** Tools that read and change the graph. */
import type { Credentials, Engine } from '../../../dgraph';
import { rewriteTypePredicate } from '../../../dql';
import { OwlgateError } from '../../../errors';
import type { Materializer } from '../../../materialize';
import { DATABASE, ToolRefusal, type InDatabase, type Tool } from '../types';

const QUERY_TIMEOUT = '20s';
const MOST_CHARACTERS = 100_000;

interface Query extends InDatabase {
  readonly query: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export const query: Tool<Query> = {
  name: 'query',
  title: 'DQL query',
  description:
    'Asks a DQL query, read-only. graph.type stands for the types of a node, inferred ones too. Ask for few fields and ' +
    'use first: a large answer is refused. Example: { q(func: type(Dog), first: 10) { uid name } }',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['query'],
    properties: {
      query: { type: 'string', minLength: 1, maxLength: MOST_CHARACTERS },
      variables: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'By name, as {"$a": "x"}; all are texts.',
      },
      database: DATABASE,
    },
  },
  needed: 'read',
  writes: false,
  async run({ query: text, variables, database = 'default' }, { retrieval, credentialsFor }) {
    const { engine } = await retrieval.database(database);
    const credentials = credentialsFor(engine);
    const { data } = await engine.query(rewriteTypePredicate(text), {
      readOnly: true,
      timeout: QUERY_TIMEOUT,
      ...(variables && { variables }),
      ...(credentials && { credentials }),
    });
    return { data };
  },
};

interface Mutate extends InDatabase {
  readonly set?: readonly object[] | string;
  readonly delete?: readonly object[] | string;
  readonly dry_run?: boolean;
}

const STATEMENTS = {
  description:
    'Objects with uid, graph.type and predicates, linked nodes nested; or a text of RDF N-Quads. A new node is uid "_:name".',
  oneOf: [
    { type: 'string', minLength: 1, maxLength: MOST_CHARACTERS },
    { type: 'array', items: { type: 'object' }, minItems: 1, maxItems: 1000 },
  ],
} as const;

export const mutate: Tool<Mutate> = {
  name: 'mutate',
  title: 'Change the graph',
  description:
    'Writes to the graph, completed with what the ontology entails; what contradicts the ontology is refused, with the ' +
    'reason. By default nothing is written (dry_run): the answer says what would be. Repeat it with dry_run false to write.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      set: STATEMENTS,
      delete: STATEMENTS,
      dry_run: { type: 'boolean', description: 'Default: true.' },
      database: DATABASE,
    },
    anyOf: [{ required: ['set'] }, { required: ['delete'] }],
  },
  needed: 'write',
  writes: true,
  async run({ set, delete: taken, dry_run = true, database = 'default' }, { retrieval, credentialsFor }) {
    const { engine, materializer } = await retrieval.database(database);
    const parameters = new URLSearchParams({ commitNow: 'true', ...(dry_run && { dryRun: 'true' }) });
    const answer = await write({ ...bodyOf(set, taken), parameters }, engine, materializer, credentialsFor(engine));
    const { errors, ...rest } = answer;
    if (errors && errors.length > 0) throw refusalOf(errors);
    return { dry_run, ...rest };
  },
};

interface Body {
  readonly body: Buffer;
  readonly contentType: 'application/json' | 'application/rdf';
}

/**
 * Objects that came as their text are taken for what they are: some clients and models write an argument of two kinds so,
 * and no RDF begins with a bracket.
 *
 * @throws OwlgateError InvalidRequest
 */
function asObjects(name: string, given: Mutate['set']): Mutate['set'] {
  if (typeof given !== 'string' || !/^\s*[[{]/.test(given)) return given;
  try {
    const value: unknown = JSON.parse(given);
    return (Array.isArray(value) ? value : [value]) as readonly object[];
  } catch (error) {
    const reason = `mutate: ${name} begins as JSON does, and is none: ${(error as Error).message}`;
    throw new OwlgateError('InvalidRequest', { reason });
  }
}

/** @throws OwlgateError InvalidRequest where the two are of different kinds */
function bodyOf(givenSet: Mutate['set'], givenTaken: Mutate['delete']): Body {
  const [set, taken] = [asObjects('set', givenSet), asObjects('delete', givenTaken)];
  const given = [set, taken].filter((part) => part !== undefined);
  if (given.every((part) => typeof part !== 'string')) {
    const body = JSON.stringify({ ...(set && { set }), ...(taken && { delete: taken }) });
    return { body: Buffer.from(body), contentType: 'application/json' };
  }
  if (!given.every((part) => typeof part === 'string')) {
    throw new OwlgateError('InvalidRequest', { reason: 'mutate: set and delete are both objects, or both RDF' });
  }
  const part = (word: string, text: string | undefined): string => (text ? `${word} {\n${text}\n}\n` : '');
  const text = `{\n${part('set', set as string | undefined)}${part('delete', taken as string | undefined)}}`;
  return { body: Buffer.from(text), contentType: 'application/rdf' };
}

interface WriteAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Readonly<Record<string, unknown>> }[];
  readonly extensions?: unknown;
}

async function write(
  call: Body & { readonly parameters: URLSearchParams },
  engine: Engine,
  materializer: Materializer,
  credentials: Credentials | undefined,
): Promise<WriteAnswer> {
  const named = { ...call, ...(credentials && { credentials }) };
  // What does not concern it goes to the engine as it is; a dry run always concerns it.
  const { body } = materializer.concerns(named)
    ? await materializer.mutate(named)
    : await engine.mutate(call.body, {
        contentType: call.contentType,
        commitNow: true,
        ...(credentials && { credentials }),
      });
  return JSON.parse(body.toString()) as WriteAnswer;
}

/** A rejected write answers as Dgraph does; to a tool it is a failure. */
function refusalOf([first, ...others]: NonNullable<WriteAnswer['errors']>): ToolRefusal {
  const details = { ...first!.extensions, ...(others.length > 0 && { further: others.map(({ message }) => message) }) };
  return new ToolRefusal(first!.message, details);
}

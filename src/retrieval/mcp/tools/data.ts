/** Tools that read and change the graph. */
import { isTooLarge, type Credentials, type Engine } from '../../../dgraph';
import { OwlgateError } from '../../../errors';
import { engineQuery, isGuardian } from '../../../materialize';
import type { Idempotent, Materializer } from '../../../materialize';
import { digest } from '../../../util/digest';
import { onceFor } from '../../../util/memo';
import { parsed, requireAnswerable } from '../../knowledge/query-check';
import { Vocabulary } from '../../knowledge/vocabulary';
import { checkToken, issueToken } from '../confirmation';
import { DATABASE, ToolRefusal, type InDatabase, type Tool } from '../types';

const QUERY_TIMEOUT = '20s';
/** Bytes of an answer that are read: more than the client would get. */
const MAX_ANSWER_BYTES = 2 ** 20;
const MAX_CHARACTERS = 100_000;

interface Query extends InDatabase {
  readonly query: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export const query: Tool<Query> = {
  name: 'query',
  title: 'DQL query',
  description:
    'Runs a read-only DQL query. graph.type stands for the types of a node, inferred ones included. Names that ' +
    'nothing has, and what the ontology excludes, are refused with the reason. Request few fields and use first: a ' +
    'large answer is refused. Example: { q(func: type(Dog), first: 10) { uid name } }',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['query'],
    properties: {
      query: { type: 'string', minLength: 1, maxLength: MAX_CHARACTERS },
      variables: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'By name, as {"$a": "x"}; all values are strings.',
      },
      database: DATABASE,
    },
  },
  requiredRole: 'read',
  writes: false,
  async run({ query: text, variables, database = 'default' }, { retrieval, credentialsFor, signal }) {
    const { engine, materializer } = await retrieval.database(database);
    const credentials = credentialsFor(engine);
    const { inForce } = materializer;
    const ask = async (dql: string, values?: Query['variables']): Promise<Record<string, unknown>> => {
      const limits = { timeout: QUERY_TIMEOUT, maxAnswerBytes: MAX_ANSWER_BYTES, signal };
      const options = {
        readOnly: true,
        ...limits,
        ...(values && { variables: values }),
        ...(credentials && { credentials }),
      };
      const { data } = await engine.query(dql, options);
      return data;
    };
    await requireAnswerable(parsed(text, variables), {
      schema: await engine.schema(credentials),
      vocabulary: inForce && Vocabulary.of(inForce),
      ask,
      typesOf: async (uids) => {
        const { n = [] } = await ask(`{ n(func: uid(${uids.join(', ')})) { uid dgraph.type } }`);
        const nodes = n as readonly { uid: string; 'dgraph.type'?: readonly string[] }[];
        return new Map(nodes.map((node) => [node.uid, node['dgraph.type'] ?? []]));
      },
    });
    try {
      return { data: await ask(engineQuery(text, materializer.uncounted), variables) };
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      const reason = `query: the answer has more than ${MAX_ANSWER_BYTES} bytes; ask for less`;
      throw new OwlgateError('InvalidRequest', { reason });
    }
  },
};

interface Mutate extends InDatabase {
  readonly set?: readonly object[] | string;
  readonly delete?: readonly object[] | string;
  readonly dry_run?: boolean;
  readonly token?: string;
}

const STATEMENTS = {
  description:
    'Objects with uid, graph.type and predicates, linked nodes nested; or RDF N-Quads as text. A new node ' +
    'has uid "_:name".',
  oneOf: [
    { type: 'string', minLength: 1, maxLength: MAX_CHARACTERS },
    { type: 'array', items: { type: 'object' }, minItems: 1, maxItems: 1000 },
  ],
} as const;

export const mutate: Tool<Mutate> = {
  name: 'mutate',
  title: 'Change the graph',
  description:
    'Writes to the graph and adds what the ontology entails. Refuses a contradiction of the ontology, with the ' +
    'reason. By default nothing is written: the answer shows the changes, and a token. Repeat the same write with ' +
    'dry_run false and that token to write.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      set: STATEMENTS,
      delete: STATEMENTS,
      dry_run: { type: 'boolean', description: 'Default: true.' },
      token: {
        type: 'string',
        maxLength: 100,
        description: 'Of the dry run of the same write; needed if dry_run is false.',
      },
      database: DATABASE,
    },
    anyOf: [{ required: ['set'] }, { required: ['delete'] }],
  },
  requiredRole: 'write',
  writes: true,
  async run({ set, delete: removed, dry_run = true, token, database = 'default' }, context) {
    const { engine, materializer } = await context.retrieval.database(database);
    const body = bodyOf(set, removed);
    const credentials = context.credentialsFor(engine);
    const carryOut = async (isDryRun: boolean, idempotent?: Idempotent): Promise<WriteAnswer> => {
      const parameters = new URLSearchParams({ commitNow: 'true', ...(isDryRun && { dryRun: 'true' }) });
      const call = { ...body, parameters, ...(idempotent && { idempotent }) };
      const answer = await write(call, engine, materializer, credentials).catch((error: unknown) => {
        throw withPlaceInArgument(error, typeof set === 'string' ? set : undefined);
      });
      const { errors, ...rest } = answer;
      if (errors && errors.length > 0) throw refusalOf(errors);
      return rest;
    };
    const owner = context.ownerFor(engine);
    const request = digest([...owner, database, body.contentType, body.body]);
    const { secrets } = context;
    if (dry_run) {
      const effects = await carryOut(true);
      return { dry_run, token: await issueToken([request, JSON.stringify(effects)], { engine, secrets }), ...effects };
    }
    if (token === undefined) {
      // Others than guardians get no dry run, and so no token.
      if (!(await isGuardian(engine, credentials))) return { dry_run, ...(await carryOut(false)) };
      throw invalid('dry_run: false needs the token that a dry run of the same write returned');
    }
    const idempotent = { key: digest(['mcp', ...owner, token]), request };
    const recall = async (): Promise<object | undefined> => {
      const stored = await materializer.writes.recall(idempotent, credentials).catch((error: unknown) => {
        // Refused below, for its own reason or for the token: it is another write.
        if (!(error instanceof OwlgateError) || error.code !== 'IdempotencyKeyReused') throw error;
      });
      return stored === undefined ? undefined : { dry_run, repeated: true, ...(JSON.parse(stored) as WriteAnswer) };
    };
    const useToken = async (): Promise<object> => {
      const stored = await recall();
      if (stored) return stored;
      try {
        const effects = await carryOut(true);
        await checkToken(token, [request, JSON.stringify(effects)], { engine, secrets });
        const answer = await carryOut(false, idempotent);
        if (!isReplay(answer)) return { dry_run, ...answer };
      } catch (error) {
        // Gateways share the record of carried out writes.
        const carriedOut = await recall();
        if (carriedOut) return carriedOut;
        throw error;
      }
      return (await recall()) ?? { dry_run, repeated: true };
    };
    return sharedUse(materializer, digest([idempotent.key, request]), useToken);
  },
};

/** Tokens in use, per database. */
const usesOf = onceFor((_: Materializer) => new Map<string, Promise<object>>());

/** Uses a token once at a time: calls that come meanwhile wait, and repeat the answer or the refusal. */
async function sharedUse(materializer: Materializer, key: string, use: () => Promise<object>): Promise<object> {
  const uses = usesOf(materializer);
  const running = uses.get(key);
  if (running) return { ...(await running), repeated: true };
  const started = use().finally(() => uses.delete(key));
  uses.set(key, started);
  return started;
}

const invalid = (reason: string): OwlgateError => new OwlgateError('InvalidRequest', { reason: `mutate: ${reason}` });

interface Body {
  readonly body: Buffer;
  readonly contentType: 'application/json' | 'application/rdf';
}

/**
 * Parses objects that came as JSON text: some clients and models send an argument that permits two types as text. RDF
 * never begins with a bracket.
 *
 * @throws OwlgateError InvalidRequest
 */
function asObjects(name: string, argument: Mutate['set']): Mutate['set'] {
  if (typeof argument !== 'string' || !/^\s*[[{]/.test(argument)) return argument;
  try {
    const value: unknown = JSON.parse(argument);
    return (Array.isArray(value) ? value : [value]) as readonly object[];
  } catch (error) {
    throw invalid(`${name} is not valid JSON: ${(error as Error).message}`);
  }
}

/** @throws OwlgateError InvalidRequest if one is RDF and the other is not */
function bodyOf(setArgument: Mutate['set'], deleteArgument: Mutate['delete']): Body {
  const [set, removed] = [asObjects('set', setArgument), asObjects('delete', deleteArgument)];
  const parts = [set, removed].filter((part) => part !== undefined);
  if (parts.every((part) => typeof part !== 'string')) {
    const body = JSON.stringify({ ...(set && { set }), ...(removed && { delete: removed }) });
    return { body: Buffer.from(body), contentType: 'application/json' };
  }
  if (!parts.every((part) => typeof part === 'string')) {
    throw invalid('set and delete must be both objects, or both RDF');
  }
  const part = (word: string, text: string | undefined): string => (text ? `${word} {\n${text}\n}\n` : '');
  const text = `{\n${part('set', set as string | undefined)}${part('delete', removed as string | undefined)}}`;
  return { body: Buffer.from(text), contentType: 'application/rdf' };
}

/** Lines before the RDF of the first argument: those of two opening braces. */
const LINES_BEFORE = 2;
/** Lines between `set` and `delete`: a closing brace and an opening one. */
const LINES_BETWEEN = 2;

/** Returns a syntax error of the body with its place in the argument `set` or `delete`. */
function withPlaceInArgument(error: unknown, set: string | undefined): unknown {
  if (!(error instanceof OwlgateError) || error.code !== 'BodySyntax') return error;
  const [, place, rest] = /^RDF: line (\d+)(, column .*)$/s.exec(error.message) ?? [];
  if (place === undefined) return error;
  const line = Number(place) - LINES_BEFORE;
  const setLines = set ? set.split('\n').length : 0;
  const at =
    setLines > 0 && line <= setLines
      ? `set: line ${line}`
      : `delete: line ${line - (setLines > 0 ? setLines + LINES_BETWEEN : 0)}`;
  return OwlgateError.worded('BodySyntax', `${at}${rest!}`, error.details);
}

interface WriteAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Readonly<Record<string, unknown>> }[];
  readonly extensions?: unknown;
}

/** True for the answer to a write that another gateway carried out at the same moment. */
const isReplay = ({ extensions }: WriteAnswer): boolean =>
  (extensions as { readonly idempotentReplay?: boolean } | undefined)?.idempotentReplay === true;

async function write(
  call: Body & { readonly parameters: URLSearchParams; readonly idempotent?: Idempotent },
  engine: Engine,
  materializer: Materializer,
  credentials: Credentials | undefined,
): Promise<WriteAnswer> {
  const authorized = { ...call, ...(credentials && { credentials }) };
  // Writes without relevance for the ontology go to the engine unchanged. A dry run always concerns the materializer.
  const { body } = materializer.writes.concerns(authorized)
    ? await materializer.writes.mutate(authorized)
    : await engine.mutate(call.body, {
        contentType: call.contentType,
        commitNow: true,
        ...(credentials && { credentials }),
      });
  return JSON.parse(body.toString()) as WriteAnswer;
}

/** Converts the errors of a rejected write into a refusal. */
function refusalOf([first, ...further]: NonNullable<WriteAnswer['errors']>): ToolRefusal {
  const messages = further.map(({ message }) => message);
  const details = { ...first!.extensions, ...(messages.length > 0 && { further: messages }) };
  return new ToolRefusal(first!.message, details);
}

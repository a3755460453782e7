/**
 * Resolution of upserts that concern rules. The query runs first, in the write's transaction, together with blocks for
 * the variables' nodes and values and for the conditions. The result is plain statements.
 */
import type { Credentials } from '../../dgraph';
import {
  mutationVariables,
  parse,
  print,
  valueTypes,
  type Document,
  type LiteralValue,
  type Mutation,
  type MutationRequest,
  type NodeRef,
  type NQuad,
  type ScalarType,
} from '../../dql';
import { OwlgateError } from '../../errors';
import { mergeMutations, type Statements } from './statements';
import type { EngineSchema } from '../store/engine-schema';
import type { ReadTransaction } from '../store/transaction';

/** Prefix of the gateway's blocks in the client's query. No client's block name begins with it. */
const GATEWAY_PREFIX = 'owlgate_';

/** Maximum statements after the variables of an upsert are replaced, as in Dgraph. */
const MAX_STATEMENTS = 1_000_000;

export interface ResolvedUpsert {
  readonly statements: Statements;
  /** Answer to the client's blocks. */
  readonly queries: Readonly<Record<string, unknown>>;
}

interface Variables {
  readonly uids: ReadonlyMap<string, readonly string[]>;
  /** Values by node; `''` holds the value of an aggregate. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, LiteralValue>>;
  /** Conditions by position of the mutation; true without a condition. */
  readonly conditions: readonly boolean[];
}

interface UpsertSource {
  readonly transaction: ReadTransaction;
  readonly schema: EngineSchema;
  /** Credentials for the query. */
  readonly credentials?: Credentials | undefined;
}

/**
 * Runs the query of an upsert and resolves its statements.
 *
 * @param query DQL of the upsert
 * @throws DqlSyntaxError, EngineFailure
 */
export async function resolveUpsert(
  query: string,
  { mutations }: MutationRequest,
  { transaction, schema, credentials }: UpsertSource,
): Promise<ResolvedUpsert> {
  const document = parse(query);
  const names = mutationVariables(mutations);
  const aggregates = aggregateVariables(document);
  // A block without a root allows only aggregates. The maximum of a single value is the value itself.
  const blocks = names.flatMap((name, i) =>
    aggregates.has(name)
      ? [`${GATEWAY_PREFIX}a${i}() { v: max(val(${name})) }`]
      : [`${GATEWAY_PREFIX}u${i}(func: uid(${name})) { uid${usesValue(mutations, name) ? ` v: val(${name})` : ''} }`],
  );
  mutations.forEach(({ cond }, i) => {
    const text = cond?.trim() ?? '';
    if (text !== '') blocks.push(`${GATEWAY_PREFIX}c${i}(func: uid(0x1)) ${text.replace(/^@if/i, '@filter')} { uid }`);
  });
  const gatewayBlocks = blocks.length > 0 ? parse(`{ ${blocks.join('\n')} }`).blocks : [];
  const text = print({ ...document, blocks: [...document.blocks, ...gatewayBlocks] });
  const data = await transaction.query(text, credentials);
  const types = valueTypes(document, (predicate) => schema.get(predicate)?.type);
  const variables = readVariables(names, mutations, data, types);
  const queries = Object.fromEntries(Object.entries(data).filter(([name]) => !name.startsWith(GATEWAY_PREFIX)));
  const chosen = mutations.filter((_, index) => variables.conditions[index]);
  return { statements: expand(chosen, variables), queries };
}

/** Returns the variables of blocks without a root: each has one value for all nodes. */
function aggregateVariables(document: Document): Set<string> {
  const names = new Set<string>();
  for (const block of document.blocks) {
    if (block.kind !== 'QueryBlock' || block.func || block.shortest) continue;
    for (const item of block.selection ?? []) {
      if ('variable' in item && item.variable !== undefined) names.add(item.variable);
    }
  }
  return names;
}

const usesValue = (mutations: readonly Mutation[], name: string): boolean =>
  mutations.some(({ set, delete: deletes }) =>
    [...set, ...deletes].some(({ object }) => object.kind === 'valVar' && object.variable === name),
  );

function readVariables(
  names: readonly string[],
  mutations: readonly Mutation[],
  data: Readonly<Record<string, unknown>>,
  types: ReadonlyMap<string, ScalarType>,
): Variables {
  const uids = new Map<string, readonly string[]>();
  const values = new Map<string, Map<string, LiteralValue>>();
  names.forEach((name, i) => {
    const nodes = (data[`${GATEWAY_PREFIX}u${i}`] ?? []) as { uid: string; v?: unknown }[];
    uids.set(
      name,
      nodes.map(({ uid }) => uid),
    );
    const byNode = new Map<string, LiteralValue>();
    const type = types.get(name);
    for (const { uid, v } of nodes) if (v !== undefined && v !== null) byNode.set(uid, literal(v, type));
    const aggregate = ((data[`${GATEWAY_PREFIX}a${i}`] ?? []) as { v?: unknown }[])[0]?.v;
    if (aggregate !== undefined && aggregate !== null) byNode.set('', literal(aggregate, type));
    values.set(name, byNode);
  });
  const conditions = mutations.map(
    ({ cond }, i) => (cond?.trim() ?? '') === '' || ((data[`${GATEWAY_PREFIX}c${i}`] ?? []) as unknown[]).length > 0,
  );
  return { uids, values, conditions };
}

/** Types of values that an answer has as texts. */
const TEXTS: ReadonlySet<ScalarType | undefined> = new Set<ScalarType>(['string', 'datetime']);
/** Integers below have 64 bits; JSON has larger ones for floats alone. */
const INTEGERS = 2n ** 63n;

/**
 * Converts a value of an answer to a literal of the variable's type, which a predicate without a schema takes on. The
 * engine converts it to the type of another predicate.
 */
function literal(value: unknown, declared: ScalarType | undefined): LiteralValue {
  switch (typeof value) {
    case 'string':
      return { kind: 'literal', type: TEXTS.has(declared) ? (declared as 'string' | 'datetime') : 'default', value };
    case 'boolean':
      return { kind: 'literal', type: 'bool', value: String(value) };
    case 'number':
    case 'bigint': {
      const isInteger = typeof value === 'bigint' || Number.isInteger(value);
      const isInt = declared !== 'float' && isInteger && value >= -INTEGERS && value < INTEGERS;
      return { kind: 'literal', type: isInt ? 'int' : 'float', value: String(value) };
    }
    default: {
      const isGeo = typeof value === 'object' && !Array.isArray(value);
      return { kind: 'literal', type: isGeo ? 'geo' : 'default', value: JSON.stringify(value) };
    }
  }
}

/**
 * Replaces variables as Dgraph does: a statement with `uid(v)` is repeated for each node. A variable without nodes is a
 * new node in set statements, and drops a delete.
 */
function expand(mutations: readonly Mutation[], variables: Variables): Statements {
  let count = 0;
  const expandList = (list: readonly NQuad[], isDelete: boolean): NQuad[] => {
    const nodes = (ref: NodeRef): readonly NodeRef[] => {
      if (ref.kind !== 'uidVar') return [ref];
      const uids = variables.uids.get(ref.variable) ?? [];
      if (uids.length > 0) return uids.map((uid) => ({ kind: 'uid', uid }));
      return isDelete ? [] : [{ kind: 'blank', label: `uid(${ref.variable})` }];
    };
    const result: NQuad[] = [];
    for (const nquad of list) {
      const { object } = nquad;
      const objects = object.kind === 'uidVar' ? nodes(object) : [object];
      for (const subject of nodes(nquad.subject)) {
        for (const each of objects) {
          const value = each.kind === 'valVar' ? valueAt(subject, each.variable, variables) : each;
          if (value === undefined) continue;
          if (++count > MAX_STATEMENTS) {
            throw new OwlgateError('InvalidRequest', {
              reason: `the upsert yields more than ${MAX_STATEMENTS} statements; narrow its query`,
            });
          }
          result.push({ ...nquad, subject, object: value });
        }
      }
    }
    return result;
  };
  return mergeMutations(
    mutations.map((mutation) => ({
      ...mutation,
      set: expandList(mutation.set, false),
      delete: expandList(mutation.delete, true),
    })),
  );
}

function valueAt(subject: NodeRef, name: string, { values }: Variables): LiteralValue | undefined {
  const byNode = values.get(name);
  return (subject.kind === 'uid' ? byNode?.get(subject.uid) : undefined) ?? byNode?.get('');
}

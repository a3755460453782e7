/**
 * Upserts that have to be reasoned about: the query is asked first, in the write's own transaction, together with the
 * nodes and values of its variables and the truth of the conditions; what is left are plain statements.
 */
import type { Credentials } from '../../dgraph';
import { mutationVariables, parse, print } from '../../dql';
import type { Document } from '../../dql/ast';
import type { LiteralValue, Mutation, MutationRequest, NodeRef, NQuad } from '../../dql/mutation/ast';
import { OwlgateError } from '../../errors';
import type { Statements } from './draft';
import { mergeHints } from './hints';
import type { ReadTransaction } from '../store/transaction';

/** Blocks of ours in the client's query; a client's own names do not begin so. */
const OURS = 'owlgate_';

/** Most statements that the variables of an upsert may come to, as in Dgraph. */
const MAX_STATEMENTS = 1_000_000;

export interface ResolvedUpsert {
  readonly statements: Statements;
  /** The answer to the client's own blocks. */
  readonly queries: Readonly<Record<string, unknown>>;
}

interface Variables {
  readonly uids: ReadonlyMap<string, readonly string[]>;
  /** By node; under '' the value of an aggregate. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, LiteralValue>>;
  /** By position of the mutation; those without a condition hold. */
  readonly conditions: readonly boolean[];
}

/**
 * @param query DQL of the upsert
 * @param credentials in whose name it is asked
 * @throws DqlSyntaxError, EngineFailure
 */
export async function resolveUpsert(
  query: string,
  { mutations }: MutationRequest,
  transaction: ReadTransaction,
  credentials?: Credentials,
): Promise<ResolvedUpsert> {
  const document = parse(query);
  const names = mutationVariables(mutations);
  const aggregates = aggregateVariables(document);
  // A block without a root takes aggregates alone: that of one value is the value.
  const blocks = names.flatMap((name, i) =>
    aggregates.has(name)
      ? [`${OURS}a${i}() { v: max(val(${name})) }`]
      : [`${OURS}u${i}(func: uid(${name})) { uid${usesValue(mutations, name) ? ` v: val(${name})` : ''} }`],
  );
  mutations.forEach(({ cond }, i) => {
    const text = cond?.trim() ?? '';
    if (text !== '') blocks.push(`${OURS}c${i}(func: uid(0x1)) ${text.replace(/^@if/i, '@filter')} { uid }`);
  });
  const ours = blocks.length > 0 ? parse(`{ ${blocks.join('\n')} }`).blocks : [];
  const text = print({ ...document, blocks: [...document.blocks, ...ours] });
  const data = await transaction.query(text, credentials);
  const variables = readVariables(names, mutations, data);
  const queries = Object.fromEntries(Object.entries(data).filter(([name]) => !name.startsWith(OURS)));
  const chosen = mutations.filter((_, index) => variables.conditions[index]);
  return { statements: expand(chosen, variables), queries };
}

/** Variables of blocks without a root: one value for all nodes. */
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
): Variables {
  const uids = new Map<string, readonly string[]>();
  const values = new Map<string, Map<string, LiteralValue>>();
  names.forEach((name, i) => {
    const nodes = (data[`${OURS}u${i}`] ?? []) as { uid: string; v?: unknown }[];
    uids.set(
      name,
      nodes.map(({ uid }) => uid),
    );
    const byNode = new Map<string, LiteralValue>();
    for (const { uid, v } of nodes) if (v !== undefined && v !== null) byNode.set(uid, literal(v));
    const aggregate = ((data[`${OURS}a${i}`] ?? []) as { v?: unknown }[])[0]?.v;
    if (aggregate !== undefined && aggregate !== null) byNode.set('', literal(aggregate));
    values.set(name, byNode);
  });
  const conditions = mutations.map(
    ({ cond }, i) => (cond?.trim() ?? '') === '' || ((data[`${OURS}c${i}`] ?? []) as unknown[]).length > 0,
  );
  return { uids, values, conditions };
}

/** A value of an answer as a literal: the predicate's schema converts it. */
function literal(value: unknown): LiteralValue {
  switch (typeof value) {
    case 'string':
      return { kind: 'literal', type: 'default', value };
    case 'boolean':
      return { kind: 'literal', type: 'bool', value: String(value) };
    case 'number':
      return { kind: 'literal', type: Number.isInteger(value) ? 'int' : 'float', value: String(value) };
    case 'bigint':
      return { kind: 'literal', type: 'int', value: String(value) };
    default: {
      const isGeo = typeof value === 'object' && !Array.isArray(value);
      return { kind: 'literal', type: isGeo ? 'geo' : 'default', value: JSON.stringify(value) };
    }
  }
}

/** The variables put in, as Dgraph does: `uid(v)` multiplies, and is a new node in what is set where it has no nodes. */
function expand(mutations: readonly Mutation[], variables: Variables): Statements {
  let count = 0;
  const expandList = (list: readonly NQuad[], isDelete: boolean): NQuad[] => {
    const nodes = (ref: NodeRef): readonly NodeRef[] => {
      if (ref.kind !== 'uidVar') return [ref];
      const found = variables.uids.get(ref.variable) ?? [];
      if (found.length > 0) return found.map((uid) => ({ kind: 'uid', uid }));
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
              reason: `the upsert comes to more than ${MAX_STATEMENTS} statements; narrow its query`,
            });
          }
          result.push({ ...nquad, subject, object: value });
        }
      }
    }
    return result;
  };
  return {
    hints: mergeHints(mutations),
    set: mutations.flatMap(({ set }) => expandList(set, false)),
    delete: mutations.flatMap((mutation) => expandList(mutation.delete, true)),
  };
}

function valueAt(subject: NodeRef, name: string, { values }: Variables): LiteralValue | undefined {
  const byNode = values.get(name);
  return (subject.kind === 'uid' ? byNode?.get(subject.uid) : undefined) ?? byNode?.get('');
}

/**
 * Move of stored data from earlier names of classes and properties to their current names, before the materialization
 * of a version that renames them. Idempotent: a move that was cut off continues at the next materialization.
 *
 * Facets stay, so that inferred facts stay inferred. Where a node already has a value under the current name, a client
 * wrote it after the load: it stays, and the earlier value is removed.
 */
import { retryAborted } from '../../dgraph';
import type { NQuad, PredicateDeclaration } from '../../dql';
import { readMutationBody, TYPE_PREDICATE } from '../../mutation';
import { printLossless } from '../../util/json';
import type { Logger } from '../../util/log';
import { printPredicate } from '../store/dql-text';
import { ReadTransaction } from '../store/transaction';
import type { WriteContext } from '../write/context';
import { send } from '../write/deliver';
import { withGuards } from '../write/guards';

/** Nodes per transaction. */
const PAGE = 500;
/** Edges of a node per transaction. */
const EDGES = 1000;

interface CarryOverOptions {
  readonly context: WriteContext;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

type Row = Readonly<Record<string, unknown>> & { readonly uid: string };

/** Statements of one page, in Dgraph's JSON. */
interface Move {
  readonly set: readonly object[];
  readonly delete: readonly object[];
}

/** Source of a move: query blocks for a page of nodes, and the statements that move the page. */
interface Source {
  blocks(page: string): string;
  /** Query blocks that the first answer makes necessary; undefined for none. */
  more?(rows: readonly Row[]): string | undefined;
  move(rows: readonly Row[]): Move;
}

/** @throws VersionChanged when another ontology comes into force meanwhile; the signal's reason */
export async function carryOver(options: CarryOverOptions): Promise<void> {
  const { schema, reasoning } = options.context;
  const { names } = reasoning!.loaded;
  for (const [from, to] of names.former('property')) {
    const [declared, target] = [schema.get(from), schema.get(to)];
    if (declared && target) await moveAll(sourceOf(from, to, declared, target), from, to, options);
  }
  for (const [from, to] of names.former('class')) await moveAll(sourceOfType(from, to), from, to, options);
}

async function moveAll(source: Source, from: string, to: string, options: CarryOverOptions): Promise<void> {
  let nodes = 0;
  for (let after = '0x0'; ;) {
    options.signal.throwIfAborted();
    const page = await retryAborted(() => movePage(source, after, options), { signal: options.signal });
    if (page.length === 0) break;
    nodes += page.length;
    // A node with more edges than a page holds is read again.
    if (!page.some((row) => isCut(row, from))) after = page.at(-1)!.uid;
  }
  if (nodes > 0) options.logger.info('stored data moved to a new name', { from, to, nodes });
}

const isCut = (row: Row, name: string): boolean => Array.isArray(row[name]) && row[name].length >= EDGES;

async function movePage(source: Source, after: string, { context }: CarryOverOptions): Promise<readonly Row[]> {
  const head = { uid: context.headUid!, version: context.reasoning!.version };
  const transaction = new ReadTransaction(context.engine, head);
  const read = async (blocks: string) => ((await transaction.read(blocks))['q'] ?? []) as readonly Row[];
  let rows = await read(source.blocks(`first: ${PAGE}, after: ${after}`));
  const more = rows.length > 0 ? source.more?.(rows) : undefined;
  if (more !== undefined) rows = await read(more);
  if (rows.length === 0) {
    await transaction.abandon();
    return rows;
  }
  const move = source.move(rows);
  // Passwords are never returned, so they stay.
  if (move.set.length + move.delete.length === 0) {
    await transaction.abandon();
    return rows;
  }
  const { mutations: statements } = readMutationBody('application/json', printLossless(move));
  const mutations = statements.map((mutation) => ({
    ...mutation,
    set: mutation.set.map(unmarked),
    delete: mutation.delete.map(unmarked),
  }));
  const { startTs, hash } = transaction;
  await send({ mutations: withGuards(mutations, context, []) }, context, { commitNow: true, startTs, hash });
  return rows;
}

/** Marks a text, because Dgraph's JSON interprets some texts: `uid(v)`, `val(v)`, vectors. */
const marked = (value: unknown): unknown => (typeof value === 'string' ? `=${value}` : value);

function unmarked(nquad: NQuad): NQuad {
  const { object } = nquad;
  const isMarked = object.kind === 'literal' && object.value.startsWith('=');
  return isMarked ? { ...nquad, object: { ...object, value: object.value.slice(1) } } : nquad;
}

function sourceOf(from: string, to: string, declared: PredicateDeclaration, target: PredicateDeclaration): Source {
  const [before, now] = [printPredicate(from), printPredicate(to)];
  if (declared.type === 'uid') {
    const edges = `(first: ${EDGES}) @facets { uid }`;
    const isSingle = !target.list;
    return {
      blocks: (page) => `q(func: has(${before}), ${page}) { uid ${before} ${edges} ${now} { uid } }`,
      move: (rows) => ({
        set: rows.flatMap((row) => {
          const present = new Set(listOf(row[to]).map(uidOf));
          const moved = listOf(row[from]).filter((end) => !present.has(uidOf(end)));
          if (moved.length === 0 || (isSingle && present.size > 0)) return [];
          return [{ uid: row.uid, [to]: moved.map((end) => renamed(end as Row, from, to)) }];
        }),
        delete: rows.map((row) => ({ uid: row.uid, [from]: listOf(row[from]).map((end) => ({ uid: uidOf(end) })) })),
      }),
    };
  }
  const move = (rows: readonly Row[]): Move => ({
    set: rows.flatMap((row) => valuesOf(row, from, to, target)),
    delete: rows.flatMap((row) => keysOf(row, from).map((key) => ({ uid: row.uid, [key]: null }))),
  });
  if (!declared.lang) {
    return { blocks: (page) => `q(func: has(${before}), ${page}) { uid ${before} @facets ${now} }`, move };
  }
  return {
    blocks: (page) => `q(func: has(${before}@.), ${page}) { uid ${before}@* }`,
    // `p@*` returns facets only for the value without a language.
    more: (rows) => {
      const tags = new Set(rows.flatMap((row) => keysOf(row, from).map((key) => key.slice(from.length))));
      const fields = ['', ...[...tags].filter((tag) => tag !== '')].map(
        (tag) => `${before}${tag} @facets ${now}${tag}`,
      );
      return `q(func: uid(${rows.map(({ uid }) => uid).join(', ')})) { uid ${fields.join(' ')} }`;
    },
    move,
  };
}

/** Returns the values under the earlier name, as statements under the current one. */
function valuesOf(row: Row, from: string, to: string, { list, type }: PredicateDeclaration): readonly object[] {
  const statements = keysOf(row, from).flatMap((key) => {
    const target = `${to}${key.slice(from.length)}`;
    const value = row[key];
    if (!Array.isArray(value) || type === 'float32vector') {
      if (row[target] !== undefined) return [];
      const text = Array.isArray(value) ? JSON.stringify(value) : marked(value);
      return [{ [target]: text, ...facetsOf(row, key, target) }];
    }
    const present = new Set(listOf(row[target]).map(String));
    return value.flatMap((each: unknown, i) => {
      if (present.has(String(each)) || (!list && (present.size > 0 || i > 0))) return [];
      return [{ [target]: list ? [marked(each)] : marked(each), ...facetsOf(row, key, target, i) }];
    });
  });
  return statements.map((statement) => ({ uid: row.uid, ...statement }));
}

/** Returns the facets of a value under another key; with an index, those of one value of a list. */
function facetsOf(row: Row, key: string, target: string, index?: number): object {
  const entries = Object.entries(row).flatMap(([name, value]) => {
    if (!name.startsWith(`${key}|`)) return [];
    const facet = `${target}${name.slice(key.length)}`;
    if (index === undefined) return [[facet, value]];
    const ofIndex = (value as Readonly<Record<string, unknown>>)[String(index)];
    return ofIndex === undefined ? [] : [[facet, { '0': ofIndex }]];
  });
  return Object.fromEntries(entries) as object;
}

/** Returns the keys of a predicate's values: its name, alone and with languages. */
const keysOf = (row: Row, name: string): string[] =>
  Object.keys(row).filter((key) => !key.includes('|') && (key === name || key.startsWith(`${name}@`)));

function sourceOfType(from: string, to: string): Source {
  return {
    blocks: (page) =>
      `q(func: eq(${TYPE_PREDICATE}, ${JSON.stringify(from)}), ${page}) { uid ${TYPE_PREDICATE} @facets }`,
    move: (rows) => ({
      set: rows.flatMap((row) => {
        const types = listOf(row[TYPE_PREDICATE]);
        const facets = (type: string) => facetsOf(row, TYPE_PREDICATE, TYPE_PREDICATE, types.indexOf(type));
        const isAsserted = (type: string) => types.includes(type) && Object.keys(facets(type)).length === 0;
        if (types.includes(to) && (isAsserted(to) || !isAsserted(from))) return [];
        return [{ uid: row.uid, [TYPE_PREDICATE]: [marked(to)], ...facets(from) }];
      }),
      delete: rows.map(({ uid }) => ({ uid, [TYPE_PREDICATE]: [marked(from)] })),
    }),
  };
}

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

const uidOf = (end: unknown): string => (end as Row).uid;

/** Renames the facets of an edge. */
const renamed = (end: Row, from: string, to: string): object =>
  Object.fromEntries(
    Object.entries(end).map(([key, value]) => [
      key.startsWith(`${from}|`) ? `${to}${key.slice(from.length)}` : key,
      value,
    ]),
  );

/**
 * Move of stored data from earlier names of classes and properties to their current names, before the materialization
 * of a version that renames them. Idempotent: a move that was cut off continues at the next materialization.
 *
 * Facets stay, so that inferred facts stay inferred. Where a node already has a value under the current name, a client
 * wrote it after the load: it stays, and the earlier value is removed.
 */
import { retryAborted } from '../../dgraph';
import type { PredicateDeclaration } from '../../dql';
import { TYPE_PREDICATE } from '../../mutation';
import type { Logger } from '../../util/log';
import { printPredicate } from '../store/dql-text';
import { ReadTransaction } from '../store/transaction';
import type { WriteContext } from '../write/context';
import { facetsOf, keysOf, listOf, marked, readRows, sendChange, uidOf, valuePages } from './stored-values';
import type { Pages, Row, ValueChange } from './stored-values';

/** Nodes per transaction. */
const PAGE = 500;
/** Edges of a node per transaction. */
const EDGES = 1000;

interface CarryOverOptions {
  readonly context: WriteContext;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Source of a move: query blocks for a page of nodes, and the statements that move the page. */
interface Source extends Pages {
  move(rows: readonly Row[]): ValueChange;
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
  const rows = await readRows(source, `first: ${PAGE}, after: ${after}`, (blocks) => transaction.read(blocks));
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
  await sendChange(move, context, transaction);
  return rows;
}

function sourceOf(from: string, to: string, declared: PredicateDeclaration, target: PredicateDeclaration): Source {
  const [before, now] = [printPredicate(from), printPredicate(to)];
  if (declared.type === 'uid') {
    const edges = `(first: ${EDGES}) @facets { uid }`;
    const isSingle = !target.list;
    return {
      blocks: (page) => `q(func: has(${before}), ${page}) { uid, ${before} ${edges}, ${now} { uid } }`,
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
  const move = (rows: readonly Row[]): ValueChange => ({
    set: rows.flatMap((row) => valuesOf(row, from, to, target)),
    delete: rows.flatMap((row) => keysOf(row, from).map((key) => ({ uid: row.uid, [key]: null }))),
  });
  return { ...valuePages(from, declared.lang, to), move };
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

/** Renames the facets of an edge. */
const renamed = (end: Row, from: string, to: string): object =>
  Object.fromEntries(
    Object.entries(end).map(([key, value]) => [
      key.startsWith(`${from}|`) ? `${to}${key.slice(from.length)}` : key,
      value,
    ]),
  );

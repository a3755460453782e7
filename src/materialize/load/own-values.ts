/**
 * Values that only ontologies brought: assertions of their documents, and inferred facts. They do not rule out another
 * type of their predicate: they go when the ontology is replaced, and the walk infers again what still follows.
 */
import { retryAborted } from '../../dgraph';
import type { Credentials } from '../../dgraph';
import { INFERRED_FACET, ONTOLOGY_FACET } from '../../mutation';
import { ReadTransaction } from '../store/transaction';
import type { Head, TransactionEngine } from '../store/transaction';
import { edgePages, facetsOf, keysOf, listOf, readRows, sendChange, uidOf, valuePages } from '../walk/stored-values';
import type { Row } from '../walk/stored-values';
import { headOf } from '../write/context';
import type { WriteContext } from '../write/context';

/** Nodes per transaction. */
const PAGE = 500;
/** Nodes of the first page: a value of a client is mostly found there. */
const SAMPLE = 20;

interface Source {
  readonly name: string;
  readonly isEdge: boolean;
  readonly hasLanguages: boolean;
}

/** Returns true if no client has asserted a value of the predicate. */
export async function hasOwnValuesOnly(
  engine: TransactionEngine,
  source: Source,
  credentials: Credentials | undefined,
): Promise<boolean> {
  for (let after = '0x0', first = SAMPLE; ; first = PAGE) {
    const transaction = new ReadTransaction(engine, undefined, { credentials });
    const rows = await readPage(source, first, after, transaction);
    await transaction.abandon();
    if (rows.length === 0) return true;
    if (!rows.every((row) => isOwn(row, source))) return false;
    after = rows.at(-1)!.uid;
  }
}

/** Removes the values of a predicate from nodes where no client has asserted one. @throws VersionChanged */
export async function removeOwnValues(context: WriteContext, source: Source): Promise<void> {
  const head = headOf(context);
  for (let after = '0x0'; ;) {
    const rows = await retryAborted(() => removePage(context, head, source, after));
    if (rows.length === 0) return;
    after = rows.at(-1)!.uid;
  }
}

async function removePage(
  context: WriteContext,
  head: Head | undefined,
  source: Source,
  after: string,
): Promise<readonly Row[]> {
  const transaction = new ReadTransaction(context.engine, head);
  const rows = await readPage(source, PAGE, after, transaction);
  const removed = rows.filter((row) => isOwn(row, source));
  const { name, isEdge } = source;
  const change = removed.flatMap((row): object[] =>
    isEdge
      ? [{ uid: row.uid, [name]: listOf(row[name]).map((end) => ({ uid: uidOf(end) })) }]
      : keysOf(row, name).map((key) => ({ uid: row.uid, [key]: null })),
  );
  if (change.length === 0) await transaction.abandon();
  else await sendChange({ set: [], delete: change }, context, transaction);
  return rows;
}

function readPage(
  { name, isEdge, hasLanguages }: Source,
  first: number,
  after: string,
  transaction: ReadTransaction,
): Promise<readonly Row[]> {
  const pages = isEdge ? edgePages(name) : valuePages(name, hasLanguages);
  return readRows(pages, `first: ${first}, after: ${after}`, (blocks) => transaction.read(blocks));
}

function isOwn(row: Row, { name, isEdge }: Source): boolean {
  if (isEdge) return listOf(row[name]).every((end) => marksOwn(Object.keys(end as Row), name));
  return keysOf(row, name).every((key) => {
    const value = row[key];
    const facets = (index?: number) => Object.keys(facetsOf(row, key, name, index));
    const isVector = (row[`${key}|${INFERRED_FACET}`] ?? row[`${key}|${ONTOLOGY_FACET}`]) === true;
    if (!Array.isArray(value) || isVector) return marksOwn(facets(), name);
    return value.every((_, index) => marksOwn(facets(index), name));
  });
}

/** Returns true if a facet marks a value as the ontology's. The gateway never stores these facets with `false`. */
const marksOwn = (keys: readonly string[], name: string): boolean =>
  keys.includes(`${name}|${INFERRED_FACET}`) || keys.includes(`${name}|${ONTOLOGY_FACET}`);

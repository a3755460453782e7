/** Lists of edges at one node, with readers of their asserted and inferred edges. */
import { INFERRED_FACET } from '../../../mutation';
import { printPredicate } from '../../store/dql-text';
import type { Fact } from '../../store/terms';
import type { ReadTransaction } from '../../store/transaction';

/** All edges of a predicate from a node, or all to it. */
export interface EdgeList {
  readonly node: string;
  readonly predicate: string;
  readonly isReverse: boolean;
}

/** A list with the other ends of its asserted edges, sorted by uid. */
export interface PinnedList extends EdgeList {
  readonly others: readonly string[];
}

/** Numbers of edges from and to a node, by predicate. */
export type Counts = ReadonlyMap<string, { readonly out: number; readonly in: number }>;

type Reading = Pick<ReadTransaction, 'read'>;
type Row = Readonly<Record<string, unknown>>;

/** Edges of one read: their text stays below a megabyte. */
const PAGE = 10_000;
/** Maximum fields of one query. */
const MAX_FIELDS = 2_000;

/** Returns the name of a list in `spared`. */
export const listKey = ({ node, predicate, isReverse }: EdgeList): string =>
  `${node} ${isReverse ? '~' : ''}${predicate}`;

export const edgeOf = ({ node, predicate, isReverse }: EdgeList, other: string): Fact =>
  isReverse ? { s: other, p: predicate, o: node } : { s: node, p: predicate, o: other };

export async function countEdges(
  nodes: readonly string[],
  predicates: readonly string[],
  transaction: Reading,
): Promise<ReadonlyMap<string, Counts>> {
  const result = new Map<string, Map<string, { out: number; in: number }>>(nodes.map((node) => [node, new Map()]));
  const step = Math.max(1, Math.floor(MAX_FIELDS / 2 / nodes.length));
  for (let from = 0; from < predicates.length; from += step) {
    const batch = predicates.slice(from, from + step);
    const fields = batch.map((p, i) => `o${i}: count(${printPredicate(p)}) i${i}: count(${printPredicate(p, true)})`);
    const data = await transaction.read(`q(func: uid(${nodes.join(', ')})) { uid ${fields.join(' ')} }`);
    for (const row of rowsOf(data['q'])) {
      const counts = result.get(String(row['uid']));
      batch.forEach((p, i) => counts?.set(p, { out: Number(row[`o${i}`] ?? 0), in: Number(row[`i${i}`] ?? 0) }));
    }
  }
  return result;
}

/** Reads the asserted edges of a list. Inferred edges go with their supporting facts. */
export async function pin(list: EdgeList, transaction: Reading): Promise<PinnedList> {
  const others: string[] = [];
  for await (const { other, isInferred } of edgesIn(list, transaction)) if (!isInferred) others.push(other);
  return { ...list, others };
}

/** Reads the inferred edges of a list. */
export async function inferredIn(list: EdgeList, transaction: Reading): Promise<Fact[]> {
  const facts: Fact[] = [];
  for await (const { other, isInferred } of edgesIn(list, transaction)) if (isInferred) facts.push(edgeOf(list, other));
  return facts;
}

async function* edgesIn(
  { node, predicate, isReverse }: EdgeList,
  transaction: Reading,
): AsyncGenerator<{ readonly other: string; readonly isInferred: boolean }> {
  const name = printPredicate(predicate, isReverse);
  for (let after = '0x0'; ;) {
    const field = `e: ${name} (first: ${PAGE}, after: ${after}) @facets(${INFERRED_FACET}) { uid }`;
    const data = await transaction.read(`q(func: uid(${node})) { ${field} }`);
    const edges = rowsOf(rowsOf(data['q'])[0]?.['e']);
    for (const row of edges) {
      const isInferred = Object.keys(row).some((key) => key.endsWith(`|${INFERRED_FACET}`) && row[key] === true);
      yield { other: String(row['uid']), isInferred };
    }
    if (edges.length < PAGE) return;
    after = String(edges.at(-1)!['uid']);
  }
}

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : []);

/**
 * Stars for lists of edges that a write empties, in place of thousands of deletes by name.
 *
 * For a predicate with a count index, each delete by name makes Dgraph scan all changes of the transaction in that
 * list; a star scans them once. A star beside adds is unsafe (see stars.ts), so a write with such a star takes the
 * whole fence. Then no other write commits between its read and its commit.
 */
import type { NQuad } from '../../dql';
import { NO_ROW, STORED_MASK } from '../../reasoner';
import type { EngineSchema } from '../store/engine-schema';
import { printPredicate } from '../store/dql-text';
import type { ReadTransaction } from '../store/transaction';
import type { WorkingSet } from '../store/working-set';
import type { Parts } from './compose';

/** Minimum edges of a list for a star. Fewer deletes by name take some hundredths of a second. */
const LEAST_EDGES = 2000;

/**
 * Maximum attempts with stars, for a write that does not take the whole fence anyway. Later attempts delete by name:
 * slower, but with fewer conflicts.
 */
export const STAR_ATTEMPTS = 3;

interface ListReads {
  readonly workingSet: WorkingSet;
  readonly schema: EngineSchema;
  readonly transaction: Pick<ReadTransaction, 'read'>;
}

/** Deletes by name of one subject's edges under one predicate. */
interface Deletes {
  readonly s: string;
  readonly p: string;
  readonly objects: Set<string>;
}

/**
 * Replaces deletes that empty a large list with stars.
 *
 * @returns the parts, which must be written with the whole fence; undefined if no list is emptied
 */
export async function withStars(
  parts: Parts,
  { workingSet, schema, transaction }: ListReads,
): Promise<Parts | undefined> {
  const { stated, added } = parts;
  const candidates = largeLists([...stated.delete, ...added.delete], schema);
  for (const { subject, predicate } of [...stated.set, ...added.identities, ...added.set]) {
    if (subject.kind === 'uid') candidates.delete(keyOf(subject.uid, predicate));
  }
  if (candidates.size === 0) return undefined;
  const counts = await countsOf([...candidates.values()], transaction);
  const emptied = new Set<string>();
  [...candidates].forEach(([key, deletes], i) => {
    if (storedAmong(deletes, workingSet) === counts[i]) emptied.add(key);
  });
  if (emptied.size === 0) return undefined;
  // The client's delete remains among the client's statements: there the engine checks the client's rights.
  const starred = new Set<string>();
  const compact = (nquads: readonly NQuad[]): NQuad[] =>
    nquads.flatMap((nquad) => {
      const key = edgeKey(nquad);
      if (key === undefined || !emptied.has(key)) return [nquad];
      if (starred.has(key)) return [];
      starred.add(key);
      return [{ subject: nquad.subject, predicate: nquad.predicate, object: { kind: 'star' as const } }];
    });
  const statedDeletes = compact(stated.delete);
  return { stated: { ...stated, delete: statedDeletes }, added: { ...added, delete: compact(added.delete) } };
}

const keyOf = (s: string, p: string): string => `${s} ${p}`;

function edgeKey({ subject, predicate, object }: NQuad): string | undefined {
  return subject.kind === 'uid' && object.kind === 'uid' ? keyOf(subject.uid, predicate) : undefined;
}

function largeLists(nquads: readonly NQuad[], schema: EngineSchema): Map<string, Deletes> {
  const lists = new Map<string, Deletes>();
  if (nquads.length < LEAST_EDGES) return lists;
  for (const { subject, predicate, object } of nquads) {
    if (subject.kind !== 'uid' || object.kind !== 'uid') continue;
    const key = keyOf(subject.uid, predicate);
    const list = lists.get(key);
    if (list) list.objects.add(object.uid);
    else lists.set(key, { s: subject.uid, p: predicate, objects: new Set([object.uid]) });
  }
  for (const [key, { p, objects }] of lists) {
    const declared = schema.get(p);
    const isCounted = declared?.type === 'uid' && declared.list && declared.count;
    if (!isCounted || objects.size < LEAST_EDGES) lists.delete(key);
  }
  return lists;
}

/** Returns the number of stored edges of each list. */
async function countsOf(lists: readonly Deletes[], transaction: Pick<ReadTransaction, 'read'>): Promise<number[]> {
  const block = ({ s, p }: Deletes, i: number) => `l${i}(func: uid(${s})) { c: count(${printPredicate(p)}) }`;
  const data = await transaction.read(lists.map(block).join('\n'));
  return lists.map((_, i) => (data[`l${i}`] as readonly { readonly c?: number }[] | undefined)?.[0]?.c ?? 0);
}

/** Returns the number of deletes that match stored edges: a client may name other edges too. */
function storedAmong({ s, p, objects }: Deletes, { table, terms }: WorkingSet): number {
  let count = 0;
  let row = table.firstOfSubject(terms.id(s), terms.id(p));
  while (row !== NO_ROW) {
    if ((table.flags[row]! & STORED_MASK) !== 0 && objects.has(terms.text(table.object[row]!))) count++;
    row = table.nextOfSubject(row);
  }
  return count;
}

/**
 * Lists of edges that a write empties: one star in the place of thousands of deletes by name.
 *
 * Of a predicate with a count index, Dgraph goes over all that the transaction has changed in a list for each edge that is
 * deleted by name; a star takes it once. A star beside adds is unsafe (see stars.ts): whoever sends one takes the whole
 * fence with it, so that no other write commits between its read and its commit.
 */
import type { NQuad } from '../../dql/mutation/ast';
import { NO_ROW, STORED_MASK } from '../../reasoner';
import type { EngineSchema } from '../store/engine-schema';
import { printPredicate } from '../store/reads';
import type { ReadTransaction } from '../store/transaction';
import type { Window } from '../store/window';
import type { Parts } from './compose';

/** Edges of a list from which on a star is sent. Below, deletes by name take some hundredths of a second. */
const LEAST_EDGES = 2000;

/** Attempts with stars of a write that does not take the whole fence anyway: names are slow, and meet fewer writes. */
export const STAR_ATTEMPTS = 3;

export interface Surroundings {
  readonly window: Window;
  readonly schema: EngineSchema;
  readonly transaction: Pick<ReadTransaction, 'read'>;
}

/** Edges of one subject under one predicate that a write deletes by name. */
interface Deletes {
  readonly s: string;
  readonly p: string;
  readonly objects: Set<string>;
}

/**
 * Puts stars in the place of deletes that empty a large list.
 *
 * @returns undefined where no list is emptied; otherwise the parts, which have to be written with the whole fence
 */
export async function withStars(
  parts: Parts,
  { window, schema, transaction }: Surroundings,
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
    if (storedAmong(deletes, window) === counts[i]) emptied.add(key);
  });
  if (emptied.size === 0) return undefined;
  // The client's own delete stays among the client's statements: the engine checks the client's rights there.
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

/** The number of edges that are stored of each list. */
async function countsOf(lists: readonly Deletes[], transaction: Pick<ReadTransaction, 'read'>): Promise<number[]> {
  const block = ({ s, p }: Deletes, i: number) => `l${i}(func: uid(${s})) { c: count(${printPredicate(p)}) }`;
  const data = await transaction.read(lists.map(block).join('\n'));
  return lists.map((_, i) => (data[`l${i}`] as readonly { readonly c?: number }[] | undefined)?.[0]?.c ?? 0);
}

/** The number of edges deleted that are stored: a client may name others too. */
function storedAmong({ s, p, objects }: Deletes, { table, terms }: Window): number {
  let count = 0;
  let row = table.firstOfSubject(terms.id(s), terms.id(p));
  while (row !== NO_ROW) {
    if ((table.flags[row]! & STORED_MASK) !== 0 && objects.has(terms.text(table.object[row]!))) count++;
    row = table.nextOfSubject(row);
  }
  return count;
}

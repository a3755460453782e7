/** Remaining facts of a delete after its last part: they are still entailed. */
import type { Engine } from '../../../dgraph';
import { TYPE_PREDICATE } from '../../../mutation';
import { isUid } from '../../../util/uids';
import { printPredicate } from '../../store/dql-text';
import type { Fact } from '../../store/terms';
import { ReadTransaction } from '../../store/transaction';
import { MAX_LISTED, sumOfDeleted } from '../deleted-nodes';
import type { ShownDeleted } from '../deleted-nodes';
import { shown } from '../contradiction-messages';
import type { ShownFact } from '../contradiction-messages';
import { edgeOf, inferredIn } from './edge-lists';
import type { SplitDelete } from './split';

/** Predicate of types in shown facts. */
const SHOWN_TYPE = 'graph.type';

interface RemainingFacts {
  /** Remaining edges of the long lists. */
  readonly ofLists: readonly Fact[];
  /** Facts that were still entailed after the first write, and still are. */
  readonly others: readonly ShownFact[];
}

export async function findRemainingFacts(
  { lists }: SplitDelete,
  ofFirst: readonly ShownFact[],
  { engine }: { readonly engine: Engine },
): Promise<RemainingFacts> {
  const transaction = new ReadTransaction(engine, undefined);
  try {
    const ofLists: Fact[] = [];
    for (const list of lists) ofLists.push(...(await inferredIn(list, transaction)));
    return { ofLists, others: await stored(ofFirst, transaction) };
  } finally {
    await transaction.abandon();
  }
}

/**
 * Returns the facts that are stored. Values other than types are returned unchecked: they do not depend on edges
 * deleted since.
 */
async function stored(facts: readonly ShownFact[], transaction: ReadTransaction): Promise<ShownFact[]> {
  const isChecked = ({ predicate, object }: ShownFact): boolean => predicate === SHOWN_TYPE || isUid(object);
  const checked = facts.filter(isChecked);
  if (checked.length === 0) return [...facts];
  const predicates = [...new Set(checked.map(({ predicate }) => predicate))];
  const fields = predicates.map(
    (p, i) => `f${i}: ${p === SHOWN_TYPE ? TYPE_PREDICATE : `${printPredicate(p)} { uid }`}`,
  );
  const nodes = [...new Set(checked.map(({ subject }) => subject))];
  const data = await transaction.read(`q(func: uid(${nodes.join(', ')})) { uid ${fields.join(' ')} }`);
  const storedKeys = new Set<string>();
  for (const row of (data['q'] ?? []) as readonly Readonly<Record<string, unknown>>[]) {
    predicates.forEach((p, i) => {
      for (const each of [row[`f${i}`] ?? []].flat() as unknown as readonly (string | { readonly uid: string })[]) {
        storedKeys.add(`${String(row['uid'])} ${p} ${typeof each === 'string' ? each : each.uid}`);
      }
    });
  }
  return facts.filter((fact) => {
    const { subject, predicate, object } = fact;
    return !isChecked(fact) || storedKeys.has(`${subject} ${predicate} ${object}`);
  });
}

/** Composes `deleted` of the answer: from the first write, plus the deleted edges of the long lists. */
export function sumDeletedEdges(
  { lists, wholeNodes, mayRead }: SplitDelete,
  remaining: readonly Fact[],
  first: ShownDeleted | undefined,
): ShownDeleted | undefined {
  if (!first) return undefined;
  const remainingKeys = new Set(remaining.map(({ s, p, o }) => `${s} ${p} ${o}`));
  const deletedEdges = lists
    .filter(({ isReverse, node, predicate }) => isReverse && wholeNodes.has(node) && mayRead(predicate))
    .flatMap((list) => list.others.map((other) => edgeOf(list, other)))
    .filter(({ s, p, o }) => !wholeNodes.has(s) && !remainingKeys.has(`${s} ${p} ${o}`));
  return sumOfDeleted(first, {
    nodes: 0,
    incoming: deletedEdges.length,
    edges: deletedEdges.slice(0, MAX_LISTED).map(shown),
    ...(deletedEdges.length > MAX_LISTED && { truncated: true as const }),
  });
}

/**
 * Paths of a transitive property: a fact of it stays if facts that are sure to stay lead from its subject to its
 * object. A search edge by edge takes time linear in the edges; one by derivations goes in circles, since each of its
 * facts follows from many pairs of others.
 */
import { onceFor } from '../util/memo';
import type { Plan } from './plan';
import { isTransitive, joins } from './rule';
import type { Rule } from './rule';
import type { FactTable, Row } from './table';
import { NO_ROW } from './table';
import type { TermId } from './terms';

/** Predicate whose facts are edges of a path, from subject to object or the other way. */
interface Step {
  readonly p: TermId;
  readonly isReversed: boolean;
}

/** Returns the steps of each transitive predicate: itself, and those that entail it edge by edge. */
export const stepsOf = onceFor(({ rules }: Plan): ReadonlyMap<TermId, readonly Step[]> => {
  const plain = rules.filter(isPlain);
  const transitive = new Set(plain.filter(isTransitive).map(({ head }) => head!.p));
  if (transitive.size === 0) return new Map();
  const entailing = new Map<TermId, Step[]>();
  for (const { head, body } of plain) {
    const [atom, second] = body;
    if (!atom || second || !joins(atom) || !joins(head!)) continue;
    const isReversed = atom.s === head!.o && atom.o === head!.s;
    if (!isReversed && (atom.s !== head!.s || atom.o !== head!.o)) continue;
    const steps = entailing.get(head!.p);
    if (steps) steps.push({ p: atom.p, isReversed });
    else entailing.set(head!.p, [{ p: atom.p, isReversed }]);
  }
  return new Map([...transitive].map((p) => [p, reachable(p, entailing)]));
});

function reachable(from: TermId, entailing: ReadonlyMap<TermId, readonly Step[]>): readonly Step[] {
  const steps: Step[] = [{ p: from, isReversed: false }];
  const seen = new Set([from * 2]);
  // The list grows during the loop.
  for (const { p, isReversed } of steps) {
    for (const next of entailing.get(p) ?? []) {
      const step = { p: next.p, isReversed: next.isReversed !== isReversed };
      const key = step.p * 2 + Number(step.isReversed);
      if (!seen.has(key)) steps.push(step);
      seen.add(key);
    }
  }
  return steps;
}

const isPlain = ({ head, body, distinct, filters }: Rule): boolean =>
  head !== undefined && !distinct?.length && !filters?.length && body.every(({ oneOf }) => !oneOf);

/** One end of a search, with the nodes that paths join to it. */
interface Side {
  readonly isForward: boolean;
  readonly nodes: Set<TermId>;
  /** Nodes whose facts have not been looked at, from the next one on. */
  readonly open: Iterator<TermId>;
  /** Facts looked at. */
  looks: number;
}

/**
 * Looks for a path from both ends; the end that has looked at fewer facts goes on. So a search without a result takes
 * little time if there is little on either side.
 *
 * @param mask flags of facts that count as edges
 * @param allowance maximum facts to look at
 * @returns whether there is a path of one edge or more, and the number of facts looked at
 */
export function findPath(
  table: FactTable,
  steps: readonly Step[],
  [from, to]: readonly [TermId, TermId],
  mask: number,
  allowance: number,
): { readonly isFound: boolean; readonly looks: number } {
  const [forward, backward] = [sideOf(from, true), sideOf(to, false)];
  for (;;) {
    const [side, other] = forward.looks <= backward.looks ? [forward, backward] : [backward, forward];
    const looks = forward.looks + backward.looks;
    const next = side.open.next();
    if (next.done === true || looks >= allowance) return { isFound: false, looks };
    if (expand(table, steps, next.value, side, other.nodes, mask)) {
      return { isFound: true, looks: forward.looks + backward.looks };
    }
  }
}

function sideOf(end: TermId, isForward: boolean): Side {
  const nodes = new Set([end]);
  // The iterator of a Set goes on to members that are added later.
  return { isForward, nodes, open: nodes.values(), looks: 0 };
}

/** Adds the neighbours of a node. @returns true if one of them is a goal */
function expand(
  table: FactTable,
  steps: readonly Step[],
  node: TermId,
  side: Side,
  goals: ReadonlySet<TermId>,
  mask: number,
): boolean {
  const { flags, subject, object } = table;
  for (const { p, isReversed } of steps) {
    const bySubject = isReversed !== side.isForward;
    let row: Row = bySubject ? table.firstOfSubject(node, p) : table.firstOfObject(p, node);
    for (; row !== NO_ROW; row = bySubject ? table.nextOfSubject(row) : table.nextOfObject(row)) {
      side.looks++;
      if ((flags[row]! & mask) === 0) continue;
      const neighbour = bySubject ? object[row]! : subject[row]!;
      if (goals.has(neighbour)) return true;
      side.nodes.add(neighbour);
    }
  }
  return false;
}

/** Neighbours of an answer that disjoint classes exclude from it. */
import type { Node, Nodes } from '../../knowledge/nodes';
import type { Pruned, Pruning } from '../../knowledge/pruning';
import { anchorsOf, askedClasses, type Solution, type Understanding } from '../../question';
import type { Statement } from '../../types';

/** Facts whose other neighbours are looked at. */
const MOST_LOOKED_AT = 3;

/**
 * Returns the nodes beside the answer, at the same property of the named node, that the class asked for excludes: "which
 * paintings hang there" leaves out the sculptures that do.
 */
export async function neighboursLeftOut(
  understood: Understanding,
  { statements }: Solution,
  nodes: Nodes,
  pruning: Pruning,
): Promise<readonly Pruned[]> {
  const classes = askedClasses(understood);
  if (classes.length === 0) return [];
  const anchors = new Set(anchorsOf(understood));
  const seen = new Set<string>();
  const out: Pruned[] = [];
  for (const statement of statements) {
    const side = anchoredSide(statement, anchors);
    if (!side || seen.size >= MOST_LOOKED_AT) continue;
    const key = `${side.uid} ${statement.predicate}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const node: Node = { ...side, labels: [], types: [] };
    const others = (await nodes.edges(node)).flatMap(({ direction, other, statement: { predicate } }) =>
      other && predicate === statement.predicate && direction === side.direction ? [other] : [],
    );
    out.push(...pruning.nodes(others, classes).pruned);
  }
  return out;
}

/** The one side of a fact that the question names. */
function anchoredSide({ subject, object }: Statement, anchors: ReadonlySet<string>) {
  if (typeof object !== 'object' || anchors.has(subject.uid) === anchors.has(object.uid)) return undefined;
  return anchors.has(subject.uid) ? { ...subject, direction: 'out' as const } : { ...object, direction: 'in' as const };
}

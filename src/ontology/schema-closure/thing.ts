/** Classes above owl:Thing, which are above every class (scm-cls, scm-sco). */
import { digraph, stronglyConnected } from '../digraph';
import type { Iri } from '../model';
import type { ExpressionReader } from './expressions';
import type { NodeId, SchemaGraph } from './graph';

/**
 * Places classes below owl:Thing, if it is below anything. The classes without a class above them suffice.
 *
 * @param classes named classes other than owl:Thing and owl:Nothing
 */
export function placeBelowThing(graph: SchemaGraph, reader: ExpressionReader, classes: Iterable<Iri>): void {
  if (graph.uppers[reader.thing]!.length === 0) return;
  const ids = new Set([...classes].map((iri) => reader.named(iri)));
  for (const id of roots(graph, ids)) graph.add(id, reader.thing);
}

/** Returns one node of each group of equivalent ones without another of these nodes above. */
function roots(graph: SchemaGraph, ids: ReadonlySet<NodeId>): NodeId[] {
  const edges = graph.uppers.flatMap((uppers, lower) => uppers.map((upper) => [lower, upper] as const));
  const starts = edges.map(([lower]) => lower);
  const ends = edges.map(([, upper]) => upper);
  const { componentOf, count } = stronglyConnected(digraph(graph.nodes.length, starts, ends));
  const chosen = new Map<number, NodeId>();
  for (const id of ids) if (!chosen.has(componentOf[id]!)) chosen.set(componentOf[id]!, id);
  const lowers = Array.from({ length: count }, (): number[] => []);
  for (const [lower, upper] of edges) lowers[componentOf[upper]!]!.push(componentOf[lower]!);
  const below = new Set<number>();
  const open = [...chosen.keys()];
  for (let upper = open.pop(); upper !== undefined; upper = open.pop()) {
    for (const lower of lowers[upper]!) {
      if (lower === upper || below.has(lower)) continue;
      below.add(lower);
      open.push(lower);
    }
  }
  return [...chosen].filter(([component]) => !below.has(component)).map(([, id]) => id);
}

/** Inclusions of named classes in the closed schema that are not axioms. */
import { digraph, stronglyConnected } from '../digraph';
import { Hierarchy } from '../hierarchy';
import type { Iri } from '../model';
import { classOrder } from '../order';
import type { RlAxiom } from '../rl';
import { owl } from '../vocabulary';
import type { NodeId, SchemaGraph } from './graph';

export interface SchemaClosure {
  /** Direct inclusions that are not axioms; all others follow from these and the axioms. */
  readonly inclusions: readonly (readonly [lower: Iri, upper: Iri])[];
  /** Inclusions that rules over data do not derive, as SubClassOf axioms with the texts of their sources. */
  readonly axioms: readonly RlAxiom[];
  /** False if the search reached a limit. */
  readonly isComplete: boolean;
}

const MAX_INCLUSIONS = 100_000;
/** Maximum inclusions that become axioms, and so rules. */
const MAX_AXIOMS = 10_000;

/** Returns a ring for each group of equivalent classes, and for each pair of directly ordered groups one inclusion. */
export function inclusionsOf(graph: SchemaGraph, axioms: readonly RlAxiom[]): SchemaClosure {
  const asserted = axioms.map(classOrder).filter((pair) => pair !== undefined);
  const groupOf = groups(graph);
  const result: Result = { inclusions: [], axioms: [], isComplete: !graph.isCut };
  const rings: [Iri, Iri][] = [];
  let hierarchy = new Hierarchy([], asserted);
  for (const group of new Set(groupOf.values())) {
    if (group.length < 2) continue;
    for (const [i, id] of group.entries()) {
      const next = group[(i + 1) % group.length]!;
      rings.push([name(graph, id), name(graph, next)]);
      include(graph, hierarchy, [id, next], () => graph.walk(id, graph.byRules).has(next), result);
    }
  }
  if (rings.length > 0) hierarchy = new Hierarchy([], [...asserted, ...rings]);
  for (const [id, group] of groupOf) {
    if (group[0] !== id) continue;
    const isOther = (other: NodeId) => groupOf.has(other) && groupOf.get(other) !== group;
    let byRules: Set<NodeId> | undefined;
    for (const other of graph.walk(id, graph.uppers, isOther)) {
      if (!isOther(other)) continue;
      const isDerivedByRules = () => (byRules ??= graph.walk(id, graph.byRules, isOther)).has(other);
      include(graph, hierarchy, [id, groupOf.get(other)![0]!], isDerivedByRules, result);
    }
  }
  return result;
}

interface Result {
  readonly inclusions: (readonly [Iri, Iri])[];
  readonly axioms: RlAxiom[];
  isComplete: boolean;
}

function include(
  graph: SchemaGraph,
  hierarchy: Hierarchy,
  [lower, upper]: readonly [NodeId, NodeId],
  isDerivedByRules: () => boolean,
  result: Result,
): void {
  const [sub, sup] = [name(graph, lower), name(graph, upper)];
  if (hierarchy.isWithin(sub, sup)) return;
  const isDerived = isDerivedByRules();
  if (result.inclusions.length >= MAX_INCLUSIONS || (!isDerived && result.axioms.length >= MAX_AXIOMS)) {
    result.isComplete = false;
    return;
  }
  if (!isDerived) {
    const sources = graph.sources(lower, upper);
    result.axioms.push({
      kind: 'SubClassOf',
      sub: { kind: 'Class', iri: sub },
      super: { kind: 'Class', iri: sup },
      position: sources[0]!.position,
      text: [...new Set(sources.map((source) => source.text()))].join(', with '),
    });
  }
  result.inclusions.push([sub, sup]);
}

/**
 * Maps every node that is equivalent to a named class, except owl:Thing and owl:Nothing, to its equivalent named
 * classes.
 */
function groups(graph: SchemaGraph): Map<NodeId, readonly NodeId[]> {
  const edges = graph.uppers.flatMap((uppers, lower) => uppers.map((upper) => [lower, upper] as const));
  const { componentOf, count } = stronglyConnected(
    digraph(
      graph.nodes.length,
      edges.map(([lower]) => lower),
      edges.map(([, upper]) => upper),
    ),
  );
  const isNamed = (id: NodeId) => {
    const node = graph.nodes[id]!;
    return node.kind === 'named' && node.iri !== owl.Thing && node.iri !== owl.Nothing;
  };
  const named = Array.from({ length: count }, (): NodeId[] => []);
  for (const [id, component] of componentOf.entries()) if (isNamed(id)) named[component]!.push(id);
  const groupOf = new Map<NodeId, readonly NodeId[]>();
  for (const [id, component] of componentOf.entries()) {
    if (named[component]!.length > 0) groupOf.set(id, named[component]!);
  }
  return groupOf;
}

function name(graph: SchemaGraph, id: NodeId): Iri {
  const node = graph.nodes[id]!;
  return node.kind === 'named' ? node.iri : '';
}

/** What the closed schema says of named classes, beyond what the axioms say of them. */
import { Hierarchy } from '../hierarchy';
import type { Iri } from '../model';
import { classOrder } from '../order';
import type { RlAxiom } from '../rl';
import { owl } from '../vocabulary';
import type { NodeId, SchemaGraph } from './graph';

export interface SchemaClosure {
  /** Named classes below others that no axiom puts there: only the nearest, the rest follows from these. */
  readonly inclusions: readonly (readonly [lower: Iri, upper: Iri])[];
  /** Those that no rule over data would find out of itself, as SubClassOf axioms with the texts of what they follow from. */
  readonly axioms: readonly RlAxiom[];
  /** False where more follows than was looked for. */
  readonly isComplete: boolean;
}

const MOST_INCLUSIONS = 100_000;
/** Of those that become rules. */
const MOST_AXIOMS = 10_000;

/** Equivalents in a ring, and from one of each group to one of those above it with nothing named in between. */
export function inclusionsOf(graph: SchemaGraph, axioms: readonly RlAxiom[]): SchemaClosure {
  const told = axioms.map(classOrder).filter((pair) => pair !== undefined);
  const groupOf = groups(graph);
  const found: Found = { inclusions: [], axioms: [], isComplete: !graph.isCut };
  const rings: [Iri, Iri][] = [];
  const direct = new Hierarchy([], told);
  for (const group of new Set(groupOf.values())) {
    if (group.length < 2) continue;
    for (const [i, id] of group.entries()) {
      const next = group[(i + 1) % group.length]!;
      rings.push([name(graph, id), name(graph, next)]);
      include(graph, direct, [id, next], () => graph.walk(id, graph.byRules).has(next), found);
    }
  }
  const hierarchy = new Hierarchy([], [...told, ...rings]);
  for (const [id, group] of groupOf) {
    if (group[0] !== id) continue;
    const isOther = (other: NodeId) => groupOf.has(other) && groupOf.get(other) !== group;
    let byRules: Set<NodeId> | undefined;
    for (const other of graph.walk(id, graph.uppers, isOther)) {
      if (!isOther(other)) continue;
      const isFollowed = () => (byRules ??= graph.walk(id, graph.byRules, isOther)).has(other);
      include(graph, hierarchy, [id, groupOf.get(other)![0]!], isFollowed, found);
    }
  }
  return found;
}

interface Found {
  readonly inclusions: (readonly [Iri, Iri])[];
  readonly axioms: RlAxiom[];
  isComplete: boolean;
}

function include(
  graph: SchemaGraph,
  known: Hierarchy,
  [lower, upper]: readonly [NodeId, NodeId],
  isFollowed: () => boolean,
  found: Found,
): void {
  const [sub, sup] = [name(graph, lower), name(graph, upper)];
  if (known.isWithin(sub, sup)) return;
  const byRules = isFollowed();
  if (found.inclusions.length >= MOST_INCLUSIONS || (!byRules && found.axioms.length >= MOST_AXIOMS)) {
    found.isComplete = false;
    return;
  }
  if (!byRules) {
    const sources = graph.sources(lower, upper);
    found.axioms.push({
      kind: 'SubClassOf',
      sub: { kind: 'Class', iri: sub },
      super: { kind: 'Class', iri: sup },
      position: sources[0]!.position,
      text: [...new Set(sources.map((source) => source.text()))].join(', with '),
    });
  }
  found.inclusions.push([sub, sup]);
}

/** Whatever is equivalent to a named class (but owl:Thing and owl:Nothing) → all named classes that are. */
function groups(graph: SchemaGraph): Map<NodeId, readonly NodeId[]> {
  const edges: [string, string][] = [];
  for (const [id, uppers] of graph.uppers.entries()) for (const upper of uppers) edges.push([`${id}`, `${upper}`]);
  const all = new Hierarchy([], edges);
  const isNamed = (id: NodeId) => {
    const node = graph.nodes[id]!;
    return node.kind === 'named' && node.iri !== owl.Thing && node.iri !== owl.Nothing;
  };
  const groupOf = new Map<NodeId, readonly NodeId[]>();
  for (const id of graph.nodes.keys()) {
    if (!isNamed(id) || groupOf.has(id)) continue;
    const equivalents = [id, ...all.equivalents(`${id}`).map(Number)];
    const group = equivalents.filter(isNamed);
    for (const equivalent of equivalents) groupOf.set(equivalent, group);
  }
  return groupOf;
}

function name(graph: SchemaGraph, id: NodeId): Iri {
  const node = graph.nodes[id]!;
  return node.kind === 'named' ? node.iri : '';
}

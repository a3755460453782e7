/** Schema rules of OWL 2 RL (table 9), applied to the schema graph until a fixpoint. */
import { quantifiedKey } from './expressions';
import type { ExpressionReader } from './expressions';
import type { Node, NodeId, Premise, SchemaGraph } from './graph';

type Quantified = Node & { kind: 'some' | 'all' | 'value' };

export function closeSchema(graph: SchemaGraph, { inner, thing }: ExpressionReader): void {
  const { uppers, lowers } = graph;

  /**
   * True if the graph has the same restriction on another property. A walk ends at that property, because the other
   * restriction's own walk continues there.
   */
  const hasOther = ({ kind, filler }: Quantified, property: NodeId, id: NodeId): boolean => {
    const other = graph.find(quantifiedKey(kind, property, filler));
    return other !== undefined && other !== id;
  };

  /**
   * Links a restriction to the restrictions above it, by their properties and fillers. A walk ends at each of these,
   * because its own walk continues there.
   */
  function extendQuantified(id: NodeId, node: Quantified, properties: NodeId[][]): void {
    const isEnd = (property: NodeId) => property !== node.property && hasOther(node, property, id);
    for (const property of graph.walk(node.property, properties, isEnd)) {
      const order: Premise = properties === lowers ? [property, node.property] : [node.property, property];
      const restrictionWith = (filler: NodeId) => graph.find(quantifiedKey(node.kind, property, filler));
      const isTarget = (filler: NodeId) => restrictionWith(filler) !== undefined && restrictionWith(filler) !== id;
      for (const filler of [...graph.walk(node.filler, uppers, isTarget), thing]) {
        if (!isTarget(filler)) continue;
        const premises = filler === thing ? [order] : [order, [node.filler, filler] as const];
        graph.add(id, restrictionWith(filler)!, { premises });
      }
    }
  }

  /**
   * Links the nodes below all parts to an intersection; with directions reversed, a union to the nodes above all parts.
   */
  function extendParts(id: NodeId, parts: readonly NodeId[], inward: NodeId[][], outward: NodeId[][]): void {
    // Without edges of its own or a use inside another node, the node adds nothing to its parts.
    if (outward[id]!.length <= parts.length && !inner.has(id)) return;
    const linked = graph.walk(id, inward);
    for (const other of graph.smallest(parts, inward)) {
      if (linked.has(other)) continue;
      const reached = graph.walk(other, outward);
      if (!parts.every((part) => reached.has(part))) continue;
      const isIntersection = inward === lowers;
      const premises = parts.map((part): Premise => (isIntersection ? [other, part] : [part, other]));
      graph.add(isIntersection ? other : id, isIntersection ? id : other, { premises });
      for (const further of graph.walk(other, inward)) linked.add(further);
    }
  }

  function extend(id: NodeId): void {
    const node = graph.nodes[id]!;
    switch (node.kind) {
      case 'some': // scm-svf1, scm-svf2
        extendQuantified(id, node, uppers);
        break;
      case 'all': // scm-avf1, scm-avf2
        extendQuantified(id, node, lowers);
        break;
      case 'value': // scm-hv
        for (const property of graph.walk(
          node.property,
          uppers,
          (above) => above !== node.property && hasOther({ ...node, kind: 'value' }, above, id),
        )) {
          const upper = graph.find(quantifiedKey('value', property, node.filler));
          if (upper !== undefined) graph.add(id, upper, { premises: [[node.property, property]] });
        }
        break;
      case 'and':
        extendParts(id, node.parts, lowers, uppers);
        break;
      case 'or':
        extendParts(id, node.parts, uppers, lowers);
        break;
    }
  }

  let before: number;
  do {
    before = graph.edges;
    for (let id = 0; id < graph.nodes.length && !graph.isCut; id++) extend(id);
  } while (graph.edges > before && !graph.isCut);
}

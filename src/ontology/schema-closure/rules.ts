/** The schema rules of OWL 2 RL (table 9) over the schema graph, until nothing is added. */
import { quantifiedKey } from './expressions';
import type { ExpressionReader } from './expressions';
import type { Node, NodeId, Premise, SchemaGraph } from './graph';

type Quantified = Node & { kind: 'some' | 'all' | 'value' };

export function closeSchema(graph: SchemaGraph, { inner, thing }: ExpressionReader): void {
  const { uppers, lowers } = graph;

  /** Tells whether the same is known of another property: from there it goes on by itself. */
  const isKnown = ({ kind, of }: Quantified, property: NodeId, id: NodeId): boolean => {
    const other = graph.find(quantifiedKey(kind, property, of));
    return other !== undefined && other !== id;
  };

  /** Up from the filler; not beyond one that the restriction is known with, since that one goes on from there. */
  function extendQuantified(id: NodeId, node: Quantified, properties: NodeId[][]): void {
    const isMetAbove = (property: NodeId) => property !== node.property && isKnown(node, property, id);
    for (const property of graph.walk(node.property, properties, isMetAbove)) {
      const order: Premise = properties === lowers ? [property, node.property] : [node.property, property];
      const at = (filler: NodeId) => graph.find(quantifiedKey(node.kind, property, filler));
      const isMet = (filler: NodeId) => at(filler) !== undefined && at(filler) !== id;
      for (const filler of [...graph.walk(node.of, uppers, isMet), thing]) {
        if (!isMet(filler)) continue;
        const premises = filler === thing ? [order] : [order, [node.of, filler] as const];
        graph.add(id, at(filler)!, { premises });
      }
    }
  }

  /** What is below every part is below the intersection; turned round for a union. */
  function extendParts(id: NodeId, parts: readonly NodeId[], inward: NodeId[][], outward: NodeId[][]): void {
    // One that nothing asks for tells no more than its parts.
    if (outward[id]!.length <= parts.length && !inner.has(id)) return;
    const known = graph.walk(id, inward);
    for (const other of graph.smallest(parts, inward)) {
      if (known.has(other)) continue;
      const reached = graph.walk(other, outward);
      if (!parts.every((part) => reached.has(part))) continue;
      const down = inward === lowers;
      const premises = parts.map((part): Premise => (down ? [other, part] : [part, other]));
      graph.add(down ? other : id, down ? id : other, { premises });
      for (const further of graph.walk(other, inward)) known.add(further);
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
          (above) => above !== node.property && isKnown({ ...node, kind: 'value' }, above, id),
        )) {
          const upper = graph.find(quantifiedKey('value', property, node.of));
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

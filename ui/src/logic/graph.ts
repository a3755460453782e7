/** Graph of individuals that have been looked at, and of their neighbours. */
import type { NodeHead, StoredFact } from './facts';

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly predicate: string;
  readonly isInferred: boolean;
}

export interface Graph {
  readonly nodes: ReadonlyMap<string, NodeHead>;
  /** By an id of the edge. */
  readonly edges: ReadonlyMap<string, Edge>;
}

interface Looked {
  readonly head: NodeHead;
  readonly facts: readonly StoredFact[];
  readonly incoming: readonly StoredFact[];
}

/** Nodes of one graph; more could not be read. */
export const MAX_NODES = 2_000;

/** Adds an individual, its edges, and the nodes at their other ends. */
export function addNeighbours(graph: Graph, { head, facts, incoming }: Looked): Graph {
  const nodes = new Map(graph.nodes).set(head.uid, head);
  const edges = new Map(graph.edges);
  const add = ({ predicate, node, isInferred }: StoredFact, isIncoming: boolean): void => {
    if (!node || (!nodes.has(node.uid) && nodes.size >= MAX_NODES)) return;
    if (!nodes.has(node.uid)) nodes.set(node.uid, node);
    const [from, to] = isIncoming ? [node.uid, head.uid] : [head.uid, node.uid];
    edges.set(`${from} ${predicate} ${to}`, { from, to, predicate, isInferred });
  };
  for (const fact of facts) add(fact, false);
  for (const edge of incoming) add(edge, true);
  return { nodes, edges };
}

interface Filter {
  /** Class of the nodes; '' for all. */
  readonly type: string;
  readonly inferred: boolean;
  readonly asserted: boolean;
}

/** Returns the part of a graph that a filter lets through; the node at its centre always stays. */
export function visible({ nodes, edges }: Graph, { type, inferred, asserted }: Filter, centre: string): Graph {
  const shown = new Map([...nodes].filter(([uid, { types }]) => uid === centre || type === '' || types.includes(type)));
  const isShown = ({ from, to, isInferred }: Edge): boolean =>
    shown.has(from) && shown.has(to) && (isInferred ? inferred : asserted);
  return { nodes: shown, edges: new Map([...edges].filter(([, edge]) => isShown(edge))) };
}

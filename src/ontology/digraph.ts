/** Directed graphs of numbered nodes, for hierarchies. */
import { onceFor } from '../util/memo';

/** Successors of node `n`: the targets from index `starts[n]` to `starts[n + 1]`. */
export interface Digraph {
  readonly starts: readonly number[];
  readonly targets: readonly number[];
}

/**
 * Makes a graph from its edges. The successors of a node keep the order of the edges.
 *
 * @param size number of nodes
 * @param from start of each edge
 * @param to end of each edge
 */
export function digraph(size: number, from: readonly number[], to: readonly number[]): Digraph {
  const starts = new Array<number>(size + 1).fill(0);
  for (const node of from) starts[node + 1]!++;
  for (let node = 0; node < size; node++) starts[node + 1]! += starts[node]!;
  const next = starts.slice();
  const targets = new Array<number>(to.length).fill(0);
  for (let edge = 0; edge < to.length; edge++) targets[next[from[edge]!]!++] = to[edge]!;
  return { starts, targets };
}

export const outDegree = ({ starts }: Digraph, node: number): number => starts[node + 1]! - starts[node]!;

export const successors = ({ starts, targets }: Digraph, node: number): number[] =>
  targets.slice(starts[node], starts[node + 1]);

/**
 * Returns the start nodes and all nodes reachable from them, breadth first.
 *
 * @param isOpen nodes without it are not entered; default: all. It must not call this function
 */
export function reach(graph: Digraph, start: Iterable<number>, isOpen?: (node: number) => boolean): number[] {
  const { starts, targets } = graph;
  const visits = visitsOf(graph);
  const { marks } = visits;
  const visit = ++visits.count;
  const reached: number[] = [];
  for (const node of start) {
    if (marks[node] === visit) continue;
    marks[node] = visit;
    reached.push(node);
  }
  for (let next = 0; next < reached.length; next++) {
    const node = reached[next]!;
    for (let edge = starts[node]!; edge < starts[node + 1]!; edge++) {
      const target = targets[edge]!;
      if (marks[target] === visit || (isOpen && !isOpen(target))) continue;
      marks[target] = visit;
      reached.push(target);
    }
  }
  return reached;
}

/** Marks of visited nodes, kept for the next visit: the number of the last visit to each. */
const visitsOf = onceFor(({ starts }: Digraph) => ({ marks: new Float64Array(starts.length), count: 0 }));

interface Components {
  /** Component of each node. A component has a higher number than the components reachable from it. */
  readonly componentOf: number[];
  readonly count: number;
}

/** Strongly connected components: Tarjan's algorithm with an explicit stack, because a call stack may be too small. */
export function stronglyConnected({ starts, targets }: Digraph): Components {
  const size = starts.length - 1;
  const componentOf = new Array<number>(size).fill(-1);
  /** Order of the first visits, from 1. */
  const visits = new Int32Array(size);
  const low = new Int32Array(size);
  const nextEdge = Int32Array.from(starts);
  const stack: number[] = [];
  const path: number[] = [];
  let visited = 0;
  let count = 0;
  const open = (node: number) => {
    visits[node] = low[node] = ++visited;
    stack.push(node);
    path.push(node);
  };
  for (let root = 0; root < size; root++) {
    if (visits[root] === 0) open(root);
    while (path.length > 0) {
      const node = path.at(-1)!;
      if (nextEdge[node]! < starts[node + 1]!) {
        const target = targets[nextEdge[node]!++]!;
        if (visits[target] === 0) open(target);
        else if (componentOf[target] === -1) low[node] = Math.min(low[node]!, visits[target]!);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[node]!);
      if (low[node] !== visits[node]) continue;
      for (let member = -1; member !== node;) {
        member = stack.pop()!;
        componentOf[member] = count;
      }
      count++;
    }
  }
  return { componentOf, count };
}

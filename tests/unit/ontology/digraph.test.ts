import { digraph, outDegree, reach, stronglyConnected, successors } from '../../../src/ontology/digraph';

/** 0 → 1 ⇄ 2 → 3, 4 alone; the edge 0 → 1 twice. */
const graph = digraph(5, [0, 2, 1, 2, 0], [1, 3, 2, 1, 1]);

it('successors keep the order of the edges', () => {
  expect([0, 1, 2, 3, 4].map((node) => successors(graph, node))).toEqual([[1, 1], [2], [3, 1], [], []]);
  expect([0, 1, 2, 3, 4].map((node) => outDegree(graph, node))).toEqual([2, 1, 2, 0, 0]);
});

it('reaches nodes breadth first, and does not enter closed ones', () => {
  expect([...reach(graph, [0])]).toEqual([0, 1, 2, 3]);
  expect([...reach(graph, [0, 4], (node) => node !== 2)]).toEqual([0, 4, 1]);
});

it('components have higher numbers than those reachable from them', () => {
  const { componentOf, count } = stronglyConnected(graph);
  const [zero, one, two, three] = componentOf;
  expect(count).toBe(4);
  expect(one).toBe(two);
  expect(zero).toBeGreaterThan(one!);
  expect(one).toBeGreaterThan(three!);
});

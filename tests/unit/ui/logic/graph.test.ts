import type { NodeHead, StoredFact } from '../../../../ui/src/logic/facts';
import { addNeighbours, MAX_NODES, visible } from '../../../../ui/src/logic/graph';

const head = (uid: string, ...types: string[]): NodeHead => ({ uid, types, label: uid });
const edge = (node: NodeHead, isInferred = false): StoredFact => ({
  predicate: 'p',
  value: node.uid,
  node,
  isInferred,
});
const EMPTY = { nodes: new Map(), edges: new Map() };

it('grows by neighbours in both directions, and is filtered by class and state', () => {
  const facts = [
    edge(head('b', 'Dog')),
    edge(head('c', 'Cat'), true),
    { predicate: 'q', value: 'v', isInferred: false },
  ];
  const graph = addNeighbours(EMPTY, { head: head('a', 'Person'), facts, incoming: [edge(head('b', 'Dog'))] });
  expect([...graph.edges.keys()]).toEqual(['a p b', 'a p c', 'b p a']);
  const shown = (type: string, inferred: boolean, asserted: boolean) => {
    const { nodes, edges } = visible(graph, { type, inferred, asserted }, 'a');
    return [[...nodes.keys()].join(''), [...edges.keys()].length];
  };
  expect(shown('', true, true)).toEqual(['abc', 3]);
  expect(shown('Dog', true, true)).toEqual(['ab', 2]);
  expect(shown('', true, false)).toEqual(['abc', 1]);
});

it('has a limit of nodes', () => {
  const facts = Array.from({ length: MAX_NODES + 10 }, (_, i) => edge(head(`n${i}`)));
  expect(addNeighbours(EMPTY, { head: head('a'), facts, incoming: [] }).nodes.size).toBe(MAX_NODES);
});

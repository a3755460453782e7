import type { Class } from '../../../../ui/src/api/schema';
import { addClass } from '../../../../ui/src/logic/class-graph';

const NAMES = { below: 'kind of', equivalent: 'same as', disjoint: 'disjoint' };
const EMPTY = { nodes: new Map(), edges: new Map() };
const property = (iri: string, range: string[], inherited = false, type = 'ObjectProperty') =>
  ({ iri, fullIri: iri, type, range, inherited, isFunctional: false }) as never;
const described = (iri: string, more: Partial<Class> = {}): Class => ({
  iri,
  fullIri: `urn:${iri}`,
  superClasses: [],
  subClasses: [],
  directSuperClasses: [],
  directSubClasses: [],
  equivalentClasses: [],
  ...more,
});

it('a class is linked to its neighbours, each relation once', () => {
  const properties = [
    property('hasPet', ['Animal']),
    property('knows', ['Person'], true),
    property('name', ['xsd:string'], false, 'DatatypeProperty'),
  ];
  const dog = {
    directSuperClasses: ['Animal'],
    directSubClasses: ['Poodle'],
    assertedDisjointWith: ['Cat'],
    properties,
  };
  let graph = addClass(EMPTY, described('Dog', dog), NAMES, (name) => `<${name}>`);
  expect([...graph.edges.keys()].sort()).toEqual([
    'Cat disjoint Dog',
    'Dog <hasPet> Animal',
    'Dog kind of Animal',
    'Poodle kind of Dog',
  ]);
  graph = addClass(graph, described('Cat', { assertedDisjointWith: ['Dog'] }), NAMES, (name) => name);
  expect(graph.edges.size).toBe(4);
  expect([...graph.nodes.values()].map(({ label }) => label)).toContain('<Cat>');
});

it('a class with thousands of subclasses adds some of them', () => {
  const directSubClasses = Array.from({ length: 5_000 }, (_, i) => `C${i}`);
  expect(addClass(EMPTY, described('A', { directSubClasses }), NAMES, String).nodes.size).toBeLessThan(100);
});

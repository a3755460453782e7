/** Names in DQL queries of models: those that the graph does not have are refused, wherever they are. */
import { parsed } from '../../../../src/retrieval/knowledge/query-check';
import { requireKnownNames } from '../../../../src/retrieval/knowledge/query-names';

const SCHEMA = {
  schema: ['name', 'friend', 'age', 'http://e/born'].map((predicate) => ({ predicate, type: 'string' })),
  types: [{ name: 'Person', fields: [] }],
};

const refusalOf = (query: string): string | undefined => {
  try {
    const document = parsed(query);
    if (document) requireKnownNames(document, SCHEMA, ['Robot']);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

/** Places of a predicate, and of a type. */
const PREDICATES: readonly ((name: string) => string)[] = [
  (p) => `{ q(func: has(${p})) { uid } }`,
  (p) => `{ q(func: has(~${p})) { uid } }`,
  (p) => `{ q(func: eq(${p}, "x")) { uid } }`,
  (p) => `{ q(func: type(Person)) { ${p} } }`,
  (p) => `{ q(func: type(Person)) { alias: ${p}@en } }`,
  (p) => `{ q(func: type(Person)) { friend { ${p} { name } } } }`,
  (p) => `{ q(func: type(Person)) { count(${p}) } }`,
  (p) => `{ q(func: type(Person), orderasc: ${p}) { uid } }`,
  (p) => `{ q(func: type(Person)) @filter(NOT ge(count(${p}), 2)) { uid } }`,
  (p) => `{ q(func: type(Person)) @filter(has(name) OR allofterms(${p}, "x")) { uid } }`,
  (p) => `{ q(func: type(Person)) @groupby(${p}) { count(uid) } }`,
  (p) => `{ q(func: type(Person)) @cascade(${p}) { ${p} } }`,
  (p) => `{ q(func: type(Person)) { ...f } } fragment f { ${p} }`,
];
const TYPES: readonly ((name: string) => string)[] = [
  (t) => `{ q(func: type(${t})) { uid } }`,
  (t) => `{ q(func: has(name)) @filter(type(${t})) { uid } }`,
  (t) => `{ q(func: eq(dgraph.type, "${t}")) { uid } }`,
  (t) => `{ q(func: eq(graph.type, ["Person", "${t}"])) { uid } }`,
  (t) => `{ q(func: type(Person)) { expand(${t}) } }`,
];

it.each(PREDICATES.map((place) => [place('P'), place] as const))('%s', (_, place) => {
  expect([place('age'), place('friend')].map(refusalOf)).toEqual([undefined, undefined]);
  expect(refusalOf(place('aeg'))).toMatch(/the graph has no predicate aeg; similar: age$/);
  if (place('').includes('~')) return;
  expect(refusalOf(place('<http://e/born>'))).toBeUndefined();
  expect(refusalOf(place('<http://e/borm>'))).toMatch(/no predicate http:..e.borm; similar: http:..e.born/);
});

it.each(TYPES.map((place) => [place('T'), place] as const))('%s', (_, place) => {
  expect([place('Person'), place('Robot')].map(refusalOf)).toEqual([undefined, undefined]);
  expect(refusalOf(place('Persn'))).toMatch(/the graph has no type Persn; similar: Person$/);
});

it.each([
  '{ v as var(func: type(Person)) { c as count(friend) } q(func: uid(v), orderdesc: val(c)) { name val(c) } }',
  '{ v as var(func: type(Person)) q(func: uid(v)) @filter(gt(count(v), 1)) { uid graph.type dgraph.type iri } }',
  '{ q(func: type(Person)) { friend @facets(since) @facets(eq(close, true)) { name } } }',
  '{ q(func: type(Person)) { expand(_all_) { name } } }',
  'schema { type }',
  'schema(pred: [aeg]) { type }',
  // The engine says what is wrong.
  '{ q(func: ',
])('%s has no unknown name', (query) => {
  expect(refusalOf(query)).toBeUndefined();
});

it('a client that is not shown types is not told of them', () => {
  expect(() => requireKnownNames(parsed('{ q(func: type(Persn)) { uid } }')!, { ...SCHEMA, types: [] })).not.toThrow();
});

/** Names in DQL queries of models: those that the graph does not have are refused, wherever they are. */
import { parsed } from '../../../../src/retrieval/knowledge/query-check';
import type { Vocabulary } from '../../../../src/retrieval/knowledge/vocabulary';
import { requireKnownNames } from '../../../../src/retrieval/knowledge/query-names';

const SCHEMA = {
  schema: ['name', 'friend', 'age', 'http://e/born', 'zoo.called'].map((predicate) => ({ predicate, type: 'string' })),
  types: [{ name: 'Person', fields: [] }],
};
/** Names by what labels of the ontology say. */
const BY_LABEL: Readonly<Record<string, readonly string[]>> = {
  'class Mensch': ['Person', 'Unstored'],
  'property Freund': ['friend', 'unstored'],
};
const VOCABULARY = {
  classes: new Map([['Robot', {}]]) as unknown as Vocabulary['classes'],
  similar: (space: string, text: string) => BY_LABEL[`${space} ${text}`] ?? [],
};

const refusalOf = (query: string, variables?: Readonly<Record<string, string>>): string | undefined => {
  try {
    requireKnownNames(parsed(query, variables), SCHEMA, VOCABULARY);
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
  expect([place('age'), place('friend')].map((query) => refusalOf(query))).toEqual([undefined, undefined]);
  expect(refusalOf(place('aeg'))).toMatch(/the graph has no predicate aeg; similar: age$/);
  if (place('').includes('~')) return;
  expect(refusalOf(place('<http://e/born>'))).toBeUndefined();
  expect(refusalOf(place('<http://e/borm>'))).toMatch(/no predicate http:..e.borm; similar: http:..e.born/);
});

it.each(TYPES.map((place) => [place('T'), place] as const))('%s', (_, place) => {
  expect([place('Person'), place('Robot')].map((query) => refusalOf(query))).toEqual([undefined, undefined]);
  expect(refusalOf(place('Persn'))).toMatch(/the graph has no type Persn; similar: Person$/);
});

/** Places of a variable for a type. */
const VARIABLES: readonly string[] = [
  '{ q(func: type($t)) { uid } }',
  '{ q(func: eq(graph.type, $t)) { uid } }',
  '{ q(func: eq(dgraph.type, ["Person", $t])) { uid } }',
  '{ q(func: has(name)) @filter(NOT (type($t) OR has(age))) { uid } }',
  '{ q(func: has(name)) { friend @filter(eq(dgraph.type, $t)) { uid } } }',
  '{ q(func: has(name)) { ...f } } fragment f { friend @filter(type($t)) { uid } }',
];

it.each(VARIABLES)('%s is checked with the value of the variable', (query) => {
  const given = `query q($t: string) ${query}`;
  expect(refusalOf(given, { $t: 'Person' })).toBeUndefined();
  expect(refusalOf(given, { $t: 'Persn' })).toMatch(/the graph has no type Persn; similar: Person$/);
  const withDefault = (type: string) => `query q($t: string = "${type}") ${query}`;
  expect(refusalOf(withDefault('Robot'))).toBeUndefined();
  expect(refusalOf(withDefault('Persn'))).toMatch(/the graph has no type Persn/);
  expect(refusalOf(withDefault('Persn'), { $t: 'Person' })).toBeUndefined();
  expect(refusalOf(withDefault('Person'), { $t: 'Persn' })).toMatch(/the graph has no type Persn/);
});

it.each<readonly [string, string]>([
  ['{ q(func: type(Mensch)) { uid } }', 'Person'],
  ['{ q(func: type(<http://e#person>)) { uid } }', 'Person'],
  ['{ q(func: has(Freund)) { uid } }', 'friend'],
  ['{ q(func: has(born)) { uid } }', 'http://e/born'],
  ['{ q(func: has(<ex:frend>)) { uid } }', 'friend'],
  ['{ q(func: has(called)) { uid } }', 'zoo.called'],
  ...['label', '<rdfs:label>', '<http://www.w3.org/2000/01/rdf-schema#label>', '<skos.prefLabel>', 'title'].map(
    (label) => [`{ q(func: has(${label})) { uid } }`, 'name'] as const,
  ),
])('%s is offered %s', (query, name) => {
  expect(refusalOf(query)).toMatch(new RegExp(`; similar: (?:.*, )?${name}(?:,|$)`));
});

it.each([
  ['{ q(func: ', 'the engine refuses: line 1'],
  // Dgraph ignores the colon; nothing runs unchecked.
  ['{ q(func: type(Persn)) { : uid } }', 'the engine refuses: line 1'],
  ['query q($t: string!) { q(func: type($t)) { uid } }', 'the engine refuses: Variable $t should be initialised'],
  ['{ q(func: type($t)) { uid } }', 'the engine refuses: Variable not defined $t'],
])('%s is refused', (query, reason) => {
  expect(refusalOf(query)).toContain(reason);
});

it.each([
  '{ v as var(func: type(Person)) { c as count(friend) } q(func: uid(v), orderdesc: val(c)) { name val(c) } }',
  '{ v as var(func: type(Person)) q(func: uid(v)) @filter(gt(count(v), 1)) { uid graph.type dgraph.type iri } }',
  '{ q(func: type(Person)) { friend @facets(since) @facets(eq(close, true)) { name } } }',
  '{ q(func: type(Person)) { expand(_all_) { name } } }',
  'schema { type }',
  'schema(pred: [aeg]) { type }',
])('%s has no unknown name', (query) => {
  expect(refusalOf(query)).toBeUndefined();
});

it('a client that is not shown types is not told of them', () => {
  expect(() => requireKnownNames(parsed('{ q(func: type(Persn)) { uid } }'), { ...SCHEMA, types: [] })).not.toThrow();
});

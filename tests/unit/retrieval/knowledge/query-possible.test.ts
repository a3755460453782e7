/** Queries that the ontology makes impossible are refused, wherever in them the contradiction is. */
import { parsed } from '../../../../src/retrieval/knowledge/query-check';
import { requirePossible } from '../../../../src/retrieval/knowledge/query-possible';
import type { Vocabulary } from '../../../../src/retrieval/knowledge/vocabulary';

const DISJOINT = [
  ['Work', 'Person'],
  ['Work', 'Room'],
  ['Person', 'Room'],
];
const ABOVE: Readonly<Record<string, string>> = { Painting: 'Work', Painter: 'Person' };
const family = (name: string): string[] => [name, ...(ABOVE[name] ? [ABOVE[name]] : [])];
const property = (domain: string[], range: string[], domainIsUnion = false) => ({
  isObject: range.length > 0,
  domain,
  range,
  domainIsUnion,
  rangeIsUnion: false,
});
const vocabulary = {
  properties: new Map([
    ['madeBy', property(['Work'], ['Person'])],
    ['taughtBy', property(['Person'], ['Person'])],
    ['hangsIn', property(['Work'], ['Room'])],
    ['keeps', property(['Person', 'Room'], ['Work'], true)],
    ['born', property(['Person'], [])],
    ['name', property([], [])],
  ]),
  labelOf: (name: string) => name.toLowerCase(),
  contradiction: (types: readonly string[], others: readonly string[]) => {
    for (const other of others) {
      const type = types.find((each) =>
        DISJOINT.some(
          ([a, b]) =>
            (family(each).includes(a!) && family(other).includes(b!)) ||
            (family(each).includes(b!) && family(other).includes(a!)),
        ),
      );
      if (type !== undefined) return [type, other] as const;
    }
    return undefined;
  },
} as unknown as Vocabulary;
const TYPES = new Map([
  ['0x1', ['Painting', 'Work']],
  ['0x2', ['Painter', 'Person']],
]);

const refusalOf = (query: string): Promise<string | undefined> =>
  requirePossible(parsed(query), vocabulary, () => Promise.resolve(TYPES)).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );

/** Places of a predicate of works, around which the query says that its nodes are of a class. */
const PLACES: readonly ((type: string) => string)[] = [
  (t) => `{ q(func: type(${t})) { madeBy { name } } }`,
  (t) => `{ q(func: type(${t})) { count(madeBy) } }`,
  (t) => `{ q(func: eq(graph.type, "${t}")) { a: madeBy { name } } }`,
  (t) => `{ q(func: has(madeBy)) @filter(type(${t})) { name } }`,
  (t) => `{ q(func: type(${t})) @filter(has(madeBy) AND has(name)) { name } }`,
  (t) => `{ q(func: type(${t})) @cascade(madeBy) { name } }`,
  (t) => `{ q(func: type(${t})) { ...f } } fragment f { madeBy { name } }`,
  (t) => `{ v as var(func: type(${t})) q(func: uid(v)) { madeBy { name } } }`,
  (t) => `{ var(func: type(${t})) { x as uid } q(func: uid(x)) @filter(has(madeBy)) { name } }`,
  (t) => `{ q(func: uid(x)) @filter(has(madeBy)) { name } var(func: type(${t})) { x as uid } }`,
  (t) => `{ q(func: uid(y)) { madeBy { name } } y as var(func: uid(x)) x as var(func: type(${t})) }`,
  (t) => `{ var(func: type(${t})) { x as name } q(func: has(madeBy)) @filter(uid(x)) { name } }`,
  (t) => `{ var(func: type(${t})) { x as count(name) } q(func: uid(x)) { madeBy { name } } }`,
  (t) =>
    `{ var(func: has(madeBy)) { x as madeBy } q(func: has(name)) @filter(uid_in(~hangsIn, uid(x)) OR type(${t})) { madeBy { name } } }`,
  (t) => `{ q(func: has(madeBy)) @filter(type(${t}) OR eq(graph.type, ["Room", "Person"]) OR has(born)) { name } }`,
  (t) => `{ q(func: type(${t})) @filter(has(hangsIn) OR has(madeBy)) { name } }`,
  (t) => `{ q(func: type(${t})) @filter((has(hangsIn) OR has(madeBy)) AND has(name)) { name } }`,
  (t) => `{ q(func: type(${t})) @filter(has(madeBy)) @recurse(depth: 3) { name } }`,
  (t) => `query q($t: string = "${t}") { q(func: type($t)) { madeBy { name } } }`,
  (t) => `{ q(func: has(name)) { ~madeBy @filter(type(${t})) { name } } }`,
  (t) => `{ q(func: has(name)) { keeps @filter(type(${t})) { name } } }`,
];

it.each(PLACES.map((place) => [place('T'), place] as const))('%s', async (_, place) => {
  expect(await refusalOf(place('Painting'))).toBeUndefined();
  expect(await refusalOf(place('Work'))).toBeUndefined();
  for (const type of ['Painter', 'Person', 'Room']) {
    expect(await refusalOf(place(type))).toMatch(/no node can have both .*: nothing is both a \w+ and a \w+/);
  }
});

it.each([
  ['{ q(func: uid(0x2)) { madeBy { name } } }', /the node 0x2 and madeBy \(its domain is Work\)/],
  ['{ q(func: uid(0x1)) { hangsIn { taughtBy { name } } } }', /hangsIn \(its range is Room\) and taughtBy/],
  ['{ q(func: has(madeBy)) @filter(uid_in(madeBy, 0x1)) { name } }', /the node 0x1 and madeBy \(its range is Person\)/],
  ['{ q(func: type(Room)) @filter(type(Person) OR has(born)) { name } }', /type\(Room\) and type\(Person\)/],
  ['{ q(func: uid(0x1, 0x2)) @filter(type(Room)) { name } }', /the node 0x1 and type\(Room\)/],
  ['{ q(func: type(Painting)) @filter(has(~keeps) AND has(~madeBy)) { name } }', /~madeBy \(its range is Person\)/],
  ['{ q(func: uid(0x2)) { ~madeBy { ~hangsIn { name } } } }', /~madeBy .* and ~hangsIn \(its range is Room\)/],
])('%s is refused', async (query, reason) => {
  expect(await refusalOf(query)).toMatch(reason);
});

it.each([
  '{ q(func: uid(0x1, 0x2)) { madeBy { name } } }',
  '{ q(func: type(Room)) @filter(NOT has(madeBy)) { name } }',
  '{ q(func: has(name)) @filter(type(Room) OR has(madeBy)) { name } }',
  '{ q(func: type(Room)) { keeps { name } } }',
  '{ q(func: eq(graph.type, ["Room", "Work"])) { madeBy { name } } }',
  '{ q(func: uid(0x1)) { madeBy { taughtBy { ~madeBy { hangsIn { name } } } } } }',
  '{ q(func: type(Room)) @filter(type(Person) OR has(born) OR has(name)) { name } }',
  '{ q(func: type(Room)) @filter(NOT (type(Person) OR has(born))) { name } }',
  '{ q(func: has(keeps)) @filter(type(Person)) { born } }',
  '{ var(func: type(Room)) { x as uid } var(func: type(Work)) { y as uid } q(func: uid(x, y)) { hangsIn { name } } }',
  '{ var(func: type(Work)) { x as madeBy } q(func: uid(x)) { taughtBy { name } } }',
  '{ var(func: type(Work)) { madeBy @groupby(taughtBy) { x as count(uid) } } q(func: uid(x)) { born } }',
  '{ q(func: type(Room)) @filter(uid_in(keeps, [0x1, 0x2])) { name } }',
  '{ q(func: type(Room)) @recurse(depth: 3) { madeBy } }',
])('%s is possible', async (query) => {
  expect(await refusalOf(query)).toBeUndefined();
});

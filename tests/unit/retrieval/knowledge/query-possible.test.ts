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
  requirePossible(parsed(query)!, vocabulary, () => Promise.resolve(TYPES)).then(
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
  '{ q(func: type(Room)) @recurse(depth: 3) { madeBy } }',
])('%s is possible', async (query) => {
  expect(await refusalOf(query)).toBeUndefined();
});

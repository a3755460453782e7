/** Queries that would follow too many paths are refused, by the edges that are stored. */
import { parsed } from '../../../../src/retrieval/knowledge/query-check';
import { requireBounded } from '../../../../src/retrieval/knowledge/query-work';

const SCHEMA = {
  schema: [
    ...['knows', 'likes', 'http://e/near'].map((predicate) => ({ predicate, type: 'uid', reverse: true })),
    { predicate: 'name', type: 'string' },
  ],
  types: [],
};
/** Edges of each of 10 nodes. */
const EDGES: Readonly<Record<string, number>> = {
  '<knows>': 3,
  '<~knows>': 2,
  '<likes>': 1,
  '<http://e/near>': 100,
};

/** Answers the queries that count edges. */
const asked: string[] = [];
const ask = (query: string): Promise<Record<string, unknown>> => {
  asked.push(query);
  const counted = [...query.matchAll(/has\((<[^>]+>)\)/g)].map(([, predicate]) => EDGES[predicate!] ?? 0);
  const blocks = counted.flatMap((edges, i) => [
    [`s${i}`, [{ c: 10 * edges }]],
    [`t${i}`, [{ d: 10 * edges * edges }]],
  ]);
  return Promise.resolve(Object.fromEntries(blocks) as Record<string, unknown>);
};

const refusalOf = (query: string): Promise<string | undefined> =>
  requireBounded(parsed(query), SCHEMA, ask).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );

/** Returns a recursion, and its paths. */
const recursion = (fields: readonly string[], depth: number, roots: number) => {
  const edges = { knows: 3, '~knows': 2, likes: 1, '<http://e/near>': 100, name: 0 } as const;
  const each = fields.reduce((sum, field) => {
    const [, predicate = '', first] = /^([^(]+)(?:\(first: (\d+)\))?$/.exec(field)!;
    return sum + Math.min(edges[predicate as keyof typeof edges], Number(first ?? Infinity));
  }, 0);
  const query = `{ q(func: type(P), first: ${roots}) @recurse(loop: true, depth: ${depth}) { ${fields.join(' ')} } }`;
  return { query, paths: roots * each ** depth };
};

it.each([
  ['knows', 'name'],
  ['knows', '~knows'],
  ['knows(first: 1)', '~knows(first: 1)', 'likes'],
  ['<http://e/near>', 'likes'],
])('recursions with loops over %s %s are bounded by the paths that they follow', async (...fields) => {
  for (const roots of [1, 5, 100]) {
    for (let depth = 1; depth <= 12; depth++) {
      const { query, paths } = recursion(fields, depth, roots);
      const refusal = await refusalOf(query);
      if (paths <= 100_000) expect([query, refusal]).toEqual([query, undefined]);
      else expect(refusal).toMatch(/^the query would follow some .* paths, more than 100000: take loop: false, /);
      const [, possible] = /a depth of (\d+)/.exec(refusal ?? '') ?? [];
      if (possible !== undefined)
        expect(await refusalOf(recursion(fields, Number(possible), roots).query)).toBeUndefined();
    }
  }
});

const nested = (levels: number, field: string, name = 'q', func = 'uid(0x1)'): string =>
  `{ ${name}(func: ${func}) { ${`${field} { `.repeat(levels)} name ${'}'.repeat(levels)} } }`;

it.each([
  nested(3, '<http://e/near>'),
  nested(10, 'knows'),
  nested(20, 'likes'),
  nested(20, '<http://e/near>(first: 1)'),
  nested(20, 'name'),
  // A node is visited once.
  nested(10, '<http://e/near>', 'var'),
  '{ q(func: has(name)) @recurse(depth: 10) { <http://e/near> knows ~knows } }',
  '{ q(func: has(name)) @recurse(depth: 10, loop: false) { <http://e/near> knows ~knows } }',
  'query q($l: bool = false) { q(func: has(name)) @recurse(depth: 10, loop: $l) { <http://e/near> } }',
])('%s is bounded', async (query) => {
  expect(await refusalOf(query)).toBeUndefined();
});

it.each([
  nested(4, '<http://e/near>'),
  nested(11, 'knows'),
  nested(10, 'knows', 'q', 'has(name)'),
  nested(6, 'expand(_all_)'),
  '{ q(func: uid(0x1)) { ...f } } fragment f { <http://e/near> { ...g } } fragment g { <http://e/near> { <http://e/near> { <http://e/near> { name } } } }',
  '{ var(func: has(name)) @recurse(depth: 10, loop: true) { x as knows } q(func: uid(x)) { name } }',
  'query q($l: bool = true, $d: int = 10) { q(func: has(name)) @recurse(depth: $d, loop: $l) { knows likes } }',
])('%s is refused', async (query) => {
  expect(await refusalOf(query)).toMatch(/would follow some/);
});

it('counts edges only of queries that may be long', async () => {
  asked.length = 0;
  await refusalOf('{ q(func: has(name)) { knows { knows { knows { name } } } } }');
  expect(asked).toEqual([]);
  await refusalOf(nested(4, 'knows'));
  expect(asked).toHaveLength(1);
});

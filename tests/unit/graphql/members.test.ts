/** Members of JSON objects, folded as Go folds their names. */
import { foldMembers } from '../../../src/graphql/members';
import { cpuTime } from '../../support/cpu-time';

it('objects under all spellings of a name are merged; later members take precedence', () => {
  expect(foldMembers({ variables: { a: 1, b: 1 }, Variables: { b: 2 }, VARIABLES: { c: 3 }, query: 'x' })).toEqual({
    variables: { a: 1, b: 2, c: 3 },
    query: 'x',
  });
});

it('the merge leaves its input unchanged', () => {
  const members = { a: { x: 1 }, A: { y: 2 } };
  foldMembers(members);
  expect(members).toEqual({ a: { x: 1 }, A: { y: 2 } });
});

it('a later value replaces an object, and a later object the value', () => {
  expect(foldMembers({ a: { x: 1 }, A: 5 })).toEqual({ a: 5 });
  expect(foldMembers(JSON.parse('{"name":{"x":1},"Name":2,"NAME":{"y":3}}') as object as never)).toEqual({
    name: { y: 3 },
  });
});

it('`__proto__` is a member like others', () => {
  const folded = foldMembers(JSON.parse('{"a":{"__proto__":{"x":1}},"A":{"b":2}}') as object as never);
  expect(Object.keys(folded['a'] as object).sort()).toEqual(['__proto__', 'b']);
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

it('the time of a merge is linear in the number of spellings', async () => {
  const spellings = Array.from({ length: 512 }, (_, i) =>
    Array.from('variables')
      .map((letter, at) => ((i >> at) & 1 ? letter.toUpperCase() : letter))
      .join(''),
  );
  const object = Object.fromEntries(
    spellings.map((name, i) => [name, Object.fromEntries(Array.from({ length: 200 }, (_, k) => [`m${i}-${k}`, k]))]),
  );
  let count = 0;
  const ms = await cpuTime(() => (count = Object.keys(foldMembers(object)['variables'] as object).length));
  expect(count).toBe(512 * 200);
  expect(ms).toBeLessThan(5_000);
});

/** Counts at the root become filters where there is no count index; nothing else changes. */
import { parse, print, rewriteRootCounts } from '../../../src/dql';

const rewrite = (query: string) => rewriteRootCounts(query, (predicate) => predicate === 'knows');
const canonical = (query: string) => print(parse(query));

it.each([
  ['{ q(func: eq(count(knows), 2)) { uid } }', '{ q(func: has(knows)) @filter(eq(count(knows), 2)) { uid } }'],
  ['{ q(func: GE(count(~knows), 2)) { uid } }', '{ q(func: has(~knows)) @filter(ge(count(~knows), 2)) { uid } }'],
  [
    'query q($n: int) { v as var(func: gt(count(<knows>), $n), first: 3) q(func: uid(v)) { uid } }',
    'query q($n: int) { v as var(func: has(<knows>), first: 3) @filter(gt(count(<knows>), $n)) q(func: ' +
      'uid(v)) { uid } }',
  ],
  [
    '{ q(func: between(count(knows), 2, 3), orderasc: name) @filter(has(a) OR has(b)) @cascade { name } }',
    '{ q(func: has(knows), orderasc: name) @filter(between(count(knows), 2, 3) AND (has(a) OR has(b))) ' +
      '@cascade { name } }',
  ],
])('%s', (query, rewritten) => {
  expect(canonical(rewrite(query))).toBe(canonical(rewritten));
});

it.each([
  ['of a predicate with the index', '{ q(func: eq(count(likes), 2)) { uid } }'],
  ['in a filter', '{ q(func: has(knows)) @filter(eq(count(knows), 2)) { c: count(knows) } }'],
  ['in a string', '{ q(func: eq(name, "eq(count(knows), 2)")) { uid } }'],
  ['in a text that is not a query', '{ q(func: eq(count(knows), 2)) { uid }'],
])('a count %s stays, byte for byte', (_, query) => {
  expect(rewrite(query)).toBe(query);
});

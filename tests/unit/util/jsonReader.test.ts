import { parse } from 'lossless-json';
import { readJson } from '../../../src/util/jsonReader';
import { cpuTime } from '../../support/cpu-time';

/** Reads numbers as texts in a wrapper. */
const read = (text: string): unknown => readJson(text, (digits) => ({ digits }));

it('numbers reach the caller as written, in names and strings nothing is a number', () => {
  expect(read('{"1": 1.50, "s": "2", "list": [-0, 1e5, 12345678901234567890]}')).toEqual({
    1: { digits: '1.50' },
    s: '2',
    list: [{ digits: '-0' }, { digits: '1e5' }, { digits: '12345678901234567890' }],
  });
});

it('__proto__ is a member like others', () => {
  const value = read('{"__proto__": {"a": true}}') as object;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

it.each([
  ['', 'unexpected end of the text at position 0; expected a value'],
  ['{"a":1', 'unexpected end of the text at position 6; expected "," or "}"'],
  ['{"a" 1}', 'unexpected "1" at position 5; expected ":"'],
  ['{a: 1}', 'unexpected "a" at position 1; expected a name in double quotes'],
  ['{"a":1,}', 'unexpected "}" at position 7; expected a name in double quotes'],
  ['[1,]', 'unexpected "]" at position 3; expected a value'],
  ['[1 2]', 'unexpected "2" at position 3; expected "," or "]"'],
  ['01', 'unexpected "1" at position 1; expected the end of the text'],
  ['-', 'unexpected "-" at position 0; expected a value'],
  ['nul', 'unexpected "n" at position 0; expected a value'],
  ['["😀" 😀]', 'unexpected "😀" at position 6; expected "," or "]"'],
  ['["abc', 'the string at position 1 is not closed'],
  ['["abc\\"', 'the string at position 1 is not closed'],
  ['["a\nb"]', 'a control character or an invalid escape in the string at position 1'],
  ['["\\x"]', 'a control character or an invalid escape in the string at position 1'],
  ['{"a":1,"b":2,"\\u0061":3}', 'two values for "a", the second at position 13'],
  ['{"a":[],"a":{}}', 'two values for "a", the second at position 8'],
])('%s: %s', (text, message) => {
  expect(() => read(text)).toThrow(new SyntaxError(message));
});

it.each([
  ['equal scalars', '{"a": "x", "a": "x"}', { a: 'x' }],
  ['equal numbers', '{"a": 1.0, "a": 1.0}', { a: { digits: '1.0' } }],
  ['equal objects', '{"a": {"b": [1, null], "c": true}, "a": {"c": true, "b": [1, null]}}', undefined],
])('a repeated member with %s is no error', (_, text, expected) => {
  const value = read(text);
  if (expected) expect(value).toEqual(expected);
  else expect(value).toEqual({ a: { b: [{ digits: '1' }, null], c: true } });
});

// lossless-json needs about ten times as much.
it.each([
  ['letters', 'x'.repeat(1_000_000)],
  ['escapes', '\\n'.repeat(500_000)],
  ['backslashes', '\\\\'.repeat(500_000)],
  ['other scripts', 'ж'.repeat(1_000_000)],
])('a long string of %s costs less than half of what lossless-json needs', async (_, inside) => {
  const text = `{"variables": {"n": "${inside}"}, "query": "{ q }"}`;
  const costs = [await cpuTime(() => read(text)), await cpuTime(() => read(text))];
  expect(2 * Math.min(...costs)).toBeLessThan(await cpuTime(() => parse(text)));
});

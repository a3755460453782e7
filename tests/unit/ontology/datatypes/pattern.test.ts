/** Regular expressions of XML Schema. */
import { compilePattern } from '../../../../src/ontology/datatypes/pattern';
import { cpuTime } from '../../../support/cpu-time';

const matches = (pattern: string, text: string) => {
  const compiled = compilePattern(pattern);
  if (typeof compiled === 'string') throw new Error(compiled);
  return compiled.matches(text);
};

test.each([
  ['', [''], ['a']],
  ['abc|d', ['abc', 'd'], ['abcd', 'ab']],
  ['(a|b)+c?', ['ab', 'bac'], ['c', '']],
  ['a{2}', ['aa'], ['a', 'aaa']],
  ['a{2,}', ['aa', 'aaaa'], ['a']],
  ['a{0,2}', ['', 'aa'], ['aaa']],
  ['(ab){2,3}', ['abab', 'ababab'], ['ab', 'abababab']],
  // XML Schema has no anchors: these are characters.
  ['^a$', ['^a$'], ['a']],
  ['a/b', ['a/b'], []],
  ['.', ['a', '😀'], ['\n', '\r', 'ab']],
  ['a\\.b\\\\', ['a.b\\'], ['axb\\']],
  ['\\d+', ['123', '٣'], ['1a']],
  ['\\D', ['a'], ['1']],
  ['\\s\\S', [' a', '\ta'], ['\u00a0a', '  ']],
  ['\\w+', ['añ日1'], ['a-b', 'a b']],
  ['\\W', ['-', ' '], ['a']],
  ['\\i\\c*', ['a-1', ':x', '_.'], ['1a', '-']],
  ['\\I\\C', ['1 '], ['a ']],
  ['[a-cx]', ['b', 'x'], ['d']],
  ['[^a-c]', ['d', '😀'], ['a']],
  ['[a-]', ['a', '-'], ['b']],
  ['[-a]', ['a', '-'], ['b']],
  ['[\\-\\]\\[]+', ['-]['], ['a']],
  ['[a-z-[aeiou]]+', ['xyz'], ['abc']],
  ['[\\p{L}-[a-z-[xyz]]]+', ['Axz', 'Ω'], ['a']],
  ['[^a-z-[0-9]]', ['A', '-'], ['a', '5']],
  ['\\p{Lu}\\p{Ll}', ['Éa'], ['ab']],
  ['\\P{L}', ['1'], ['a']],
  ['\\p{IsGreek}', ['λ'], ['l']],
  ['\\P{IsBasicLatin}', ['é'], ['e']],
  ['[\\p{Nd}\\s]+', ['1 2'], ['a']],
  ['[+*?.]', ['+', '.'], ['a']],
  ['a|', ['a', ''], ['b']],
  ['()', [''], ['a']],
  ['\\n\\r\\t', ['\n\r\t'], ['nrt']],
  ['[\u{10000}-\u{10FFFF}]', ['😀'], ['a']],
])('%s', (pattern, inside, outside) => {
  expect(inside.filter((text) => !matches(pattern, text))).toEqual([]);
  expect(outside.filter((text) => matches(pattern, text))).toEqual([]);
});

test.each([
  ['(a', /not closed/],
  ['a)', /unexpected \)/],
  ['[a', /too early/],
  ['[]', /empty/],
  ['[z-a]', /range that ends/],
  ['[a-\\d]', /range that ends/],
  ['*a', /unexpected \*/],
  ['a{', /quantity/],
  ['a{x}', /quantity/],
  ['a{3,2}', /ends before/],
  ['a{5000}', /./],
  ['((a{100}){100}){100}', /too large/],
  ['\\', /too early/],
  ['\\q', /not an escape/],
  ['\\b', /not an escape/],
  ['\\p{Foo}', /not a known property/],
  ['\\p{IsFoo}', /not a known property/],
  ['\\pL', /not a known property/],
  ['[a-[b]c]', /must end its class/],
  ['a'.repeat(5000), /longer/],
  ['('.repeat(500), /deep/],
  ['\\w'.repeat(1500), /too large/],
])('%s is refused', (pattern, reason) => {
  expect(compilePattern(pattern)).toMatch(reason);
});

test('matching takes linear time', async () => {
  const took = await cpuTime(() => {
    expect(matches('(a+)+b', 'a'.repeat(50_000))).toBe(false);
    expect(matches('(a|a|a)*b', 'a'.repeat(50_000))).toBe(false);
  });
  expect(took).toBeLessThan(10_000);
});

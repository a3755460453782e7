/** Patterns of clients: the work of a match is linear in the length of the text, whatever patterns repeat and nest. */
import { RE2JS } from 're2js';
import { requiredTrigrams } from '../../../../../../src/embedded/execute/functions/trigrams';
import { compilePattern } from '../../../../../../src/ontology/datatypes/pattern';
import { charactersRead } from '../../../../../support/characters-read';
import { cpuTime } from '../../../../../support/cpu-time';
import { ask } from '../../../../../support/embedded/ask';

/** Repeated parts with several ways to match the same text. */
const PARTS = ['a', '(a|a)', '(a|aa)', '(aa*)', '(a*)', '(a?a)', '[a-z]', '([a-z]|a)'];
const QUANTIFIERS = ['*', '+', '{2,}', '{1,20}'];
const TAILS = ['', '!', '(x+x+)+y'];
const FAMILIES = PARTS.flatMap((part) =>
  QUANTIFIERS.flatMap((inner) =>
    ['*', '+'].flatMap((outer) => TAILS.map((tail) => `(${part}${inner})${outer}${tail}`)),
  ),
);
const LENGTH = 250;
const textsOf = (length: number): readonly string[] => [
  'a'.repeat(length),
  `${'a'.repeat(length)}#`,
  'ab'.repeat(length / 2),
  'x'.repeat(length),
];

/** A backtracking matcher exceeds it with the first pattern of nested repetitions. */
const MAX_READ = 10_000_000;

/** Growth of the characters read when the length of all texts is doubled. */
function growth(matches: readonly ((text: string) => unknown)[]): number {
  const read = (length: number): number =>
    charactersRead(() => {
      for (const match of matches) for (const text of textsOf(length)) match(text);
    }, MAX_READ);
  return read(2 * LENGTH) / read(LENGTH);
}

it('patterns of DQL and GraphQL match in linear time', () => {
  const compiled = FAMILIES.map((pattern) => RE2JS.compile(`^${pattern}$`, RE2JS.MULTILINE));
  expect(growth(compiled.map((each) => (text) => each.matcher(text).find()))).toBeLessThan(2.5);
});

it('patterns of datatypes match in linear time', () => {
  const matches = FAMILIES.map((pattern) => {
    const compiled = compilePattern(pattern);
    if (typeof compiled === 'string') throw new Error(`${pattern}: ${compiled}`);
    return (text: string) => compiled.matches(text);
  });
  expect(growth(matches)).toBeLessThan(2.5);
});

it.each<[string, (n: number) => string]>([
  ['alternatives', (n) => Array.from({ length: n }, (_, i) => `w${i}xyz`).join('|')],
  ['groups of alternatives', (n) => '(abc|xyz)'.repeat(n)],
  ['short alternatives', (n) => '(ab|cd)'.repeat(n)],
  ['options', (n) => 'abc?'.repeat(n)],
  ['letters', (n) => 'abcdefgh'.repeat(n)],
  ['repetitions', (n) => 'a{3}'.repeat(n)],
])('trigrams of a long pattern are found in time that is not quadratic: %s', async (_, patternOf) => {
  const leastTime = async (n: number): Promise<number> => {
    const times = [];
    for (let run = 0; run < 2; run++) times.push(await cpuTime(() => requiredTrigrams(patternOf(n), true)));
    return Math.min(...times);
  };
  // Four times the length takes 4 times as long if linear, 16 times if quadratic. Times below 10 ms are noise.
  const short = Math.max(10, await leastTime(500));
  expect((await leastTime(2_000)) / short).toBeLessThan(10);
});

const SOON = 100;

it.each([
  ['a long pattern', `/${'.*'.repeat(8_000)}/`],
  ['a pattern with repetitions', `/${'a{1000}'.repeat(900)}/`],
  ['a pattern with nested repetitions', `/${'(a{30}){30}'.repeat(900)}/`],
])('%s is not compiled if the deadline would pass', (_, pattern) => {
  const compile = jest.spyOn(RE2JS, 'compile');
  const query = `{ q(func: has(name)) @filter(regexp(name, ${pattern})) { uid } }`;
  expect(() => ask(query, { deadline: Date.now() + SOON })).toThrow('context deadline exceeded');
  expect(compile).not.toHaveBeenCalled();
  compile.mockRestore();
});

it('a pattern with too many characters is refused', () => {
  const query = `{ q(func: has(name)) @filter(regexp(name, /${'a'.repeat(32_769)}/)) { uid } }`;
  expect(() => ask(query)).toThrow('the regular expression has 32769 characters; 32768 are allowed');
});

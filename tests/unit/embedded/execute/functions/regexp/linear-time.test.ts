/** Patterns of clients: matching takes time proportional to the text, whatever they repeat and nest. */
import { RE2JS } from 're2js';
import { requiredTrigrams } from '../../../../../../src/embedded/execute/functions/trigrams';
import { compilePattern } from '../../../../../../src/ontology/datatypes/pattern';
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
const LENGTH = 2_000;
const TEXTS = ['a'.repeat(LENGTH), `${'a'.repeat(LENGTH)}#`, 'ab'.repeat(LENGTH / 2), 'x'.repeat(LENGTH)];

/** Milliseconds for the whole cross product; a backtracking matcher takes longer for one of them. */
const LIMIT = 20_000;

it('patterns of DQL and GraphQL match in linear time', async () => {
  const took = await cpuTime(() => {
    for (const pattern of FAMILIES) {
      const compiled = RE2JS.compile(`^${pattern}$`, RE2JS.MULTILINE);
      for (const text of TEXTS) compiled.matcher(text).find();
    }
  });
  expect(took).toBeLessThan(LIMIT);
});

it('patterns of datatypes match in linear time', async () => {
  const took = await cpuTime(() => {
    for (const pattern of FAMILIES) {
      const compiled = compilePattern(pattern);
      if (typeof compiled === 'string') throw new Error(`${pattern}: ${compiled}`);
      for (const text of TEXTS) compiled.matches(text);
    }
  });
  expect(took).toBeLessThan(LIMIT);
});

it.each([
  ['alternatives', Array.from({ length: 4_000 }, (_, i) => `w${i}xyz`).join('|')],
  ['groups of alternatives', '(abc|xyz)'.repeat(4_000)],
  ['short alternatives', '(ab|cd)'.repeat(4_000)],
  ['options', 'abc?'.repeat(4_000)],
  ['letters', 'abcdefgh'.repeat(4_000)],
  ['repetitions', 'a{3}'.repeat(4_000)],
])('trigrams of a long pattern are found: %s', async (_, pattern) => {
  const took = await cpuTime(() => requiredTrigrams(pattern, true));
  expect(took).toBeLessThan(1_200);
});

it('queries match in linear time', async () => {
  const took = await cpuTime(() => {
    for (const pattern of FAMILIES.slice(0, 40))
      ask(`{ q(func: has(name)) @filter(regexp(name, /^${pattern}$/)) { uid } }`);
  });
  expect(took).toBeLessThan(LIMIT);
});

const SOON = 100;

it.each([
  ['a long text under a long pattern', `/${'.*'.repeat(8_000)}/`],
  ['repetitions', `/${'a{1000}'.repeat(900)}/`],
  ['nested repetitions', `/${'(a{30}){30}'.repeat(900)}/`],
])('%s is not begun if the deadline would pass', async (_, pattern) => {
  const query = `{ q(func: has(name)) @filter(regexp(name, ${pattern})) { uid } }`;
  const took = await cpuTime(() =>
    expect(() => ask(query, { deadline: Date.now() + SOON })).toThrow('context deadline exceeded'),
  );
  expect(took).toBeLessThan(3_000);
});

it('a pattern with too many characters is refused', () => {
  const query = `{ q(func: has(name)) @filter(regexp(name, /${'a'.repeat(32_769)}/)) { uid } }`;
  expect(() => ask(query)).toThrow('the regular expression has 32769 characters; 32768 are allowed');
});

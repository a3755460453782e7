/** The JSON reader against lossless-json, on valid and damaged texts. */
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { LosslessNumber, parse } from 'lossless-json';
import { parseStrictly } from '../../../src/util/json';
import { readJson } from '../../../src/util/jsonReader';

const lossless = (text: string): unknown => readJson(text, (digits) => new LosslessNumber(digits));

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const digits = (max: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^(0|[1-9][0-9]{0,${max}})$`));
const number = fc
  .tuple(fc.constantFrom('', '-'), digits(25), fc.constantFrom('', '.0', '.5', '.123456789012345678'))
  .chain((parts) => fc.constantFrom('', 'e5', 'E-400', 'e+400').map((exponent) => parts.join('') + exponent));
const character = fc.oneof(
  fc.constantFrom('a', 'b', '"', '\\', '/', '\n', '\u2028', 'é', '😀', '\u0000', '\ud800', ':', ',', '{', '1'),
  fc.string({ minLength: 1, maxLength: 30 }),
);
/** Text as JSON; each character as it is, as its short escape or as `\u…`. */
const string = fc.array(fc.tuple(character, fc.boolean()), { maxLength: 6 }).map((parts) => {
  const inside = parts.map(([text, escaped]) =>
    escaped
      ? [...Array(text.length).keys()].map((i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')
      : JSON.stringify(text).slice(1, -1),
  );
  return `"${inside.join('')}"`;
});
const name = fc.oneof(fc.constantFrom('"a"', '"b"', '"\\u0061"', '"1"', '"__proto__"', '"constructor"', '""'), string);
const scalar = fc.oneof(number, string, fc.constantFrom('true', 'false', 'null'));
const { value } = fc.letrec<{ value: string }>((tie) => {
  const padded = fc.tuple(space, tie('value'), space).map((parts) => parts.join(''));
  const member = fc
    .tuple(space, name, space, padded)
    .map(([before, key, after, of]) => `${before}${key}${after}:${of}`);
  const object = fc.array(member, { maxLength: 4 }).map((members) => (members.length > 0 ? members.join(',') : ' '));
  return {
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      scalar,
      fc.array(padded, { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      object.map((members) => `{${members}}`),
      // Both values of a repeated member are equal.
      object.map((members) => `{"same":{${members}},"same" : {${members}}}`),
    ),
  };
});
const text = fc.tuple(space, value, space).map((parts) => parts.join(''));

/** Text without a character, with one more, or cut off. */
const damaged = fc
  .tuple(text, fc.nat(), fc.nat({ max: 3 }), fc.oneof(fc.constantFrom('"', '\\', ',', ':', '}', '0', '\u0001'), space))
  .map(([whole, place, removed, added]) => {
    const at = place % (whole.length + 1);
    return whole.slice(0, at) + added + whole.slice(at + removed);
  });

function outcome(read: (input: string) => unknown, input: string): unknown {
  try {
    return { value: read(input) };
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return 'an error';
  }
}

/** lossless-json takes an empty array for equal to an empty object in a repeated member. */
const hasBothEmpty = (input: string): boolean => /\[\s*\]/.test(input) && /\{\s*\}/.test(input);

it('a text, valid or not, has the value that lossless-json finds', () => {
  let values = 0;
  const check = (input: string): void => {
    fc.pre(!hasBothEmpty(input));
    const expected = outcome(parse, input);
    if (expected !== 'an error') values++;
    const actual = outcome(lossless, input);
    // Jest's own comparison stumbles over members named `constructor`.
    expect([isDeepStrictEqual(actual, expected), actual]).toEqual([true, expected]);
  };
  fc.assert(fc.property(fc.oneof(text, damaged), check), { numRuns: 2_000 });
  expect(values).toBeGreaterThan(500);
});

it('a strictly parsed text has the numbers of JSON.parse, and those that this would print differently as written', () => {
  fc.assert(
    fc.property(number, (digitsOf) => {
      const parsed = parseStrictly(` [${digitsOf}] `);
      const double = Number(digitsOf);
      expect(parsed).toStrictEqual([String(double) === digitsOf ? double : new LosslessNumber(digitsOf)]);
    }),
  );
});

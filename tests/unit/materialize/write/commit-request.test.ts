import { readEnd } from '../../../../src/materialize/write/commit-request';

const keysOf = (keys: readonly string[]): readonly string[] =>
  readEnd(new URLSearchParams('startTs=5'), Buffer.from(JSON.stringify({ keys }))).keys;

/** Zero accepts unsigned 64-bit integers in base 36, except 0 and 2^64 - 1. */
it.each([
  ['1', true],
  ['a', true],
  ['Z9', true],
  ['zzzzzzzzzzzz', true],
  ['3w5e11264sgse', true],
  ['3W5E11264SGSE', true],
  ['003w5e11264sgse', true],
  ['3w5e11264sgsf', false],
  ['3W5E11264SGSF', false],
  ['003w5e11264sgsf', false],
  ['3w5e11264sgsg', false],
  ['zzzzzzzzzzzzz', false],
  ['10000000000000', false],
  ['0', false],
  ['000', false],
  ['', false],
  ['-1', false],
  ['1 ', false],
  ['ż', false],
])('the conflict key "%s" is sent on: %s', (key, isSent) => {
  expect(keysOf([key])).toEqual(isSent ? [key] : []);
});

it('random numbers are sent on if they are above 0 and below 2^64 - 1', () => {
  const max = 2n ** 64n - 1n;
  for (const value of [
    0n,
    1n,
    max - 1n,
    max,
    max + 1n,
    ...Array.from({ length: 200 }, (_, i) => (max * BigInt(i)) / 150n),
  ])
    expect(keysOf([value.toString(36)])).toEqual(value > 0n && value < max ? [value.toString(36)] : []);
});

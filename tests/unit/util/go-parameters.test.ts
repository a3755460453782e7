/** URL parameters in all notations of Go. */
import * as fc from 'fast-check';
import { boolean, duration, ParameterError, unsigned, unsignedExactly } from '../../../src/util/go-parameters';

const parameter = (value: string): URLSearchParams => new URLSearchParams([['p', value]]);

it.each([
  ['', 0n],
  ['0', 0n],
  ['17', 17n],
  ['0x1F', 31n],
  ['0X_1f', 31n],
  ['0b101', 5n],
  ['0o17', 15n],
  ['017', 15n],
  ['0_17', 15n],
  ['1_000', 1000n],
  ['18446744073709551615', 18446744073709551615n],
])('unsigned: %j is %s', (text, expected) => {
  expect(unsignedExactly(parameter(text), 'p')).toBe(expected);
  expect(unsigned(parameter(text), 'p')).toBe(Number(expected));
});

it.each(['-1', '+1', ' 1', '1 ', '1.0', '1e3', '08', '0x', '0b2', '_1', '1_', '1__0', 'ten', '18446744073709551616'])(
  'unsigned: %j is refused',
  (text) => {
    expect(() => unsignedExactly(parameter(text), 'p')).toThrow(ParameterError);
  },
);

it('unsigned: all notations give the same value', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
      const notations = [`${value}`, `0x${value.toString(16)}`, `0b${value.toString(2)}`, `0o${value.toString(8)}`];
      for (const text of notations) expect(unsignedExactly(parameter(text), 'p')).toBe(value);
    }),
  );
});

it.each([
  ['', false],
  ['1', true],
  ['T', true],
  ['True', true],
  ['f', false],
  ['FALSE', false],
])('boolean: %j is %s', (text, expected) => expect(boolean(parameter(text), 'p')).toBe(expected));

it.each(['yes', 'tRUE', ' true', '2'])('boolean: %j is refused', (text) => {
  expect(() => boolean(parameter(text), 'p')).toThrow('while parsing p as bool: strconv.ParseBool: parsing ');
});

it.each([
  ['1m30s', 90_000],
  ['-1.5h', -5_400_000],
  ['20ms', 20],
])('duration: %j is %d ms', (text, expected) => expect(duration(parameter(text), 'p')).toBe(expected));

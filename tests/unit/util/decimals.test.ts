/** Decimal numbers as texts. */
import fc from 'fast-check';
import { decimalText, isKeptByDouble } from '../../../src/util/decimals';

it.each([
  ['7', '7.0'],
  ['+007.50', '7.5'],
  ['-0', '0.0'],
  ['1.5e3', '1500.0'],
  ['25E-3', '0.025'],
  ['.5', '0.5'],
])('%s is written as %s', (text, expected) => expect(decimalText(text)).toBe(expected));

it.each(['', '.', 'x', '1e999', '1e-999', 'Infinity'])('%p is no decimal, or one with too many digits', (text) => {
  expect(decimalText(text)).toBeUndefined();
});

describe('isKeptByDouble', () => {
  it.each([
    ['0.1', true],
    ['-000000000000000000001.500000000000000000000', true],
    ['9007199254740992', true],
    ['9007199254740993', false],
    ['3.14159265358979323846', false],
    ['100000000000000000000000', true],
    ['100000000000000000000001', false],
    ['0.00000000000000000000000000000000001', true],
  ])('%s: %p', (text, isKept) => expect(isKeptByDouble(text)).toBe(isKept));

  it('what is kept comes back with the same value, and what is not does not', () => {
    const digits = fc.stringMatching(/^\d{1,24}$/);
    fc.assert(
      fc.property(digits, digits, fc.boolean(), (whole, fraction, isNegative) => {
        const text = `${isNegative ? '-' : ''}${whole}.${fraction}`;
        expect(isKeptByDouble(text)).toBe(exact(String(Number(text))) === exact(text));
      }),
    );
  });
});

/** Returns a number in units of 10^-400. */
function exact(text: string): bigint {
  const [, sign, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/.exec(text)!;
  const digits = BigInt(whole + fraction || '0') * 10n ** BigInt(400 - fraction.length + Number(exponent));
  return sign === '-' ? -digits : digits;
}

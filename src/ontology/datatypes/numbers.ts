/** Numbers: exact ones of any size, and floating-point ones with XML Schema's rounding. */
import type { FloatValue, NumberValue } from './value';

/** Maximum characters of a number. Longer numbers are opaque: arithmetic on them would take seconds. */
export const MAX_DIGITS = 1_000_000;

/** Maximum characters of a rational: the reduction of fractions takes quadratic time. */
const MAX_FRACTION_DIGITS = 10_000;

const INTEGER = /^[+-]?[0-9]+$/;
const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
const RATIONAL = /^[+-]?[0-9]+\/0*[1-9][0-9]*$/;
const FLOAT = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** @returns undefined for invalid text, 'too-long' for more than MAX_DIGITS characters */
export function parseInteger(text: string): NumberValue | 'too-long' | undefined {
  return INTEGER.test(text) ? decimal(text) : undefined;
}

export function parseDecimal(text: string): NumberValue | 'too-long' | undefined {
  return DECIMAL.test(text) ? decimal(text) : undefined;
}

/** Parses `numerator/denominator` (OWL 2 Syntax, 4.1); the denominator is positive and has no sign. */
export function parseRational(text: string): NumberValue | 'too-long' | undefined {
  if (!RATIONAL.test(text)) return undefined;
  if (text.length > MAX_FRACTION_DIGITS) return 'too-long';
  const [numerator = '', denominator = ''] = text.split('/');
  return rational(BigInt(numerator.replace('+', '')), BigInt(denominator));
}

/**
 * @param width 64 for xsd:double, 32 for xsd:float
 * @returns undefined for invalid text and for numbers that would be rounded to infinity or zero: XML Schema rounds
 *   them, but they are ill-typed in the W3C tests for OWL 2
 */
export function parseFloatValue(text: string, width: 32 | 64): FloatValue | undefined {
  const kind = width === 32 ? 'float' : 'double';
  const special = SPECIAL.get(text);
  if (special !== undefined) return { kind, value: special };
  if (!FLOAT.test(text)) return undefined;
  const double = Number(text);
  const value = width === 64 ? double : roundToFloat(text, double);
  if (!Number.isFinite(value)) return undefined;
  if (value === 0 && /[1-9]/.test(text.replace(/[eE].*/, ''))) return undefined;
  return { kind, value };
}

const SPECIAL: ReadonlyMap<string, number> = new Map([
  ['INF', Infinity],
  ['+INF', Infinity],
  ['-INF', -Infinity],
  ['NaN', NaN],
]);

/**
 * Returns the 32-bit number nearest to a text, given the nearest double. Rounding the double is wrong only if the
 * double is halfway between two floats and the exact value is not. Then the exact value decides.
 */
function roundToFloat(text: string, double: number): number {
  const rounded = Math.fround(double);
  if (rounded === double || !Number.isFinite(double)) return rounded;
  const other = neighbour(rounded, double > rounded);
  if (!Number.isFinite(other) || (rounded + other) / 2 !== double) return rounded;
  const exact = exactValue(text);
  if (exact === undefined) return rounded;
  const side = compare(exact, fromDouble(double));
  if (side === 0) return rounded;
  return side > 0 ? Math.max(rounded, other) : Math.min(rounded, other);
}

function neighbour(float: number, up: boolean): number {
  return fromIndex(floatIndex(float, 32) + (up ? 1n : -1n), 32);
}

/** Returns the exact value of a floating-point literal; undefined for too many digits or too large an exponent. */
function exactValue(text: string): NumberValue | undefined {
  const [mantissa = '', exponent = '0'] = text.split(/[eE]/);
  const shift = Number(exponent);
  const number = decimal(mantissa);
  if (number === 'too-long' || Math.abs(shift) > MAX_DIGITS) return undefined;
  const digits = number.scale! - shift;
  return digits <= 0 ? fromBigInt(number.numerator * power(-digits)) : fromScaled(number.numerator, digits);
}

/** Returns the exact value of a finite double, which is always a decimal. */
export function fromDouble(value: number): NumberValue {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = (exponent === 0 ? fraction : fraction | 0x10000000000000n) * (bits >> 63n === 1n ? -1n : 1n);
  const shift = Math.max(exponent, 1) - 1075;
  return shift >= 0 ? fromBigInt(mantissa << BigInt(shift)) : fromScaled(mantissa * 5n ** BigInt(-shift), -shift);
}

export function fromBigInt(value: bigint): NumberValue {
  return { kind: 'number', text: value.toString(), numerator: value, denominator: 1n, scale: 0 };
}

/** Returns unscaled / 10^scale. */
function fromScaled(unscaled: bigint, scale: number): NumberValue {
  const negative = unscaled < 0n;
  const digits = (negative ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const cut = digits.length - scale;
  return fromParts(negative, digits.slice(0, cut), digits.slice(cut));
}

/** @param denominator positive */
function rational(numerator: bigint, denominator: bigint): NumberValue {
  const divisor = gcd(numerator < 0n ? -numerator : numerator, denominator);
  const n = numerator / divisor;
  const d = denominator / divisor;
  const twos = countFactor(d, 2n);
  const fives = countFactor(twos.rest, 5n);
  if (fives.rest !== 1n) return { kind: 'number', text: `${n}/${d}`, numerator: n, denominator: d };
  const scale = Math.max(twos.count, fives.count);
  return fromScaled((n * power(scale)) / d, scale);
}

export function compare(a: NumberValue, b: NumberValue): number {
  const left = a.denominator === b.denominator ? a.numerator : a.numerator * b.denominator;
  const right = a.denominator === b.denominator ? b.numerator : b.numerator * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

export function add(a: NumberValue, b: NumberValue): NumberValue {
  if (a.scale === undefined || b.scale === undefined) {
    return rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
  }
  const scale = Math.max(a.scale, b.scale);
  return fromScaled(a.numerator * power(scale - a.scale) + b.numerator * power(scale - b.scale), scale);
}

export function floor({ numerator, denominator }: NumberValue): bigint {
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}

export function isInteger(value: NumberValue): boolean {
  return value.scale === 0;
}

/**
 * Returns the index of a floating-point number among all numbers of its width, in the order -INF, …, -0, 0, …, INF, a
 * gap, NaN. Neighbours have consecutive indexes.
 */
export function floatIndex(value: number, width: 32 | 64): bigint {
  if (Number.isNaN(value)) return LIMITS[width].nan;
  const view = new DataView(new ArrayBuffer(8));
  if (width === 64) view.setFloat64(0, value);
  else view.setFloat32(0, value);
  const bits = width === 64 ? view.getBigUint64(0) : BigInt(view.getUint32(0));
  const sign = 1n << BigInt(width - 1);
  return bits >= sign ? -(bits - sign) - 1n : bits;
}

function fromIndex(index: bigint, width: 32 | 64): number {
  const bits = index < 0n ? -index - 1n + (1n << BigInt(width - 1)) : index;
  const view = new DataView(new ArrayBuffer(8));
  if (width === 64) view.setBigUint64(0, bits);
  else view.setUint32(0, Number(bits));
  return width === 64 ? view.getFloat64(0) : view.getFloat32(0);
}

const INFINITE: Readonly<Record<32 | 64, bigint>> = { 32: 0x7f800000n, 64: 0x7ff0000000000000n };
/** Indexes of the infinities and of NaN. */
export const LIMITS: Readonly<Record<32 | 64, { readonly low: bigint; readonly high: bigint; readonly nan: bigint }>> =
  {
    32: { low: -INFINITE[32] - 1n, high: INFINITE[32], nan: INFINITE[32] + 2n },
    64: { low: -INFINITE[64] - 1n, high: INFINITE[64], nan: INFINITE[64] + 2n },
  };

/**
 * Returns the indexes around an exact number: `from` of the least floating-point number that is not below it, `to` of
 * the greatest that is not above it. For zero, `from` belongs to -0 and `to` to 0.
 */
export function indexesAround(bound: NumberValue, width: 32 | 64): { readonly from: bigint; readonly to: bigint } {
  const { low, high } = LIMITS[width];
  let below = low;
  let above = high;
  let equal: bigint | undefined;
  const probe = (index: bigint) => {
    if (index <= below || index >= above) return;
    const side = compare(fromDouble(fromIndex(index, width)), bound);
    if (side === 0) equal = index;
    else if (side < 0) below = index;
    else above = index;
  };
  // The nearest number and its neighbours mostly enclose the bound. The bisection below is for fractions that are too
  // long for `approximate`.
  const rounded = floatIndex(approximate(bound), width);
  for (const index of [rounded, rounded - 1n, rounded + 1n]) if (equal === undefined) probe(index);
  while (equal === undefined && above - below > 1n) probe((below + above) >> 1n);
  if (equal === undefined) return { from: above, to: below };
  return bound.numerator === 0n ? { from: -1n, to: 0n } : { from: equal, to: equal };
}

function approximate({ text, numerator, denominator, scale }: NumberValue): number {
  return scale === undefined ? Number(numerator) / Number(denominator) : Number(text);
}

function decimal(text: string): NumberValue | 'too-long' {
  if (text.length > MAX_DIGITS) return 'too-long';
  const negative = text.startsWith('-');
  const unsigned = /^[+-]/.test(text) ? text.slice(1) : text;
  const [integer = '', fraction = ''] = unsigned.split('.');
  return fromParts(negative, integer, fraction);
}

/** Returns the number with these digits before and after the point. */
export function fromParts(negative: boolean, integerDigits: string, fraction: string): NumberValue {
  const integer = trimStart(integerDigits);
  const trimmedFraction = trimEnd(fraction);
  const digits = trimStart(integer + trimmedFraction);
  const sign = negative && digits !== '' ? '-' : '';
  const magnitude = digits === '' ? 0n : BigInt(digits);
  return {
    kind: 'number',
    text: `${sign}${integer === '' ? '0' : integer}${trimmedFraction === '' ? '' : `.${trimmedFraction}`}`,
    numerator: negative ? -magnitude : magnitude,
    denominator: power(trimmedFraction.length),
    scale: trimmedFraction.length,
  };
}

// These functions loop, because a regular expression for trailing zeros takes quadratic time.
function trimStart(digits: string): string {
  let start = 0;
  while (digits[start] === '0') start++;
  return digits.slice(start);
}

function trimEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

const POWERS: readonly bigint[] = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));

/** Returns 10^exponent. */
export function power(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

function countFactor(value: bigint, factor: bigint): { readonly rest: bigint; readonly count: number } {
  let rest = value;
  let count = 0;
  while (rest % factor === 0n) {
    rest /= factor;
    count++;
  }
  return { rest, count };
}

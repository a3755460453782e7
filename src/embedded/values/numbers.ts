/** Integers and floats as text, by the rules of Go's strconv, which differ from JavaScript's. */
import { ValueError } from './errors';

export const MAX_INT64 = 9223372036854775807n;
export const MIN_INT64 = -9223372036854775808n;

/** Returns the form of an int value: a number if exact, else a bigint. */
export function normalizeInt(value: bigint): number | bigint {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

/** Wraps to 64 bits, as Go's int64 arithmetic does. */
export function wrapInt64(value: bigint): number | bigint {
  return normalizeInt(BigInt.asIntN(64, value));
}

/**
 * Parses a signed decimal integer of 64 bits.
 *
 * @throws ValueError with the text of Go's `strconv.ParseInt` on anything else.
 */
export function parseInt64(text: string): number | bigint {
  if (!/^[+-]?[0-9]+$/.test(text)) {
    throw new ValueError(`strconv.ParseInt: parsing ${quote(text)}: invalid syntax`);
  }
  if (text.length < 16) return Number(text) + 0;
  const digits = text.replace(/^([+-]?)0+(?=\d)/, '$1');
  const value = digits.length > 20 ? MAX_INT64 + 1n : BigInt(digits.startsWith('+') ? digits.slice(1) : digits);
  if (value > MAX_INT64 || value < MIN_INT64) {
    throw new ValueError(`strconv.ParseInt: parsing ${quote(text)}: value out of range`);
  }
  return normalizeInt(value);
}

const FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEX_FLOAT = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?\d+)$/;

/**
 * Parses a float: decimal, hexadecimal with a binary exponent, infinity, or NaN, which callers refuse.
 *
 * @throws ValueError with the text of Go's `strconv.ParseFloat`.
 */
export function parseFloat64(text: string): number {
  if (FLOAT.test(text)) {
    const value = Number(text);
    if (!Number.isFinite(value)) throw new ValueError(`strconv.ParseFloat: parsing ${quote(text)}: value out of range`);
    return value;
  }
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (special) {
    if (special[2]!.toLowerCase() !== 'nan') return special[1] === '-' ? -Infinity : Infinity;
    if (special[1] === '') return NaN;
  }
  const [, sign, integer = '', fraction = '', exponent] = HEX_FLOAT.exec(text) ?? [];
  if (integer + fraction !== '') {
    const digits = Number(BigInt(`0x${integer}${fraction}`));
    const value = digits * 2 ** (Number(exponent) - 4 * fraction.length);
    if (!Number.isFinite(value)) throw new ValueError(`strconv.ParseFloat: parsing ${quote(text)}: value out of range`);
    return sign === '-' ? -value : value;
  }
  throw new ValueError(`strconv.ParseFloat: parsing ${quote(text)}: invalid syntax`);
}

/**
 * Parses a boolean.
 *
 * @throws ValueError with the text of Go's `strconv.ParseBool`.
 */
export function parseBool(text: string): boolean {
  switch (text) {
    case '1':
    case 't':
    case 'T':
    case 'true':
    case 'TRUE':
    case 'True':
      return true;
    case '0':
    case 'f':
    case 'F':
    case 'false':
    case 'FALSE':
    case 'False':
      return false;
  }
  throw new ValueError(`strconv.ParseBool: parsing ${quote(text)}: invalid syntax`);
}

/**
 * Formats the shortest text that parses back to the same float, in Go's `%g`: an exponent from 1e+06 on and below
 * 1e-04.
 */
export function formatFloatG(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const magnitude = Math.abs(value);
  if (Object.is(value, -0)) return '-0';
  if (magnitude === 0) return '0';
  const [mantissa, exponentText] = value.toExponential().split('e') as [string, string];
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 6) return exponential(mantissa, exponent, 'e');
  return plainDecimal(value);
}

/** Same as {@link formatFloatG}, with `E` for the exponent; used for conversion to a string. */
export function formatFloatUpperG(value: number): string {
  return formatFloatG(value).replace('e', 'E');
}

/** Formats a 32-bit float in Go's `%E`, Dgraph's form of vector components: `1.5E+00`. */
export function formatFloat32E(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const [mantissa, exponent] = shortestFloat32(value).split('e') as [string, string];
  return exponential(mantissa, Number(exponent), 'E');
}

/** Formats a 32-bit float without an exponent; used for conversion of a vector to a string. */
export function formatFloat32F(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  return Object.is(value, -0) ? '-0' : plainDecimal(Number(shortestFloat32(value)));
}

/** Returns the fewest digits that parse back to the same 32-bit float. */
function shortestFloat32(value: number): string {
  if (Object.is(value, -0)) return '-0e+0';
  for (let digits = 0; digits < 9; digits++) {
    const text = value.toExponential(digits);
    if (Math.fround(Number(text)) === value) return text;
  }
  return value.toExponential();
}

function exponential(mantissa: string, exponent: number, letter: string): string {
  const size = Math.abs(exponent);
  return `${mantissa}${letter}${exponent < 0 ? '-' : '+'}${size < 10 ? '0' : ''}${size}`;
}

function plainDecimal(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const [mantissa, exponentText] = text.split('e') as [string, string];
  const negative = mantissa.startsWith('-');
  const [integer, fraction = ''] = mantissa.replace('-', '').split('.') as [string, string?];
  const exponent = Number(exponentText);
  const digits = integer + fraction;
  const point = integer.length + exponent;
  const plain =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + '0'.repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${plain}` : plain;
}

/** Go's %q, for the texts that occur in number errors. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** Dgraph's `bigfloat`: binary floating point of 200 bits, with rounding to nearest even. */
import { ValueError } from './errors';
import { MAX_INT64, MIN_INT64, normalizeInt, quote } from './numbers';
import { trimEndOf } from '../../util/text';

const PRECISION = 200;
/** Bound of the decimal exponent: parsing beyond it would cost too much. */
const MAX_EXPONENT = 50_000;

/** `mantissa · 2^exponent`; the mantissa has at most 200 bits and a sign. */
export interface BigFloat {
  readonly mantissa: bigint;
  readonly exponent: number;
}

const ZERO: BigFloat = { mantissa: 0n, exponent: 0 };

/** Parses a decimal number. @throws ValueError for other text, or an exponent beyond ±50,000. */
export function parseBigFloat(text: string): BigFloat {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/.exec(text);
  const [, sign, integer = '', fraction = '', exponent = '0'] = match ?? [];
  if (integer + fraction === '') {
    throw new ValueError(`math/big: cannot unmarshal ${quote(text)} into a *big.Float (parsing failed)`);
  }
  const power = Number(exponent) - fraction.length;
  if (Math.abs(power) > MAX_EXPONENT || text.length > MAX_EXPONENT) {
    throw new ValueError(`bigfloat ${quote(text.slice(0, 40))} is out of range: the limit is 10^±${MAX_EXPONENT}`);
  }
  const digits = BigInt(integer + fraction) * (sign === '-' ? -1n : 1n);
  return power >= 0 ? round(digits * 10n ** BigInt(power), 0) : divideExact(digits, 10n ** BigInt(-power));
}

/** Converts a double without loss. @throws ValueError for an infinity or NaN. */
export function bigFloatFromNumber(value: number): BigFloat {
  if (!Number.isFinite(value)) throw new ValueError(`${value} is no bigfloat`);
  if (Number.isInteger(value)) return round(BigInt(value), 0);
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | 0x10000000000000n;
  return round(value < 0 ? -mantissa : mantissa, (biased === 0 ? 1 : biased) - 1075);
}

export function bigFloatFromInt(value: number | bigint): BigFloat {
  return round(BigInt(value), 0);
}

function bitLength(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  if (magnitude === 0n) return 0;
  const hex = magnitude.toString(16);
  return hex.length * 4 - (Math.clz32(parseInt(hex[0]!, 16)) - 28);
}

/** Rounds to 200 bits, ties to even. `sticky`: a non-zero digit lies below the last bit given. */
function round(mantissa: bigint, exponent: number, sticky = false): BigFloat {
  if (mantissa === 0n) return ZERO;
  const negative = mantissa < 0n;
  let magnitude = negative ? -mantissa : mantissa;
  const excess = bitLength(magnitude) - PRECISION;
  if (excess > 0) {
    const shift = BigInt(excess);
    const remainder = magnitude & ((1n << shift) - 1n);
    const half = 1n << (shift - 1n);
    magnitude >>= shift;
    exponent += excess;
    if (remainder > half || (remainder === half && (sticky || (magnitude & 1n) === 1n))) magnitude += 1n;
  }
  while ((magnitude & 0xffffffffn) === 0n) {
    magnitude >>= 32n;
    exponent += 32;
  }
  while ((magnitude & 1n) === 0n) {
    magnitude >>= 1n;
    exponent += 1;
  }
  return { mantissa: negative ? -magnitude : magnitude, exponent };
}

function divideExact(numerator: bigint, denominator: bigint): BigFloat {
  if (numerator === 0n) return ZERO;
  const shift = Math.max(0, PRECISION + 2 + bitLength(denominator) - bitLength(numerator));
  const shifted = numerator << BigInt(shift);
  const quotient = shifted / denominator;
  return round(quotient, -shift, quotient * denominator !== shifted);
}

export function addBigFloats(a: BigFloat, b: BigFloat): BigFloat {
  const exponent = Math.min(a.exponent, b.exponent);
  return round((a.mantissa << BigInt(a.exponent - exponent)) + (b.mantissa << BigInt(b.exponent - exponent)), exponent);
}

export function negateBigFloat(a: BigFloat): BigFloat {
  return { mantissa: -a.mantissa, exponent: a.exponent };
}

export function multiplyBigFloats(a: BigFloat, b: BigFloat): BigFloat {
  return round(a.mantissa * b.mantissa, a.exponent + b.exponent);
}

/** The divisor must not be zero. */
export function divideBigFloats(a: BigFloat, b: BigFloat): BigFloat {
  const sign = b.mantissa < 0n ? -1n : 1n;
  const quotient = divideExact(a.mantissa * sign, b.mantissa * sign);
  return quotient.mantissa === 0n
    ? ZERO
    : { mantissa: quotient.mantissa, exponent: quotient.exponent + a.exponent - b.exponent };
}

/** Square root of a non-negative number. */
export function squareRootOfBigFloat(a: BigFloat): BigFloat {
  if (a.mantissa <= 0n) return ZERO;
  let shift = Math.max(0, 2 * PRECISION + 4 - bitLength(a.mantissa));
  if ((a.exponent - shift) % 2 !== 0) shift += 1;
  const radicand = a.mantissa << BigInt(shift);
  let root = 1n << BigInt(Math.ceil(bitLength(radicand) / 2));
  for (;;) {
    const next = (root + radicand / root) >> 1n;
    if (next >= root) break;
    root = next;
  }
  return round(root, (a.exponent - shift) / 2, root * root !== radicand);
}

/** Negative, zero or positive. */
export function compareBigFloats(a: BigFloat, b: BigFloat): number {
  const signs = Number(a.mantissa > 0n) - Number(a.mantissa < 0n) - Number(b.mantissa > 0n) + Number(b.mantissa < 0n);
  if (signs !== 0) return signs;
  const heights = bitLength(a.mantissa) + a.exponent - bitLength(b.mantissa) - b.exponent;
  if (heights !== 0) return a.mantissa < 0n ? -heights : heights;
  const exponent = Math.min(a.exponent, b.exponent);
  const left = a.mantissa << BigInt(a.exponent - exponent);
  const right = b.mantissa << BigInt(b.exponent - exponent);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Truncates toward zero and clamps to 64 bits. */
export function bigFloatToInt(a: BigFloat): number | bigint {
  if (bitLength(a.mantissa) + a.exponent > 64) return a.mantissa < 0n ? MIN_INT64 : MAX_INT64;
  const magnitude = a.mantissa < 0n ? -a.mantissa : a.mantissa;
  const integer = a.exponent >= 0 ? magnitude << BigInt(a.exponent) : magnitude >> BigInt(-a.exponent);
  const signed = a.mantissa < 0n ? -integer : integer;
  return normalizeInt(signed > MAX_INT64 ? MAX_INT64 : signed < MIN_INT64 ? MIN_INT64 : signed);
}

export function bigFloatToNumber(a: BigFloat): number {
  return Number(formatBigFloat(a));
}

/** Formats with the fewest digits that parse back to the same 200 bits, in Go's `%g`. */
export function formatBigFloat(a: BigFloat): string {
  return format(a, undefined);
}

/** Formats with ten digits, as in the conversion of a bigfloat to a string. */
export function formatBigFloatShort(a: BigFloat): string {
  return format(a, 10);
}

function format(a: BigFloat, precision: number | undefined): string {
  if (a.mantissa === 0n) return '0';
  const negative = a.mantissa < 0n;
  const [digits, exponent] = decimalDigits(
    { mantissa: negative ? -a.mantissa : a.mantissa, exponent: a.exponent },
    precision,
  );
  const limit = precision === undefined ? 6 : Math.max(precision, 0);
  const text = exponent < -4 || exponent >= limit ? scientific(digits, exponent) : plain(digits, exponent);
  return negative ? `-${text}` : text;
}

/** Returns the significant digits without trailing zeros, and the decimal exponent of the first. */
function decimalDigits(a: BigFloat, precision: number | undefined): [string, number] {
  const top = a.exponent >= 0 ? a.mantissa << BigInt(a.exponent) : a.mantissa;
  const bottom = a.exponent >= 0 ? 1n : 1n << BigInt(-a.exponent);
  const exponent = decimalExponent(top, bottom, bitLength(a.mantissa) - 1 + a.exponent);
  // Half the distance to the neighbours is value / (mantissa · halfUlps).
  const halfUlps = 1n << BigInt(PRECISION - bitLength(a.mantissa) + 1);
  for (let count = precision ?? 1; ; count++) {
    const scale = count - 1 - exponent;
    const numerator = scale >= 0 ? top * 10n ** BigInt(scale) : top;
    const denominator = scale >= 0 ? bottom : bottom * 10n ** BigInt(-scale);
    let digits = numerator / denominator;
    const twice = 2n * (numerator - digits * denominator);
    if (twice > denominator || (twice === denominator && (digits & 1n) === 1n)) digits += 1n;
    const error = digits * denominator - numerator;
    const distance = error < 0n ? -error : error;
    if (precision !== undefined || distance * a.mantissa * halfUlps < numerator) {
      const text = digits.toString();
      return [trimEndOf(text, '0'), text.length > count ? exponent + 1 : exponent];
    }
  }
}

/** Returns the greatest power of ten that is at most `top / bottom`. */
function decimalExponent(top: bigint, bottom: bigint, binaryExponent: number): number {
  let exponent = Math.floor(binaryExponent * Math.log10(2));
  const reaches = (power: number): boolean =>
    power >= 0 ? top >= bottom * 10n ** BigInt(power) : top * 10n ** BigInt(-power) >= bottom;
  while (reaches(exponent + 1)) exponent++;
  while (!reaches(exponent)) exponent--;
  return exponent;
}

function scientific(digits: string, exponent: number): string {
  const size = Math.abs(exponent);
  const mantissa = digits.length === 1 ? digits : `${digits[0]!}.${digits.slice(1)}`;
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${size < 10 ? '0' : ''}${size}`;
}

function plain(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  if (digits.length <= exponent + 1) return digits.padEnd(exponent + 1, '0');
  return `${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}

/**
 * exp, log and pow, equal to Dgraph's to the last bit, since answers show all digits; JavaScript's functions differ
 * there. exp follows N. Shibata (Efficient evaluation of elementary functions suitable for SIMD computation, 2010) with
 * fused multiply-add, as on processors that have it; log follows FreeBSD's library; pow squares the fraction and adds
 * exponents.
 */

const LN2 = {
  high: 0.693147180559663,
  low: 2.8235290563031577e-13,
};
/** Coefficients of the Taylor series of e^x - 1, the highest first: 1/8! … 1/2!, 1. */
const TAYLOR = [1 / 40320, 1 / 5040, 1 / 720, 1 / 120, 1 / 24, 1 / 6, 0.5, 1];
const OVERFLOW = 7.09782712893384e2;
const SMALLEST_EXPONENT = -1022;

/** `a * b + c`, rounded once: adds the rounding errors of product and sum to the result. */
function fusedMultiplyAdd(a: number, b: number, c: number): number {
  const product = a * b;
  const [ah, bh] = [upperHalf(a), upperHalf(b)];
  const [al, bl] = [a - ah, b - bh];
  const roundingError = ah * bh - product + ah * bl + al * bh + al * bl;
  const sum = product + c;
  const sumPart = sum - product;
  return sum + (product - (sum - sumPart) + (c - sumPart) + roundingError);
}

function upperHalf(x: number): number {
  const scaled = 134217729 * x;
  return scaled - (scaled - x);
}

export function exp(x: number): number {
  if (!Number.isFinite(x)) return x === -Infinity ? 0 : x;
  if (x > OVERFLOW) return Infinity;
  const exponent = Math.round(x * Math.LOG2E);
  if (exponent < SMALLEST_EXPONENT - 53) return 0;
  const reduced = fusedMultiplyAdd(-exponent, LN2.low, fusedMultiplyAdd(-exponent, LN2.high, x)) * 0.0625;
  // The series gives e^r - 1; four times (e^r - 1)(e^r + 1) = e^2r - 1 then doubles r.
  let power = reduced * TAYLOR.reduce((sum, term) => fusedMultiplyAdd(reduced, sum, term));
  for (let i = 0; i < 3; i++) power *= power + 2;
  return scale(fusedMultiplyAdd(power + 2, power, 1), exponent);
}

const L = [
  6.66666666666673513e-1, 3.999999999940941908e-1, 2.857142874366239149e-1, 2.222219843214978396e-1,
  1.818357216161805012e-1, 1.531383769920937332e-1, 1.479819860511658591e-1,
] as const;

/** Natural logarithm of a non-negative number. */
export function log(x: number): number {
  if (Number.isNaN(x) || x === Infinity) return x;
  if (x <= 0) return x === 0 ? -Infinity : NaN;
  let [fraction, exponent] = split(x);
  if (fraction < Math.SQRT1_2) {
    fraction *= 2;
    exponent--;
  }
  const f = fraction - 1;
  const s = f / (2 + f);
  const s2 = s * s;
  const s4 = s2 * s2;
  const odd = s2 * (L[0] + s4 * (L[2] + s4 * (L[4] + s4 * L[6])));
  const even = s4 * (L[1] + s4 * (L[3] + s4 * L[5]));
  const half = 0.5 * f * f;
  return (
    exponent * 6.9314718036912381649e-1 -
    (half - (s * (half + (odd + even)) + exponent * 1.90821492927058770002e-10) - f)
  );
}

export function pow(x: number, y: number): number {
  if (y === 0 || x === 1) return 1;
  if (y === 1) return x;
  // JavaScript agrees with Dgraph on special cases.
  if (x === 0 || !Number.isFinite(x) || !Number.isFinite(y) || Math.abs(y) >= 2 ** 53) return x ** y;
  if (y === 0.5) return Math.sqrt(x);
  if (y === -0.5) return 1 / Math.sqrt(x);
  let integer = Math.trunc(Math.abs(y));
  let part = Math.abs(y) - integer;
  if (part !== 0 && x < 0) return NaN;
  let result = 1;
  let resultExponent = 0;
  if (part !== 0) {
    if (part > 0.5) {
      part--;
      integer++;
    }
    result = exp(part * log(x));
  }
  let [fraction, exponent] = split(x);
  for (; integer !== 0; integer = Math.floor(integer / 2)) {
    if (Math.abs(exponent) > 4096) {
      resultExponent += exponent;
      break;
    }
    if (integer % 2 === 1) {
      result *= fraction;
      resultExponent += exponent;
    }
    fraction *= fraction;
    exponent *= 2;
    if (fraction < 0.5) {
      fraction += fraction;
      exponent--;
    }
  }
  return y < 0 ? scale(1 / result, -resultExponent) : scale(result, resultExponent);
}

const view = new DataView(new ArrayBuffer(8));

/** Splits a non-zero number into a fraction from 0.5 to 1, with its sign, and a power of 2. */
function split(x: number): [number, number] {
  const shift = Math.abs(x) < 2 ** SMALLEST_EXPONENT ? 54 : 0;
  view.setFloat64(0, x * 2 ** shift);
  const high = view.getUint16(0);
  view.setUint16(0, (high & 0x800f) | (1022 << 4));
  return [view.getFloat64(0), ((high >> 4) & 0x7ff) - 1022 - shift];
}

/** `x * 2 ** exponent`, also if the power alone is out of range. */
function scale(x: number, exponent: number): number {
  if (exponent >= SMALLEST_EXPONENT && exponent <= 1023) return x * 2 ** exponent;
  if (exponent > 1023) return exponent > 2100 ? x * Infinity : x * 2 ** 1023 * 2 ** Math.min(1023, exponent - 1023);
  return exponent < -2200 ? x * 0 : x * 2 ** -1022 * 2 ** Math.max(-1022, exponent + 1022);
}

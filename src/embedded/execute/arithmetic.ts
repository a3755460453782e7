/**
 * Arithmetic of math() and aggregates, as in Dgraph: integers stay integers, and become floats when mixed with floats.
 */
import { QueryError } from '../plan';
import { compareValues, equalValues, type Value } from '../values';
import * as big from '../values/bigfloat';
import { bigFloatValue } from '../values';
import { now, unixNanos } from '../values/datetime';
import { exp, log, pow } from '../values/elementary';
import { MAX_INT64, MIN_INT64, normalizeInt, wrapInt64 } from '../values/numbers';

const OVERFLOW = 'Integer overflow';
const FLOAT32_OVERFLOW = 'Float32 overflow';
const ZERO_DIVISION = 'Division by zero';
const LENGTHS = 'The length of vectors must match';

type IntValue = Extract<Value, { type: 'int' }>;
type FloatValue = Extract<Value, { type: 'float' }>;
type VectorValue = Extract<Value, { type: 'float32vector' }>;
type BigValue = Extract<Value, { type: 'bigfloat' }>;

const float = (value: number): Value => ({ type: 'float', value });
const vector = (value: Float32Array): Value => ({ type: 'float32vector', value });

function checkedInt(value: bigint): Value {
  if (value > MAX_INT64 || value < MIN_INT64) throw new QueryError(OVERFLOW);
  return { type: 'int', value: normalizeInt(value) };
}

/** Uses the result in numbers if exact, else the one in bigints. */
function intResult(fast: number, exact: () => bigint): Value {
  return Number.isSafeInteger(fast) ? { type: 'int', value: fast + 0 } : checkedInt(exact());
}

const KINDS = new Map([
  ['int', 0],
  ['float', 1],
  ['float32vector', 2],
  ['bigfloat', 4],
]);

function invalidTypes(a: Value, b: Value, name: string): QueryError {
  return new QueryError(`invalid types ${KINDS.get(a.type) ?? 3}, ${KINDS.get(b.type) ?? 3} for func ${name}`);
}

const RIGHT_VECTORS = new Set(['+', '-', '*', 'dot']);
const MIXED_VECTORS = new Set(['*', '/']);

/** Converts two values of different types to one type. */
function match(a: Value, b: Value, name: string): [Value, Value] {
  if (b.type === 'float32vector' && !RIGHT_VECTORS.has(name)) throw invalidTypes(a, b, name);
  const areKnown = KINDS.has(a.type) && KINDS.has(b.type);
  if (a.type === b.type || (!areKnown && !KINDS.has(a.type) && !KINDS.has(b.type))) {
    if (a.type === 'float32vector' && MIXED_VECTORS.has(name)) throw invalidTypes(a, b, name);
    return [a, b];
  }
  if (!areKnown) throw invalidTypes(a, b, name);
  if (a.type === 'bigfloat' || b.type === 'bigfloat') return [toBig(a, b, name), toBig(b, a, name)];
  if (b.type === 'float32vector' && !MIXED_VECTORS.has(name)) throw invalidTypes(a, b, name);
  return [toFloat(a), toFloat(b)];
}

function toFloat(value: Value): Value {
  return value.type === 'int' ? float(Number(value.value)) : value;
}

function toBig(value: Value, other: Value, name: string): Value {
  if (value.type === 'int') return bigFloatValue(big.bigFloatFromInt(value.value));
  if (value.type === 'float') return bigFloatValue(big.bigFloatFromNumber(value.value));
  if (value.type === 'float32vector') throw invalidTypes(value, other, name);
  return value;
}

/** Replaces infinities and NaN by floats that JSON can express. */
export function bounded(value: Value): Value {
  if (value.type !== 'float' || Number.isFinite(value.value)) return value;
  if (Number.isNaN(value.value)) return float(0);
  return float(value.value > 0 ? Number.MAX_VALUE : -Number.MAX_VALUE);
}

/** @throws QueryError for incompatible types, overflow, division by zero and similar faults */
export function binary(name: string, left: Value, right: Value): Value {
  const [a, b] = match(left, right, name);
  return bounded(applyBinary(name, a, b));
}

function applyBinary(name: string, a: Value, b: Value): Value {
  switch (name) {
    case '+':
    case '-':
      return addOrSubtract(name, a, b);
    case '*':
      return multiply(a, b);
    case '/':
      return divide(a, b);
    case '%':
      return modulo(a, b);
    case 'pow':
      return power(a, b);
    case 'logbase':
      return logarithm(a, b);
    case 'min':
    case 'max':
      return extreme(name, a, b);
    case 'dot':
      return dotProduct(a, b);
    default:
      throw new QueryError(`Unhandled aggregator function ${JSON.stringify(name)}`);
  }
}

function zip(a: VectorValue, b: Value, combine: (x: number, y: number) => number): Value {
  if (b.type !== 'float32vector') throw new QueryError('Left and right arguments must match');
  if (a.value.length !== b.value.length) throw new QueryError(LENGTHS);
  return vector(a.value.map((x, i) => combine(x, b.value[i]!)));
}

function addOrSubtract(name: '+' | '-', a: Value, b: Value): Value {
  const sign = name === '+' ? 1 : -1;
  switch (a.type) {
    case 'int': {
      const other = (b as IntValue).value;
      return intResult(Number(a.value) + sign * Number(other), () => BigInt(a.value) + BigInt(sign) * BigInt(other));
    }
    case 'float':
      return float(a.value + sign * (b as FloatValue).value);
    case 'float32vector':
      return zip(a, b, (x, y) => x + sign * y);
    case 'bigfloat': {
      const other = big.parseBigFloat((b as BigValue).value);
      return bigFloatValue(big.addBigFloats(big.parseBigFloat(a.value), sign > 0 ? other : big.negateBigFloat(other)));
    }
    default:
      throw new QueryError(`Wrong type ${a.type} encountered for func ${name}`);
  }
}

function multiply(a: Value, b: Value): Value {
  if (a.type === 'int' && b.type === 'int') {
    return intResult(Number(a.value) * Number(b.value), () => BigInt(a.value) * BigInt(b.value));
  }
  if (a.type === 'float' && b.type === 'float') return float(a.value * b.value);
  if (a.type === 'float' && b.type === 'float32vector') return vector(b.value.map((x) => Math.fround(a.value) * x));
  if (a.type === 'float32vector' && b.type === 'float') {
    if (!Number.isFinite(Math.fround(b.value))) throw new QueryError(FLOAT32_OVERFLOW);
    return vector(a.value.map((x) => x * Math.fround(b.value)));
  }
  if (a.type === 'bigfloat' && b.type === 'bigfloat') {
    return bigFloatValue(big.multiplyBigFloats(big.parseBigFloat(a.value), big.parseBigFloat(b.value)));
  }
  throw invalidTypes(a, b, '*');
}

function divide(a: Value, b: Value): Value {
  if (a.type === 'int' && b.type === 'int') {
    if (b.value === 0) throw new QueryError(ZERO_DIVISION);
    if (typeof a.value === 'number' && typeof b.value === 'number') {
      return { type: 'int', value: Math.trunc(a.value / b.value) + 0 };
    }
    return { type: 'int', value: wrapInt64(BigInt(a.value) / BigInt(b.value)) };
  }
  if (b.type === 'float' && b.value === 0) throw new QueryError(ZERO_DIVISION);
  if (a.type === 'float' && b.type === 'float') return float(a.value / b.value);
  if (a.type === 'float32vector' && b.type === 'float') {
    if (!Number.isFinite(Math.fround(b.value))) throw new QueryError(FLOAT32_OVERFLOW);
    return vector(a.value.map((x) => x / Math.fround(b.value)));
  }
  if (a.type === 'bigfloat' && b.type === 'bigfloat') {
    const divisor = big.parseBigFloat(b.value);
    if (divisor.mantissa === 0n) throw new QueryError(ZERO_DIVISION);
    return bigFloatValue(big.divideBigFloats(big.parseBigFloat(a.value), divisor));
  }
  throw invalidTypes(a, b, '/');
}

function modulo(a: Value, b: Value): Value {
  if (a.type === 'int' && b.type === 'int') {
    if (b.value === 0) throw new QueryError(ZERO_DIVISION);
    if (typeof a.value === 'number' && typeof b.value === 'number')
      return { type: 'int', value: (a.value % b.value) + 0 };
    return { type: 'int', value: normalizeInt(BigInt(a.value) % BigInt(b.value)) };
  }
  if (a.type === 'float' && b.type === 'float') {
    if (b.value === 0) throw new QueryError(ZERO_DIVISION);
    return float(a.value % b.value);
  }
  throw new QueryError(`Wrong type ${a.type} encountered for func %`);
}

function power(a: Value, b: Value): Value {
  if (a.type === 'int' && b.type === 'int') return float(pow(Number(a.value), Number(b.value)));
  if (a.type === 'float' && b.type === 'float') {
    if (a.value < 0 && !Number.isInteger(b.value)) throw new QueryError('Fractional power of negative number');
    return float(pow(a.value, b.value));
  }
  throw new QueryError(`Wrong type ${a.type} encountered for func ^`);
}

function logarithm(a: Value, b: Value): Value {
  if ((a.type !== 'int' && a.type !== 'float') || (b.type !== 'int' && b.type !== 'float')) {
    throw new QueryError(`Wrong type ${a.type} encountered for func log`);
  }
  const [value, base] = [Number(a.value), Number(b.value)];
  if (value < 0 || base < 0) throw new QueryError('Log of negative number');
  if (base === 1) throw new QueryError(ZERO_DIVISION);
  return float(log(value) / log(base));
}

function extreme(name: 'min' | 'max', a: Value, b: Value): Value {
  const order = compareValues(a, b);
  if (order === undefined) throw new QueryError(`Compare not supported for type: ${a.type}`);
  return order < 0 === (name === 'min') ? a : b;
}

function dotProduct(a: Value, b: Value): Value {
  if (a.type !== 'float32vector' || b.type !== 'float32vector') throw invalidTypes(a, b, 'dot');
  if (a.value.length !== b.value.length) throw new QueryError(LENGTHS);
  let sum = 0;
  for (let i = 0; i < a.value.length; i++) sum += a.value[i]! * b.value[i]!;
  return float(sum);
}

/** `ln`, `exp`, `u-`, `sqrt`, `floor`, `ceil`, `since`. @throws QueryError same as {@link binary} */
export function unary(name: string, a: Value): Value {
  return bounded(applyUnary(name, a));
}

function applyUnary(name: string, a: Value): Value {
  if (name === 'since') {
    if (a.type !== 'datetime') throw new QueryError(`Wrong type ${a.type} encountered for func since`);
    return float(Number(unixNanos(now()) - unixNanos(a.value)) / 1e9);
  }
  if (name === 'u-') return negate(a);
  if (a.type === 'bigfloat') return unaryBigFloat(name, a);
  if (a.type !== 'int' && a.type !== 'float') throw new QueryError(`Wrong type ${a.type} encountered for func ${name}`);
  const value = Number(a.value);
  switch (name) {
    case 'ln':
      if (value < 0) throw new QueryError('Log of negative number');
      return float(log(value));
    case 'exp':
      return float(exp(value));
    case 'sqrt':
      if (value < 0) throw new QueryError('Root of negative number');
      return float(Math.sqrt(value));
    case 'floor':
      return a.type === 'int' ? a : float(Math.floor(value));
    case 'ceil':
      return a.type === 'int' ? a : float(Math.ceil(value));
    default:
      throw new QueryError(`Unhandled Math operator: ${name}`);
  }
}

function negate(a: Value): Value {
  switch (a.type) {
    case 'int':
      if (a.value === MIN_INT64) throw new QueryError(OVERFLOW);
      return { type: 'int', value: normalizeInt(-BigInt(a.value)) };
    case 'float':
      return float(-a.value);
    case 'float32vector':
      return vector(a.value.map((x) => -x));
    case 'bigfloat':
      return bigFloatValue(big.negateBigFloat(big.parseBigFloat(a.value)));
    default:
      throw new QueryError(`Wrong type ${a.type} encountered for func u-`);
  }
}

function unaryBigFloat(name: string, a: BigValue): Value {
  const value = big.parseBigFloat(a.value);
  switch (name) {
    case 'sqrt':
      if (value.mantissa < 0n) throw new QueryError('Root of negative number');
      return bigFloatValue(big.squareRootOfBigFloat(value));
    case 'floor':
      return bigFloatValue(big.bigFloatFromNumber(Math.floor(big.bigFloatToNumber(value))));
    case 'ceil':
      return bigFloatValue(big.bigFloatFromNumber(Math.ceil(big.bigFloatToNumber(value))));
    default:
      return a;
  }
}

/** `<`, `>`, `<=`, `>=`, `==`, `!=`. @throws QueryError for values without a common order */
export function compareBy(operator: string, left: Value, right: Value): boolean {
  const mixed = left.type !== right.type;
  const a = mixed ? toFloat(left) : left;
  const b = mixed ? toFloat(right) : right;
  const order = compareValues(a, b);
  if (order === undefined) throw new QueryError(`Wrong values in comparison function.: Compare not supported`);
  switch (operator) {
    case '<':
      return order < 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    case '>=':
      return order >= 0;
    case '==':
      return equalValues(a, b);
    default:
      return !equalValues(a, b);
  }
}

/** Sum of two values of one type, with wrapping integers; of different types the first, as in Dgraph's aggregates. */
export function add(a: Value, b: Value): Value {
  if (a.type === 'int' && b.type === 'int') {
    const fast = Number(a.value) + Number(b.value);
    return { type: 'int', value: Number.isSafeInteger(fast) ? fast : wrapInt64(BigInt(a.value) + BigInt(b.value)) };
  }
  if (a.type === b.type && (a.type === 'float' || a.type === 'float32vector' || a.type === 'bigfloat')) {
    return addOrSubtract('+', a, b);
  }
  return a;
}

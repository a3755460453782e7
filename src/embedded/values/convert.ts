/** Conversion between types by Dgraph's rules, and parsing of literals. */
import * as big from './bigfloat';
import { dateTimeFromSeconds, formatDateTime, parseDateTime, unixNanos } from './datetime';
import { cannotConvert, ValueError } from './errors';
import { formatGeometry, parseGeometry } from './geo';
import { MAX_INT64, MIN_INT64, normalizeInt } from './numbers';
import * as numbers from './numbers';
import { hashPassword } from './password';
import { formatVector, parseVector } from './vector';
import type { DateTime, Value, ValueType } from './value';

/**
 * Converts a value to another type.
 *
 * @throws ValueError with Dgraph's text if the value does not fit, or the conversion does not exist.
 */
export function convert(value: Value, to: ValueType): Value {
  if (value.type === to) {
    return value;
  }
  switch (value.type) {
    case 'default':
    case 'string':
      return parseLiteral(value.value, to);
    case 'int':
      return convertInt(value.value, to);
    case 'float':
      return convertFloat(value.value, to);
    case 'bigfloat':
      return convertBigFloat(value.value, to);
    case 'bool':
      return convertBool(value.value, to);
    case 'datetime':
      return convertDateTime(value.value, to);
    case 'geo':
      if (to === 'string' || to === 'default') {
        return { type: to, value: formatGeometry(value.value).replace(/"/g, "'") };
      }
      break;
    case 'password':
      if (to === 'string') return { type: to, value: value.value };
      break;
    case 'float32vector':
      if (to === 'string') return { type: to, value: formatVector(value.value) };
      break;
    case 'binary':
      if (to === 'string' || to === 'default') return { type: to, value: value.value.toString('utf8') };
      break;
  }
  throw cannotConvert(value.type, to);
}

/**
 * Parses the literal of a mutation or query as a type.
 *
 * @throws ValueError with Dgraph's text.
 */
export function parseLiteral(text: string, type: ValueType): Value {
  switch (type) {
    case 'default':
    case 'string':
      return { type, value: text };
    case 'int':
      return { type, value: numbers.parseInt64(text) };
    case 'float': {
      const value = numbers.parseFloat64(text);
      if (Number.isNaN(value)) throw new ValueError('Got invalid value: NaN');
      return { type, value };
    }
    case 'bool':
      return { type, value: numbers.parseBool(text) };
    case 'datetime':
      return { type, value: parseDateTime(text) };
    case 'geo':
      return { type, value: parseGeometry(text) };
    case 'password':
      return { type, value: hashPassword(text) };
    case 'bigfloat':
      return bigFloatValue(big.parseBigFloat(text));
    case 'float32vector':
      return { type, value: parseVector(text) };
    case 'binary':
      return { type, value: Buffer.from(text, 'utf8') };
  }
}

export function bigFloatValue(value: big.BigFloat): Value {
  return { type: 'bigfloat', value: big.formatBigFloat(value) };
}

function convertInt(value: number | bigint, to: ValueType): Value {
  switch (to) {
    case 'float':
      return { type: to, value: Number(value) };
    case 'bigfloat':
      return bigFloatValue(big.bigFloatFromInt(value));
    case 'bool':
      return { type: to, value: value !== 0 };
    case 'string':
    case 'default':
      return { type: to, value: String(value) };
    case 'datetime':
      return { type: to, value: dateTimeFromSeconds(Number(value)) };
    case 'float32vector':
      return { type: to, value: Float32Array.of(Number(value)) };
    default:
      throw cannotConvert('int', to);
  }
}

function convertFloat(value: number, to: ValueType): Value {
  switch (to) {
    case 'int':
      return { type: to, value: floatToInt(value) };
    case 'bigfloat':
      return bigFloatValue(big.bigFloatFromNumber(value));
    case 'bool':
      return { type: to, value: value !== 0 };
    case 'string':
    case 'default':
      return { type: to, value: numbers.formatFloatUpperG(value) };
    case 'datetime':
      return { type: to, value: floatToDateTime(value) };
    case 'float32vector':
      return { type: to, value: Float32Array.of(value) };
    default:
      throw cannotConvert('float', to);
  }
}

/** Truncates toward zero. @throws ValueError beyond 64 bits. */
function floatToInt(value: number): number | bigint {
  const integer = Math.trunc(value);
  if (Number.isSafeInteger(integer)) return integer + 0;
  if (!Number.isFinite(integer) || BigInt(integer) > MAX_INT64 || BigInt(integer) < MIN_INT64) {
    throw new ValueError('Float out of int64 range');
  }
  return normalizeInt(BigInt(integer));
}

function floatToDateTime(value: number): DateTime {
  const seconds = Math.trunc(value);
  return dateTimeFromSeconds(seconds, Math.trunc((value - seconds) * 1e9));
}

function convertBigFloat(text: string, to: ValueType): Value {
  const value = big.parseBigFloat(text);
  switch (to) {
    case 'int':
      return { type: to, value: big.bigFloatToInt(value) };
    case 'float':
      return { type: to, value: big.bigFloatToNumber(value) };
    case 'bool':
      return { type: to, value: value.mantissa !== 0n };
    case 'string':
    case 'default':
      return { type: to, value: big.formatBigFloatShort(value) };
    case 'datetime':
      return { type: to, value: floatToDateTime(big.bigFloatToNumber(value)) };
    default:
      throw cannotConvert('bigfloat', to);
  }
}

function convertBool(value: boolean, to: ValueType): Value {
  switch (to) {
    case 'int':
    case 'float':
      return { type: to, value: value ? 1 : 0 };
    case 'bigfloat':
      return { type: to, value: value ? '1' : '0' };
    case 'string':
    case 'default':
      return { type: to, value: value ? 'true' : 'false' };
    case 'float32vector':
      return { type: to, value: Float32Array.of(value ? 1 : 0) };
    default:
      throw cannotConvert('bool', to);
  }
}

function convertDateTime(value: DateTime, to: ValueType): Value {
  switch (to) {
    case 'int':
      return { type: to, value: value.seconds };
    case 'float':
      return { type: to, value: Number(unixNanos(value)) / 1e9 };
    case 'bigfloat':
      return bigFloatValue(
        big.divideBigFloats(big.bigFloatFromInt(unixNanos(value)), big.bigFloatFromInt(1_000_000_000)),
      );
    case 'string':
    case 'default':
      return { type: to, value: formatDateTime(value) };
    default:
      throw cannotConvert('datetime', to);
  }
}

/**
 * Typed values as bytes, in two forms: the stored form, as short as possible, and the canonical form, which Dgraph
 * stores and fingerprints.
 */
import type { DateTime, Value, ValueType } from '../values/value';
import { ByteWriter, utf8Slice } from './bytes';
import { fingerprint, languageFingerprint, UNTAGGED, type Fingerprint } from './fingerprint';
import { readGeometry, writeGeometry } from './geometry';

/** Four bits of a record's head byte; part of the file format. */
export const TYPE_CODES: Readonly<Record<ValueType, number>> = {
  default: 0,
  binary: 1,
  int: 2,
  float: 3,
  bool: 4,
  datetime: 5,
  geo: 6,
  password: 8,
  string: 9,
  bigfloat: 11,
  float32vector: 12,
};
const TYPES = Object.entries(TYPE_CODES).reduce<ValueType[]>(
  (types, [type, code]) => ((types[code] = type as ValueType), types),
  [],
);

/** Go's time.Time counts seconds from year 1. */
const SECONDS_TO_UNIX = 62135596800;
/** Length of the full form of a datetime, and of a 64-bit integer with its marker; short forms are shorter. */
const FULL_DATETIME = 15;
const FULL_INT = 9;

function zigzag(out: ByteWriter, n: number): void {
  out.varint(n < 0 ? -n * 2 - 1 : n * 2);
}

/** Appends the stored form. */
export function writeValue(out: ByteWriter, value: Value): void {
  switch (value.type) {
    case 'int':
      if (typeof value.value === 'number' && Math.abs(value.value) <= 2 ** 51) return zigzag(out, value.value);
      out.u8(0).reserve(8);
      out.bytes.writeBigInt64LE(BigInt(value.value), out.length);
      out.length += 8;
      return;
    case 'datetime': {
      const { seconds, nanos, offset } = value.value;
      if (nanos === 0 && offset === 0) return zigzag(out, seconds);
      return writeGoTime(out, value.value);
    }
    default:
      writeCommon(out, value);
  }
}

/** Writes types whose two forms are equal. */
function writeCommon(out: ByteWriter, value: Exclude<Value, { type: 'int' | 'datetime' }>): void {
  switch (value.type) {
    case 'default':
    case 'string':
    case 'password':
    case 'bigfloat':
      out.utf8(value.value);
      return;
    case 'float':
      out.reserve(8);
      out.bytes.writeDoubleLE(value.value, out.length);
      out.length += 8;
      return;
    case 'bool':
      out.u8(value.value ? 1 : 0);
      return;
    case 'geo':
      writeGeometry(out, value.value);
      return;
    case 'float32vector':
      out.reserve(value.value.length * 4);
      for (const component of value.value) {
        out.bytes.writeFloatLE(component, out.length);
        out.length += 4;
      }
      return;
    case 'binary':
      out.raw(value.value);
  }
}

/** Go's binary form of time.Time: version, seconds since year 1, nanoseconds, offset in minutes (-1 for UTC). */
function writeGoTime(out: ByteWriter, { seconds, nanos, offset }: DateTime): void {
  out.u8(1).reserve(FULL_DATETIME);
  out.bytes.writeBigInt64BE(BigInt(seconds) + BigInt(SECONDS_TO_UNIX), out.length);
  out.bytes.writeInt32BE(nanos, out.length + 8);
  out.bytes.writeInt16BE(offset === 0 ? -1 : offset, out.length + 12);
  out.length += FULL_DATETIME - 1;
}

/** Reads the value with the stored form `bytes[from, to)`. Copies all data. */
export function readValue(code: number, bytes: Uint8Array, from: number, to: number): Value {
  const type = TYPES[code]!;
  switch (type) {
    case 'default':
    case 'string':
    case 'password':
    case 'bigfloat':
      return { type, value: utf8Slice(bytes, from, to) };
    case 'int':
      if (to - from < FULL_INT) return { type, value: unzigzag(bytes, from) };
      return { type, value: smallest(dataView(bytes, from, 9).getBigInt64(1, true)) };
    case 'float':
      return { type, value: dataView(bytes, from, 8).getFloat64(0, true) };
    case 'bool':
      return { type, value: bytes[from] === 1 };
    case 'datetime':
      if (to - from < FULL_DATETIME) return { type, value: { seconds: unzigzag(bytes, from), nanos: 0, offset: 0 } };
      return { type, value: readGoTime(dataView(bytes, from, FULL_DATETIME)) };
    case 'geo':
      return { type, value: readGeometry(bytes, from) };
    case 'float32vector': {
      const view = dataView(bytes, from, to - from);
      const vector = new Float32Array((to - from) >> 2);
      for (let i = 0; i < vector.length; i++) vector[i] = view.getFloat32(i * 4, true);
      return { type, value: vector };
    }
    case 'binary':
      return { type, value: Buffer.from(bytes.subarray(from, to)) };
  }
}

const dataView = (bytes: Uint8Array, from: number, length: number): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset + from, length);

function unzigzag(bytes: Uint8Array, from: number): number {
  let at = from;
  let byte = bytes[at++]!;
  let n = byte & 0x7f;
  for (let scale = 128; byte >= 0x80; scale *= 128) {
    byte = bytes[at++]!;
    n += (byte & 0x7f) * scale;
  }
  return n % 2 === 0 ? n / 2 : -(n + 1) / 2;
}

const smallest = (n: bigint): number | bigint =>
  n >= BigInt(Number.MIN_SAFE_INTEGER) && n <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(n) : n;

function readGoTime(view: DataView): DateTime {
  const offset = view.getInt16(13);
  return {
    seconds: Number(view.getBigInt64(1) - BigInt(SECONDS_TO_UNIX)),
    nanos: view.getInt32(9),
    offset: offset === -1 ? 0 : offset,
  };
}

const canonicalBytes = new ByteWriter();

/** Dgraph's bytes of a value. Valid until the next call. */
function canonical(value: Value): Uint8Array {
  const out = canonicalBytes.reset();
  if (value.type === 'int') {
    out.reserve(8);
    out.bytes.writeBigInt64LE(BigInt(value.value), 0);
    out.length = 8;
  } else if (value.type === 'datetime') writeGoTime(out, value.value);
  else writeCommon(out, value);
  return out.bytes.subarray(0, out.length);
}

/** Place of a value among the values of its node and predicate; equal places are the same posting. */
export function placeOf(value: Value, lang: string, list: boolean): Fingerprint {
  if (lang !== '') return languageFingerprint(lang);
  return list ? fingerprint(canonical(value)) : UNTAGGED;
}

/** True if two values have the same type and bytes, the condition for deleting a value. */
export function sameValue(a: Value, b: Value): boolean {
  if (a.type !== b.type) return false;
  if (typeof a.value === 'string') return a.value === b.value;
  const first = Buffer.from(canonical(a));
  return first.equals(canonical(b));
}

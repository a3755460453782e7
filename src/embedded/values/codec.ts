/**
 * Values as bytes for the store: one tag byte, then the payload.
 *
 *     tag = version (high 4 bits) | type (low 4 bits)
 *     default, string, password   UTF-8
 *     int                         two's complement, big-endian, as few bytes as hold it (none for 0)
 *     float                       8 bytes, little-endian IEEE 754
 *     bool                        one byte, 0 or 1
 *     datetime                    8 bytes seconds (double), 4 bytes nanoseconds, 2 bytes offset in minutes; little-endian
 *     geo                         GeoJSON text
 *     bigfloat                    decimal text
 *     float32vector               4 bytes a number, little-endian
 *     binary                      as it is
 */
import { ValueError } from './errors';
import type { Geometry, Value, ValueType } from './value';

/** Changes with any change of the layout above. */
export const VALUE_FORMAT = 1;

const TYPES: readonly ValueType[] = [
  'default',
  'binary',
  'int',
  'float',
  'bool',
  'datetime',
  'geo',
  'password',
  'string',
  'float32vector',
  'bigfloat',
];
const TAGS = new Map(TYPES.map((type, index) => [type, (VALUE_FORMAT << 4) | index]));

/** The value's bytes; {@link decodeValue} is the inverse. */
export function encodeValue(value: Value): Buffer {
  const payload = encodePayload(value);
  const out = Buffer.allocUnsafe(payload.length + 1);
  out[0] = TAGS.get(value.type)!;
  payload.copy(out, 1);
  return out;
}

function encodePayload(value: Value): Buffer {
  switch (value.type) {
    case 'default':
    case 'string':
    case 'password':
    case 'bigfloat':
      return Buffer.from(value.value, 'utf8');
    case 'int':
      return encodeInt(value.value);
    case 'float': {
      const out = Buffer.allocUnsafe(8);
      out.writeDoubleLE(value.value);
      return out;
    }
    case 'bool':
      return Buffer.from([value.value ? 1 : 0]);
    case 'datetime': {
      const out = Buffer.allocUnsafe(14);
      out.writeDoubleLE(value.value.seconds, 0);
      out.writeUInt32LE(value.value.nanos, 8);
      out.writeInt16LE(value.value.offset, 12);
      return out;
    }
    case 'geo':
      return Buffer.from(JSON.stringify(value.value), 'utf8');
    case 'float32vector': {
      const out = Buffer.allocUnsafe(value.value.length * 4);
      for (let i = 0; i < value.value.length; i++) out.writeFloatLE(value.value[i]!, i * 4);
      return out;
    }
    case 'binary':
      return value.value;
  }
}

function encodeInt(value: number | bigint): Buffer {
  if (value === 0) return Buffer.alloc(0);
  if (typeof value === 'number' && Math.abs(value) < 2 ** 47) {
    let size = 1;
    while (value < -(2 ** (8 * size - 1)) || value >= 2 ** (8 * size - 1)) size++;
    const out = Buffer.allocUnsafe(size);
    out.writeIntBE(value, 0, size);
    return out;
  }
  const out = Buffer.allocUnsafe(8);
  out.writeBigInt64BE(BigInt(value));
  return out;
}

/**
 * Reads the value at `start`, whose bytes end before `end`.
 *
 * @throws ValueError for bytes that no version of this code wrote.
 */
export function decodeValue(bytes: Buffer, start = 0, end = bytes.length): Value {
  const tag = bytes[start] ?? 0;
  const type = TYPES[tag & 0x0f];
  if (tag >> 4 !== VALUE_FORMAT || type === undefined) {
    throw new ValueError(`stored value has tag ${tag}; this program reads format ${VALUE_FORMAT}`);
  }
  const from = start + 1;
  switch (type) {
    case 'default':
    case 'string':
    case 'password':
    case 'bigfloat':
      return { type, value: bytes.toString('utf8', from, end) };
    case 'int':
      return { type, value: decodeInt(bytes, from, end - from) };
    case 'float':
      return { type, value: bytes.readDoubleLE(from) };
    case 'bool':
      return { type, value: bytes[from] === 1 };
    case 'datetime':
      return {
        type,
        value: {
          seconds: bytes.readDoubleLE(from),
          nanos: bytes.readUInt32LE(from + 8),
          offset: bytes.readInt16LE(from + 12),
        },
      };
    case 'geo':
      return { type, value: JSON.parse(bytes.toString('utf8', from, end)) as Geometry };
    case 'float32vector': {
      const vector = new Float32Array((end - from) >> 2);
      for (let i = 0; i < vector.length; i++) vector[i] = bytes.readFloatLE(from + i * 4);
      return { type, value: vector };
    }
    case 'binary':
      return { type, value: Buffer.from(bytes.subarray(from, end)) };
  }
}

function decodeInt(bytes: Buffer, from: number, size: number): number | bigint {
  if (size === 0) return 0;
  if (size <= 6) return bytes.readIntBE(from, size);
  const value = bytes.readBigInt64BE(from);
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

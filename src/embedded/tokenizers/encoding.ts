/** Index tokens whose byte order equals the order of their values. */

const SIGN = 0x80000000;

/** A 64-bit integer in 8 bytes: big-endian with the sign bit flipped. */
export function intToken(value: number | bigint): Buffer {
  const out = Buffer.allocUnsafe(8);
  if (typeof value === 'number') {
    const high = Math.floor(value / 0x100000000);
    out.writeUInt32BE((high ^ SIGN) >>> 0, 0);
    out.writeUInt32BE(value - high * 0x100000000, 4);
    return out;
  }
  out.writeBigInt64BE(value);
  out[0]! ^= 0x80;
  return out;
}

/** A double in 8 bytes: positive ones with the sign bit flipped, negative ones with every bit flipped. -0 is 0. */
export function floatToken(value: number): Buffer {
  const out = Buffer.allocUnsafe(8);
  out.writeDoubleBE(value === 0 ? 0 : value);
  if (out[0]! & 0x80) {
    for (let i = 0; i < 8; i++) out[i]! ^= 0xff;
  } else {
    out[0]! ^= 0x80;
  }
  return out;
}

/** Unsigned 16-bit fields in sequence, most significant first. */
export function fieldsToken(...fields: readonly number[]): Buffer {
  const out = Buffer.allocUnsafe(fields.length * 2);
  fields.forEach((field, index) => out.writeUInt16BE(field & 0xffff, index * 2));
  return out;
}

/** Returns the distinct tokens, by first appearance. */
export function distinct(tokens: readonly string[]): string[] {
  return [...new Set(tokens)];
}

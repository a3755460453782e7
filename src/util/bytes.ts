/**
 * Search, comparison and hashing of bytes, four bytes at a time, which costs about as much as a single byte. The
 * functions take a DataView because only a DataView reads 32-bit words at unaligned offsets.
 */

/** Local copy: in a separate VM context, such as Jest's, every access to a global is slow. */
const { imul } = Math;

const ONES = 0x01010101;
const HIGH_BITS = 0x80808080;

/** @returns offset of the first occurrence of a byte in [start, end), or `end` */
export function indexOfByte(view: DataView, byte: number, start: number, end: number): number {
  const pattern = imul(byte, ONES);
  let at = start;
  for (; at + 4 <= end; at += 4) {
    // The XOR makes a matching byte 0. The test below leaves a high bit only for a zero byte.
    const word = view.getInt32(at, true) ^ pattern;
    if (((word - ONES) & ~word & HIGH_BITS) !== 0) break;
  }
  while (at < end && view.getUint8(at) !== byte) at++;
  return at;
}

/** Compares `length` bytes; both views must hold that many. */
export function sameBytes(a: DataView, startOfA: number, b: DataView, startOfB: number, length: number): boolean {
  let i = 0;
  for (; i + 4 <= length; i += 4) if (a.getInt32(startOfA + i) !== b.getInt32(startOfB + i)) return false;
  for (; i < length; i++) if (a.getUint8(startOfA + i) !== b.getUint8(startOfB + i)) return false;
  return true;
}

/** @returns a signed 32-bit integer, which V8 stores unboxed */
export function hashBytes(view: DataView, start: number, end: number): number {
  let hash = end - start;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    hash = imul(hash ^ view.getInt32(at), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = imul(hash ^ view.getUint8(at), 0x01000193);
  hash = imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

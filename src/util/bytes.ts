/**
 * Searching, comparing and hashing bytes, four at a step: a step costs about the same however many bytes it is for. Places
 * are those of a DataView, which is the only sight of bytes by which words can stand anywhere.
 */

/** In hot code a global costs a look-up where code runs in a context of its own, as tests do. */
const { imul } = Math;

const ONES = 0x01010101;
const HIGH_BITS = 0x80808080;

/** @returns the first place of a byte in [start, end), or `end` */
export function placeOf(view: DataView, byte: number, start: number, end: number): number {
  const wanted = imul(byte, ONES);
  let at = start;
  for (; at + 4 <= end; at += 4) {
    // A byte that is the one wanted is 0 here, and only then is a high bit left.
    const word = view.getInt32(at, true) ^ wanted;
    if (((word - ONES) & ~word & HIGH_BITS) !== 0) break;
  }
  while (at < end && view.getUint8(at) !== byte) at++;
  return at;
}

/** Whether `length` bytes are the same; both views must have so many. */
export function sameBytes(a: DataView, startOfA: number, b: DataView, startOfB: number, length: number): boolean {
  let i = 0;
  for (; i + 4 <= length; i += 4) if (a.getInt32(startOfA + i) !== b.getInt32(startOfB + i)) return false;
  for (; i < length; i++) if (a.getUint8(startOfA + i) !== b.getUint8(startOfB + i)) return false;
  return true;
}

/** @returns an integer of 32 bits, signed: it needs no box */
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

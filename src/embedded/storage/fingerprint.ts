/**
 * FarmHash's 64-bit fingerprint (Google's public `farmhashna::Hash64`), in 32-bit arithmetic.
 * Dgraph orders the values of a list, and the languages of a value, by this hash; the engine must answer in the same
 * order.
 */
import { LRUCache } from '../../util/lru';
import { detached } from '../../util/text';

/** A 64-bit number as two 32-bit halves. */
interface U64 {
  hi: number;
  lo: number;
}

const u64 = (hi: number, lo: number): U64 => ({ hi: hi | 0, lo: lo | 0 });

const K0 = u64(0xc3a5c85c, 0x97cb3127);
const K1 = u64(0xb492b66f, 0xbe98f273);
const K2 = u64(0x9ae16a3b, 0x2f90404f);

function add(a: U64, b: U64): U64 {
  const lo = (a.lo >>> 0) + (b.lo >>> 0);
  return { hi: (a.hi + b.hi + (lo > 0xffffffff ? 1 : 0)) | 0, lo: lo | 0 };
}

function mul(a: U64, b: U64): U64 {
  const a0 = a.lo & 0xffff;
  const a1 = a.lo >>> 16;
  const b0 = b.lo & 0xffff;
  const b1 = b.lo >>> 16;
  const low = a0 * b0;
  const middle = a1 * b0 + (low >>> 16);
  const middle2 = a0 * b1 + (middle & 0xffff);
  // The three partial products that overflow the low half.
  const carry = a1 * b1 + Math.floor(middle / 0x10000) + Math.floor(middle2 / 0x10000);
  const hi = (Math.imul(a.hi, b.lo) + Math.imul(a.lo, b.hi) + (carry | 0)) | 0;
  return { hi, lo: (middle2 << 16) | (low & 0xffff) | 0 };
}

const xor = (a: U64, b: U64): U64 => ({ hi: a.hi ^ b.hi, lo: a.lo ^ b.lo });

/** Rotates right by 1 to 63, not 32. */
function rotate(a: U64, bits: number): U64 {
  if (bits > 32) return rotate({ hi: a.lo, lo: a.hi }, bits - 32);
  return { hi: (a.hi >>> bits) | (a.lo << (32 - bits)), lo: (a.lo >>> bits) | (a.hi << (32 - bits)) };
}

/** a ^ (a >> 47). */
const shiftMix = (a: U64): U64 => ({ hi: a.hi, lo: a.lo ^ (a.hi >>> 15) });

/** Small number as a 64-bit one. */
const small = (n: number): U64 => ({ hi: 0, lo: n });

function fetch64(s: Uint8Array, at: number): U64 {
  return { hi: fetch32(s, at + 4), lo: fetch32(s, at) };
}

function fetch32(s: Uint8Array, at: number): number {
  return s[at]! | (s[at + 1]! << 8) | (s[at + 2]! << 16) | (s[at + 3]! << 24);
}

function hash16(u: U64, v: U64, multiplier: U64): U64 {
  const a = shiftMix(mul(xor(u, v), multiplier));
  const b = shiftMix(mul(xor(v, a), multiplier));
  return mul(b, multiplier);
}

function upTo16(s: Uint8Array): U64 {
  const n = s.length;
  if (n >= 8) {
    const multiplier = add(K2, small(n * 2));
    const a = add(fetch64(s, 0), K2);
    const b = fetch64(s, n - 8);
    const c = add(mul(rotate(b, 37), multiplier), a);
    const d = mul(add(rotate(a, 25), b), multiplier);
    return hash16(c, d, multiplier);
  }
  if (n >= 4) {
    const multiplier = add(K2, small(n * 2));
    const first = fetch32(s, 0);
    const shifted = u64(first >>> 29, first << 3);
    return hash16(add(small(n), shifted), u64(0, fetch32(s, n - 4)), multiplier);
  }
  if (n > 0) {
    const y = s[0]! + (s[n >> 1]! << 8);
    const z = n + (s[n - 1]! << 2);
    return mul(shiftMix(xor(mul(small(y), K2), mul(small(z), K0))), K2);
  }
  return K2;
}

function upTo32(s: Uint8Array): U64 {
  const n = s.length;
  const multiplier = add(K2, small(n * 2));
  const a = mul(fetch64(s, 0), K1);
  const b = fetch64(s, 8);
  const c = mul(fetch64(s, n - 8), multiplier);
  const d = mul(fetch64(s, n - 16), K2);
  return hash16(add(add(rotate(add(a, b), 43), rotate(c, 30)), d), add(add(a, rotate(add(b, K2), 18)), c), multiplier);
}

function upTo64(s: Uint8Array): U64 {
  const n = s.length;
  const multiplier = add(K2, small(n * 2));
  const a = mul(fetch64(s, 0), K2);
  const b = fetch64(s, 8);
  const c = mul(fetch64(s, n - 8), multiplier);
  const d = mul(fetch64(s, n - 16), K2);
  const y = add(add(rotate(add(a, b), 43), rotate(c, 30)), d);
  const z = hash16(y, add(add(a, rotate(add(b, K2), 18)), c), multiplier);
  const e = mul(fetch64(s, 16), multiplier);
  const f = fetch64(s, 24);
  const g = mul(add(y, fetch64(s, n - 32)), multiplier);
  const h = mul(add(z, fetch64(s, n - 24)), multiplier);
  return hash16(add(add(rotate(add(e, f), 43), rotate(g, 30)), h), add(add(e, rotate(add(f, a), 18)), g), multiplier);
}

/** Mixes 32 bytes at `at` into a pair of 64-bit words. */
function weakHash32(s: Uint8Array, at: number, seedA: U64, seedB: U64): [U64, U64] {
  const z = fetch64(s, at + 24);
  let a = add(seedA, fetch64(s, at));
  let b = rotate(add(add(seedB, a), z), 21);
  const c = a;
  a = add(add(a, fetch64(s, at + 8)), fetch64(s, at + 16));
  b = add(b, rotate(a, 44));
  return [add(a, z), add(b, c)];
}

function over64(s: Uint8Array): U64 {
  const seed = small(81);
  let x = add(mul(seed, K2), fetch64(s, 0));
  let y = add(mul(seed, K1), small(113));
  let z = mul(shiftMix(add(mul(y, K2), small(113))), K2);
  let v: [U64, U64] = [small(0), small(0)];
  let w: [U64, U64] = [small(0), small(0)];
  const end = Math.floor((s.length - 1) / 64) * 64;
  const last = end + ((s.length - 1) & 63) - 63;
  for (let at = 0; at < end; at += 64) {
    x = mul(rotate(add(add(add(x, y), v[0]), fetch64(s, at + 8)), 37), K1);
    y = mul(rotate(add(add(y, v[1]), fetch64(s, at + 48)), 42), K1);
    x = xor(x, w[1]);
    y = add(y, add(v[0], fetch64(s, at + 40)));
    z = mul(rotate(add(z, w[0]), 33), K1);
    v = weakHash32(s, at, mul(v[1], K1), add(x, w[0]));
    w = weakHash32(s, at + 32, add(z, w[1]), add(y, fetch64(s, at + 16)));
    [x, z] = [z, x];
  }
  const multiplier = add(K1, small((z.lo & 0xff) << 1));
  w[0] = add(w[0], small((s.length - 1) & 63));
  v[0] = add(v[0], w[0]);
  w[0] = add(w[0], v[0]);
  x = mul(rotate(add(add(add(x, y), v[0]), fetch64(s, last + 8)), 37), multiplier);
  y = mul(rotate(add(add(y, v[1]), fetch64(s, last + 48)), 42), multiplier);
  x = xor(x, mul(w[1], small(9)));
  y = add(y, add(mul(v[0], small(9)), fetch64(s, last + 40)));
  z = mul(rotate(add(z, w[0]), 33), multiplier);
  v = weakHash32(s, last, mul(v[1], multiplier), add(x, w[0]));
  w = weakHash32(s, last + 32, add(z, w[1]), add(y, fetch64(s, last + 16)));
  [x, z] = [z, x];
  return hash16(
    add(add(hash16(v[0], w[0], multiplier), mul(shiftMix(y), K0)), z),
    add(hash16(v[1], w[1], multiplier), x),
    multiplier,
  );
}

function hash(s: Uint8Array): U64 {
  if (s.length <= 16) return upTo16(s);
  if (s.length <= 32) return upTo32(s);
  return s.length <= 64 ? upTo64(s) : over64(s);
}

/**
 * Place of a value in its posting list: eight code units below 256, big-endian, so that comparing two of these strings
 * compares the 64-bit numbers.
 */
export type Fingerprint = string;

/** Dgraph's place of the untagged value of a predicate that is not a list: after all others. */
export const UNTAGGED: Fingerprint = '\xff'.repeat(8);

/** FarmHash fingerprint of the bytes. */
export function fingerprint(bytes: Uint8Array): Fingerprint {
  const { hi, lo } = hash(bytes);
  return String.fromCharCode(
    hi >>> 24,
    (hi >>> 16) & 0xff,
    (hi >>> 8) & 0xff,
    hi & 0xff,
    lo >>> 24,
    (lo >>> 16) & 0xff,
    (lo >>> 8) & 0xff,
    lo & 0xff,
  );
}

/** Characters of a tag that is remembered (RFC 5646, section 4.4.1). */
const LONGEST_TAG = 35;
const languages = new LRUCache<string, Fingerprint>({ most: 1_000 });

/** Cached `fingerprint` of a language tag; there are few tags. */
export function languageFingerprint(lang: string): Fingerprint {
  let cached = languages.get(lang);
  if (cached === undefined) {
    cached = fingerprint(Buffer.from(lang));
    if (lang.length <= LONGEST_TAG) languages.set(detached(lang), cached);
  }
  return cached;
}

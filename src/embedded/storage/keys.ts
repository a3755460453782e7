/**
 * Keys of the file, byte by byte, and the version of this layout.
 *
 * Numbers in keys are ordered: `n` below 240 is the byte n; any other is the byte 0xEF + k followed by its k bytes,
 * big-endian, k from 1 to 7. So byte order is number order, and small numbers take one byte.
 *
 *   00 'format'                                format version (a varint)
 *   00 'counters'                              leases of timestamps, uids, spaces and long lists
 *   01 fingerprint(name)                       a predicate: its declaration and its spaces; `{}` without declaration
 *   02 fingerprint(name)                       a type (JSON)
 *   03 id                                      name of a facet key
 *   04 number                                  a block with client-chosen uids
 *   05 space                                   a dropped space to sweep
 *   10 space 00 …                              an entry of a space, see below
 *   10 space 01 list start                     a part of a list too long for its entry: `list` is the list's number,
 *                                              `start` is a uid, or a fingerprint's eight bytes
 *   10 space 02 uid                            the entry of one subject, if too long for its block
 *
 * A *space* is one sorted set of lists: each predicate has one for its data, one for reverse edges, one for each
 * tokenizer of its index, and two for counts. A dropped space is unreachable at once and swept later; a rebuilt space
 * gets a new number. After `00` follows
 *   in a data or reverse space: the number of a block of 16 consecutive uids (block.ts);
 *   in an index space: the token (count spaces: four bytes, big-endian). A token above 1,000 bytes is cut there and
 *   followed by the eight bytes of its fingerprint; its entry holds it in full.
 */
import { ByteWriter } from './bytes';
import { fingerprint } from './fingerprint';

/** Changes whenever an earlier file could be misread. */
export const FORMAT_VERSION = 1;

const META = 0x00;
const PREDICATE = 0x01;
const TYPE = 0x02;
const FACET_KEY = 0x03;
const EXPLICIT_UIDS = 0x04;
const SWEEP = 0x05;
/** First byte of the keys of all spaces; lower ones belong to the file's description. */
export const SPACES = 0x10;

const ENTRY = 0x00;
const PART = 0x01;
const LONG_ENTRY = 0x02;

/** Longest token that fits into a key. */
export const MAX_KEY_TOKEN = 1000;

/** Appends an ordered number. */
export function putOrdered(out: ByteWriter, n: number): ByteWriter {
  if (n < 240) return out.u8(n);
  let bytes = 1;
  for (let limit = 256; n >= limit; limit *= 256) bytes++;
  out.u8(0xef + bytes);
  out.reserve(bytes);
  let remaining = n;
  for (let i = bytes - 1; i >= 0; i--) {
    out.bytes[out.length + i] = remaining % 256;
    remaining = Math.floor(remaining / 256);
  }
  out.length += bytes;
  return out;
}

/** Reads an ordered number at `at`. */
export function getOrdered(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 240) return first;
  const n = first - 0xef;
  let value = 0;
  for (let i = 1; i <= n; i++) value = value * 256 + bytes[at + i]!;
  return value;
}

const ascii = (first: number, text: string): Buffer => Buffer.from([first, ...Buffer.from(text)]);

export const FORMAT_KEY = ascii(META, 'format');
export const COUNTERS_KEY = ascii(META, 'counters');

/** Key of a name, by its fingerprint, since names may exceed the limit of keys. */
const named =
  (kind: number) =>
  (name: string): Buffer =>
    Buffer.from(String.fromCharCode(kind) + fingerprint(Buffer.from(name)), 'latin1');

export const predicateKey = named(PREDICATE);
export const typeKey = named(TYPE);

const numbered =
  (kind: number) =>
  (n: number): Buffer =>
    putOrdered(new ByteWriter(16).u8(kind), n).copy();

export const facetKeyKey = numbered(FACET_KEY);
export const explicitUidsKey = numbered(EXPLICIT_UIDS);
export const sweepKey = numbered(SWEEP);

/** Range of all keys of a kind: `[from, to)`. */
const kindRange = (kind: number): readonly [Buffer, Buffer] => [Buffer.from([kind]), Buffer.from([kind + 1])];

export const ALL_PREDICATES = kindRange(PREDICATE);
export const ALL_TYPES = kindRange(TYPE);
export const ALL_FACET_KEYS = kindRange(FACET_KEY);
export const ALL_EXPLICIT_UIDS = kindRange(EXPLICIT_UIDS);
export const ALL_SWEEPS = kindRange(SWEEP);

/** Buffer of frequently used keys. Each call overwrites the last key. */
const scratch = new ByteWriter(64);

function start(space: number, kind: number): ByteWriter {
  scratch.length = 0;
  scratch.u8(SPACES);
  return putOrdered(scratch, space).u8(kind);
}

/** All keys of a space: `[from, to)`. */
export function spaceRange(space: number): readonly [Buffer, Buffer] {
  return [
    putOrdered(new ByteWriter(16).u8(SPACES), space).copy(),
    putOrdered(new ByteWriter(16).u8(SPACES), space + 1).copy(),
  ];
}

/** Entries of a space, without parts and long entries: `[from, to)`. */
export function entryRange(space: number): readonly [Buffer, Buffer] {
  return [start(space, ENTRY).copy(), start(space, PART).copy()];
}

/** Length of an entry's key before the block number or token. */
export function entryPrefixLength(space: number): number {
  return start(space, ENTRY).length;
}

/** Valid until the next call of a key function without `copy`. */
export function blockKey(space: number, block: number): ByteWriter {
  return putOrdered(start(space, ENTRY), block);
}

/** Valid until the next call. `token` may have any length. */
export function tokenKey(space: number, token: Uint8Array): ByteWriter {
  const key = start(space, ENTRY);
  if (token.length <= MAX_KEY_TOKEN) return key.raw(token);
  return key.raw(token, 0, MAX_KEY_TOKEN).latin1(fingerprint(token));
}

/** Valid until the next call. */
export function longEntryKey(space: number, uid: number): ByteWriter {
  return putOrdered(start(space, LONG_ENTRY), uid);
}

/** Key of the part of a uid list that starts at `uid`. Valid until the next call. */
export function uidPartKey(space: number, list: number, uid: number): ByteWriter {
  return putOrdered(putOrdered(start(space, PART), list), uid);
}

/** Key of the part of a value list that starts at a fingerprint. Valid until the next call. */
export function valuePartKey(space: number, list: number, at: string): ByteWriter {
  return putOrdered(start(space, PART), list).latin1(at);
}

/** All parts of one list: `[from, to)`. */
export function partRange(space: number, list: number): readonly [Buffer, Buffer] {
  return [putOrdered(start(space, PART), list).copy(), putOrdered(start(space, PART), list + 1).copy()];
}

/** Length of a part's key before the start. */
export function partPrefixLength(space: number, list: number): number {
  return putOrdered(start(space, PART), list).length;
}

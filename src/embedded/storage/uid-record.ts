/**
 * Posting list of uids as bytes: a form byte, the count, then the gaps between uids as varints, ascending. Facets
 * follow, for the edges that have any.
 *
 *   00 count gap*                        uids
 * 01 count gap* n (skip length facets)*   uids, n of them with facets; `skip` counts the edges since the last of these
 * 02 count list last                   the uids are in the parts of list number `list`, the last of which starts at
 * `last`
 */
import type { StoredFacet, Uid, UidList } from './view';
import { ByteReader, type ByteWriter } from './bytes';
import { readFacets, type FacetKeys } from './facets';

const UIDS = 0x00;
const UIDS_WITH_FACETS = 0x01;
export const UIDS_IN_PARTS = 0x02;

export const NO_UIDS: UidList = new Float64Array(0);

/** Facets of one edge as stored, or undefined. */
export type FacetBytes = Uint8Array | undefined;

/** List in memory, with encoded facets. `facets` is parallel to `uids`, or absent if no edge has any. */
export interface UidPostings {
  readonly uids: UidList;
  readonly facets?: readonly FacetBytes[];
}

/** Postings to write, from any source. */
interface Postings {
  readonly uids: ArrayLike<number>;
  readonly facets?: readonly FacetBytes[];
}

/** Number of uids in the record at `at`, whatever its form. */
export function countUids(bytes: Uint8Array, at: number): number {
  const first = bytes[at + 1]!;
  return first < 0x80 ? first : new ByteReader(bytes, at + 1).varint();
}

/** Number of the list whose parts hold the uids. */
export function listOf(bytes: Uint8Array, at: number): number {
  const reader = new ByteReader(bytes, at + 1);
  reader.varint();
  return reader.varint();
}

/** Decodes uids into `out` at `offset`. @returns the position after the gaps */
function decodeInto(bytes: Uint8Array, at: number, out: UidList, offset: number, count: number): number {
  let position = at;
  let uid = 0;
  for (let i = 0; i < count; i++) {
    let byte = bytes[position++]!;
    let gap = byte & 0x7f;
    if (byte >= 0x80) {
      byte = bytes[position++]!;
      gap |= (byte & 0x7f) << 7;
      if (byte >= 0x80) {
        byte = bytes[position++]!;
        gap |= (byte & 0x7f) << 14;
        // Three bytes are 21 bits; further bits may exceed 32.
        for (let scale = 2 ** 21; byte >= 0x80; scale *= 128) {
          byte = bytes[position++]!;
          gap += (byte & 0x7f) * scale;
        }
      }
    }
    uid += gap;
    out[offset + i] = uid;
  }
  return position;
}

/** Appends the uids of a record (not one in parts) to `out`. @returns their number */
export function appendUids(bytes: Uint8Array, at: number, out: UidList, offset: number): number {
  const reader = new ByteReader(bytes, at + 1);
  const count = reader.varint();
  decodeInto(bytes, reader.position, out, offset, count);
  return count;
}

/** The uids of a record (not one in parts). */
export function decodeUids(bytes: Uint8Array, at: number): UidList {
  const reader = new ByteReader(bytes, at + 1);
  const count = reader.varint();
  if (count === 0) return NO_UIDS;
  const uids = new Float64Array(count);
  decodeInto(bytes, reader.position, uids, 0, count);
  return uids;
}

/** Decodes a record for rewriting: uids, and facets still encoded. */
export function decodePostings(bytes: Uint8Array, at: number): UidPostings {
  const reader = new ByteReader(bytes, at + 1);
  const count = reader.varint();
  const uids = new Float64Array(count);
  reader.position = decodeInto(bytes, reader.position, uids, 0, count);
  if (bytes[at] !== UIDS_WITH_FACETS) return { uids };
  const facets = new Array<FacetBytes>(count).fill(undefined);
  let index = -1;
  for (let n = reader.varint(); n > 0; n--) {
    index += reader.varint() + 1;
    facets[index] = reader.take(reader.varint());
  }
  return { uids, facets };
}

/** Appends a record of `postings.uids[from, to)`. */
export function encodePostings(out: ByteWriter, postings: Postings, from = 0, to = postings.uids.length): void {
  const { uids, facets } = postings;
  let faceted = 0;
  if (facets) for (let i = from; i < to; i++) if (facets[i]) faceted++;
  out.u8(faceted > 0 ? UIDS_WITH_FACETS : UIDS).varint(to - from);
  let previous = 0;
  for (let i = from; i < to; i++) {
    out.varint(uids[i]! - previous);
    previous = uids[i]!;
  }
  if (faceted === 0) return;
  out.varint(faceted);
  let last = from - 1;
  for (let i = from; i < to; i++) {
    const bytes = facets![i];
    if (!bytes) continue;
    out
      .varint(i - last - 1)
      .varint(bytes.length)
      .raw(bytes);
    last = i;
  }
}

/** Index of `uid` in an ascending list, or -1. */
export function indexOfUid(uids: UidList, uid: Uid): number {
  let low = 0;
  let high = uids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const current = uids[middle]!;
    if (current === uid) return middle;
    if (current < uid) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Decoded record with facets. */
export interface FacetedUids {
  readonly uids: UidList;
  /** Copy of the record. */
  readonly bytes: Uint8Array;
  /** Position in `bytes` of the facets of each uid; 0 for none. */
  readonly positions: Uint32Array;
}

/** Decodes a record (not one in parts) with the places of its facets; undefined if no edge has any. */
export function decodeFaceted(bytes: Uint8Array, at: number): FacetedUids | undefined {
  if (bytes[at] !== UIDS_WITH_FACETS) return undefined;
  const reader = new ByteReader(bytes, at + 1);
  const count = reader.varint();
  const uids = new Float64Array(count);
  const positions = new Uint32Array(count);
  reader.position = decodeInto(bytes, reader.position, uids, 0, count);
  let index = -1;
  for (let n = reader.varint(); n > 0; n--) {
    index += reader.varint() + 1;
    const length = reader.varint();
    positions[index] = reader.position - at;
    reader.position += length;
  }
  return { uids, bytes: Uint8Array.prototype.slice.call(bytes, at, reader.position), positions };
}

/** Facets of the edge to `uid` in a record. */
export function facetsOfUid({ uids, bytes, positions }: FacetedUids, uid: Uid, keys: FacetKeys): StoredFacet[] {
  const index = indexOfUid(uids, uid);
  const position = index < 0 ? 0 : positions[index]!;
  return position === 0 ? [] : readFacets(new ByteReader(bytes, position), keys);
}

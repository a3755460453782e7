/**
 * Reads the spaces of the file (keys.ts) as of one read transaction: the lists of a subject or a token. Independent of
 * the schema.
 */
import type { StoredFacet, StoredValue, Uid, UidList } from './view';
import { BLOCK_SIZE, blockOf, ELSEWHERE, locate, presentIn, slotOf, type Location } from './block';
import type { Environment, ReadTransaction } from './environment';
import { FacetedLists } from './edge-facets';
import type { FacetKeys } from './facets';
import {
  blockKey,
  entryPrefixLength,
  entryRange,
  getOrdered,
  longEntryKey,
  MAX_KEY_TOKEN,
  partPrefixLength,
  partRange,
  predicateKey,
  spaceRange,
  tokenKey,
  uidPartKey,
} from './keys';
import {
  appendUids,
  countUids,
  decodeFaceted,
  decodeUids,
  facetsOfUid,
  indexOfUid,
  listOf,
  NO_UIDS,
  UIDS_IN_PARTS,
} from './uid-record';
import { countValues, decodeValues, VALUES_IN_PARTS } from './value-record';
import { ByteReader } from './bytes';

/** Form byte of an index entry whose token exceeds its key: length and token, then the record. */
export const LONG_TOKEN = 0x40;

const NO_FACETS: readonly StoredFacet[] = [];
const NO_VALUES: readonly StoredValue[] = [];

/** Last block read in a space, since neighbours are often read one after another. */
interface CachedBlock {
  block: number;
  bytes: Uint8Array;
}

/** Record in memory: `bytes[start, end)`. */
interface StoredRecord extends Location {
  bytes: Uint8Array;
}

export interface TokenRange {
  readonly from?: Uint8Array | undefined;
  readonly to?: Uint8Array | undefined;
  readonly descending?: boolean | undefined;
}

export class SpaceReader {
  private readonly cache = new Map<number, CachedBlock>();
  private readonly faceted = new FacetedLists();
  /** Last result of `find`. */
  private readonly lastFound: StoredRecord = { bytes: new Uint8Array(0), start: 0, end: 0 };
  private readonly options: { readonly transaction?: ReadTransaction };
  /** Called before a list is decoded, with its size: uids, or bytes of values. */
  onDecode: ((size: number) => void) | undefined;

  /** Without `transaction`, reads inside a write transaction, and sees it. */
  constructor(
    private readonly env: Environment,
    private readonly facetKeys: FacetKeys,
    transaction?: ReadTransaction,
  ) {
    this.options = transaction ? { transaction } : {};
  }

  /** True if the predicate has a record: declared, dropped, or named by a write request. */
  isNamed(predicate: string): boolean {
    return this.env.get(predicateKey(predicate), this.options) !== undefined;
  }

  /** Clears the cache, after a write transaction has changed the data. */
  invalidate(): void {
    this.cache.clear();
    this.faceted.clear();
  }

  /** Objects (in a reverse space: subjects) of a node's edges. */
  uids(space: number, uid: Uid): UidList {
    if (!this.find(space, uid)) return NO_UIDS;
    return this.uidsAt(space, this.lastFound.bytes, this.lastFound.start);
  }

  private uidsAt(space: number, bytes: Uint8Array, at: number): UidList {
    this.onDecode?.(countUids(bytes, at));
    if (bytes[at] !== UIDS_IN_PARTS) return decodeUids(bytes, at);
    const list = listOf(bytes, at);
    const uids = new Float64Array(countUids(bytes, at));
    const [from, to] = partRange(space, list);
    let n = 0;
    for (const { value } of this.env.scan({ from, to }, this.options)) n += appendUids(value, 0, uids, n);
    return uids;
  }

  /** Same as `uids(…).length`. */
  uidCount(space: number, uid: Uid): number {
    return this.findInBlock(space, uid) ? countUids(this.lastFound.bytes, this.lastFound.start) : 0;
  }

  /** True if the list of a node contains `other`. */
  hasUid(space: number, uid: Uid, other: Uid): boolean {
    if (!this.find(space, uid)) return false;
    const { bytes, start } = this.lastFound;
    if (bytes[start] !== UIDS_IN_PARTS) return indexOfUid(decodeUids(bytes, start), other) >= 0;
    const part = this.partOf(space, listOf(bytes, start), other);
    return part !== undefined && indexOfUid(decodeUids(part, 0), other) >= 0;
  }

  /** Facets of the edge from `uid` to `other`. */
  edgeFacets(space: number, uid: Uid, other: Uid): readonly StoredFacet[] {
    let record = this.faceted.find(space, uid, other);
    if (!record) {
      if (!this.find(space, uid)) return NO_FACETS;
      const { bytes, start } = this.lastFound;
      const isWhole = bytes[start] !== UIDS_IN_PARTS;
      const part = isWhole ? bytes : this.partOf(space, listOf(bytes, start), other);
      record = part && decodeFaceted(part, isWhole ? start : 0);
      if (!record) return NO_FACETS;
      this.faceted.add(space, uid, record);
    }
    return facetsOfUid(record, other, this.facetKeys);
  }

  /** Returns the part of a list that may contain `uid`. */
  private partOf(space: number, list: number, uid: Uid): Uint8Array | undefined {
    const from = uidPartKey(space, list, uid).copy();
    const [to] = partRange(space, list);
    // The lowest part starts at 0, so its key is above `to`, which has no start.
    for (const { value } of this.env.scan({ from, to, reverse: true, limit: 1 }, this.options)) return value;
    return undefined;
  }

  /** Values at a node, in the order of their places. */
  values(space: number, uid: Uid): readonly StoredValue[] {
    if (!this.find(space, uid)) return NO_VALUES;
    const { bytes, start, end } = this.lastFound;
    this.onDecode?.(end - start);
    if (bytes[start] !== VALUES_IN_PARTS) return decodeValues(bytes, start, end, this.facetKeys);
    const [from, to] = partRange(space, listOf(bytes, start));
    const values: StoredValue[] = [];
    for (const { value } of this.env.scan({ from, to }, this.options)) {
      this.onDecode?.(value.length);
      values.push(...decodeValues(value, 0, value.length, this.facetKeys));
    }
    return values;
  }

  /** Same as `values(…).length`. */
  valueCount(space: number, uid: Uid): number {
    if (!this.findInBlock(space, uid)) return 0;
    const { bytes, start } = this.lastFound;
    return bytes[start] === ELSEWHERE ? countUids(bytes, start) : countValues(bytes, start);
  }

  /** True if the subject has an entry. */
  has(space: number, uid: Uid): boolean {
    return this.findInBlock(space, uid);
  }

  /** Finds the record of a subject, in its block or under its own key. */
  private find(space: number, uid: Uid): boolean {
    if (!this.findInBlock(space, uid)) return false;
    const { lastFound } = this;
    if (lastFound.bytes[lastFound.start] !== ELSEWHERE) return true;
    const bytes = this.env.get(longEntryKey(space, uid), this.options);
    if (!bytes) return false;
    lastFound.bytes = bytes;
    lastFound.start = 0;
    lastFound.end = bytes.length;
    return true;
  }

  private findInBlock(space: number, uid: Uid): boolean {
    const block = blockOf(uid);
    let cached = this.cache.get(space);
    if (cached?.block !== block) {
      const bytes = this.env.get(blockKey(space, block), this.options);
      const copy = bytes ? Uint8Array.prototype.slice.call(bytes, 0, bytes.length) : NOTHING;
      if (cached) {
        cached.block = block;
        cached.bytes = copy;
      } else this.cache.set(space, (cached = { block, bytes: copy }));
    }
    if (cached.bytes.length === 0) return false;
    this.lastFound.bytes = cached.bytes;
    return locate(cached.bytes, slotOf(uid), this.lastFound);
  }

  /** Subjects of the space above `after`, ascending. */
  *subjects(space: number, after = 0): Generator<Uid> {
    const first = after + 1;
    const from = blockKey(space, blockOf(first)).copy();
    const [, to] = entryRange(space);
    const prefix = entryPrefixLength(space);
    for (const { key, value } of this.env.scan({ from, to }, this.options)) {
      const base = getOrdered(key, prefix) * BLOCK_SIZE;
      const present = presentIn(value);
      for (let slot = 0; slot < BLOCK_SIZE; slot++) {
        if (present & (1 << slot) && base + slot >= first) yield base + slot;
      }
    }
  }

  /** Nodes under a token. */
  token(space: number, token: Uint8Array): UidList {
    const bytes = this.env.get(tokenKey(space, token), this.options);
    return bytes ? this.uidsAt(space, bytes, recordAt(bytes)) : NO_UIDS;
  }

  /** Same as `token(…).length`. */
  tokenCount(space: number, token: Uint8Array): number {
    const bytes = this.env.get(tokenKey(space, token), this.options);
    return bytes ? countUids(bytes, recordAt(bytes)) : 0;
  }

  /** Tokens in ascending or descending byte order, with their nodes; see `ReadView.indexRange`. */
  *tokens(space: number, range: TokenRange): Generator<{ token: Buffer; uids: UidList }> {
    let cut: { token: Buffer; uids: UidList }[] = [];
    for (const { key, value } of this.scanTokens(space, range)) {
      const keyToken = Buffer.from(
        key.buffer,
        key.byteOffset + entryPrefixLength(space),
        key.length - entryPrefixLength(space),
      );
      const at = recordAt(value);
      const token = at === 0 ? keyToken : longToken(value);
      // Tokens cut to the same prefix are stored in the order of their fingerprints, so they are sorted here.
      if (cut.length > 0 && (at === 0 || !samePrefix(cut[0]!.token, token))) {
        yield* inOrder(cut, range);
        cut = [];
      }
      const past = pastEnd(token, range);
      if (at === 0) {
        if (past) return;
        if (beforeStart(token, range)) continue;
      }
      const uids = this.uidsAt(space, value, at);
      if (at === 0) yield { token, uids };
      else cut.push({ token, uids });
    }
    yield* inOrder(cut, range);
  }

  private scanTokens(
    space: number,
    { from, to, descending }: TokenRange,
  ): Iterable<{ key: Uint8Array; value: Uint8Array }> {
    const bound = descending ? to : from;
    const [low, high] = entryRange(space);
    if (!descending) {
      const start = bound ? tokenKey(space, bound.subarray(0, MAX_KEY_TOKEN)).copy() : low;
      return this.env.scan({ from: start, to: high }, this.options);
    }
    let start = high;
    if (bound) {
      // Above every token that is cut at this prefix.
      const cut = bound.length > MAX_KEY_TOKEN ? Buffer.concat([bound.subarray(0, MAX_KEY_TOKEN), ABOVE]) : bound;
      start = Buffer.concat([low, cut]);
    }
    return this.env.scan({ from: start, to: spaceRange(space)[0], reverse: true }, this.options);
  }

  /** Number of entries (blocks or tokens) of a space, up to `limit`, for estimates. */
  size(space: number, limit: number): number {
    const [from, to] = entryRange(space);
    let n = 0;
    for (const _ of this.env.keys({ from, to, limit }, this.options)) n++;
    return n;
  }

  /** Start of a part, from its key. */
  static partStart(key: Uint8Array, space: number, list: number): number {
    return getOrdered(key, partPrefixLength(space, list));
  }
}

const NOTHING = new Uint8Array(0);
const ABOVE = Buffer.alloc(9, 0xff);

/** Offset of the record in an index entry: after the token, if the entry holds it. */
export function recordAt(bytes: Uint8Array): number {
  if (bytes[0] !== LONG_TOKEN) return 0;
  const reader = new ByteReader(bytes, 1);
  const length = reader.varint();
  return reader.position + length;
}

function longToken(bytes: Uint8Array): Buffer {
  const reader = new ByteReader(bytes, 1);
  return reader.take(reader.varint());
}

const samePrefix = (a: Buffer, b: Buffer): boolean => a.compare(b, 0, MAX_KEY_TOKEN, 0, MAX_KEY_TOKEN) === 0;

const below = (token: Buffer, { from }: TokenRange): boolean => from !== undefined && token.compare(from) < 0;
const above = (token: Buffer, { to }: TokenRange): boolean => to !== undefined && token.compare(to) > 0;
const pastEnd = (token: Buffer, range: TokenRange): boolean =>
  range.descending ? below(token, range) : above(token, range);
const beforeStart = (token: Buffer, range: TokenRange): boolean =>
  range.descending ? above(token, range) : below(token, range);

function inOrder(
  cut: { token: Buffer; uids: UidList }[],
  range: TokenRange,
): Iterable<{ token: Buffer; uids: UidList }> {
  const inside = cut.filter(({ token }) => !below(token, range) && !above(token, range));
  inside.sort((a, b) => (range.descending ? b.token.compare(a.token) : a.token.compare(b.token)));
  return inside;
}

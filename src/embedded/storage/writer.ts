/**
 * Applies deltas to the spaces of the file inside a write transaction. A list stays in its block while it is small,
 * then under its own key, then in parts, so that rewriting stays cheap.
 */
import type { StoredFacet, Uid } from './view';
import {
  BLOCK_SIZE,
  blockOf,
  ELSEWHERE,
  encodeBlock,
  locate,
  MAX_RECORD_IN_BLOCK,
  slotOf,
  type Location,
} from './block';
import { ByteWriter } from './bytes';
import type { UidDelta, ValueDelta } from './delta';
import type { Environment } from './environment';
import { writeFacets, type FacetKeys } from './facets';
import { blockKey, facetKeyKey, longEntryKey, MAX_KEY_TOKEN, tokenKey } from './keys';
import { LONG_TOKEN, recordAt } from './reader';
import { countInParts, lastPartOf, listInParts, mergeUidPostings, UidParts, type EncodedUidDelta } from './uid-parts';
import { countUids, decodePostings, encodePostings, NO_UIDS, UIDS_IN_PARTS, type UidPostings } from './uid-record';
import { mergeValueEntries, ValueParts, type EncodedValueDelta } from './value-parts';
import {
  countValues,
  decodeEntries,
  encodeEntries,
  encodeEntry,
  VALUES,
  VALUES_IN_PARTS,
  type ValueEntry,
} from './value-record';

/** Longest record of one entry; longer lists go into parts. Below half a page, so that pages are not wasted. */
const MAX_ENTRY = 1500;

/** Number of uids at which a shrunken list in parts returns to one record. */
const SMALL_AGAIN = 64;

const NO_POSTINGS: UidPostings = { uids: NO_UIDS };
const NO_BYTES = new Uint8Array(0);
/** Assumed bytes written per change in a long list, for the estimate of churn. */
const BYTES_A_POSTING = 64;
/** Number of uids that always fit one entry. */
const UIDS_OF_ONE_ENTRY = 100;

type Records = (Uint8Array | undefined)[];

export class SpaceWriter {
  /** Bytes written by this writer, an estimate of churned pages. */
  written = 0;
  private readonly record = new ByteWriter();
  private readonly block = new ByteWriter();
  private readonly facetBytes = new ByteWriter(256);
  private readonly uidParts: UidParts;
  private readonly valueParts: ValueParts;

  /** @param newList allocates numbers for lists in parts */
  constructor(
    private readonly env: Environment,
    private readonly facetKeys: FacetKeys,
    private readonly newList: () => number,
  ) {
    this.uidParts = new UidParts(env);
    this.valueParts = new ValueParts(env);
  }

  /** Applies changes to the edges of subjects (or to the reverse edges of objects). */
  applyEdges(space: number, deltas: ReadonlyMap<Uid, UidDelta>): void {
    this.byBlock(space, deltas, (old, uid, delta) => this.uidRecord(space, old, uid, delta));
  }

  /** Applies changes to the values of subjects; `list` selects the kind of places (see `placeOf`). */
  applyValues(space: number, list: boolean, deltas: ReadonlyMap<Uid, ValueDelta>): void {
    this.byBlock(space, deltas, (old, uid, delta) => this.valueRecord(space, old, uid, list, delta));
  }

  /** Applies changes to the nodes under tokens. Tokens are latin-1 text. */
  applyTokens(space: number, deltas: ReadonlyMap<string, UidDelta>): void {
    const tokens = [...deltas.keys()];
    if (tokens.length > 1) tokens.sort();
    for (const token of tokens) this.applyToken(space, Buffer.from(token, 'latin1'), deltas.get(token)!);
  }

  private applyToken(space: number, token: Buffer, delta: UidDelta): void {
    const bytes = this.env.get(tokenKey(space, token), {});
    if (!bytes && token.length <= MAX_KEY_TOKEN && delta.uids.length < UIDS_OF_ONE_ENTRY && !delta.facets) {
      // A new token of a few nodes, the common case in a large commit.
      encodePostings(this.record.reset(), { uids: delta.uids });
      this.put(tokenKey(space, token), this.record);
      return;
    }
    const old = bytes && copyOf(bytes, recordAt(bytes), bytes.length);
    const record = this.mergeUids(space, old, delta);
    const key = tokenKey(space, token);
    if (record === undefined) {
      if (bytes) this.env.remove(key);
      return;
    }
    if (token.length > MAX_KEY_TOKEN) {
      const entry = new ByteWriter(token.length + record.length + 8);
      this.put(key, entry.u8(LONG_TOKEN).varint(token.length).raw(token).raw(record));
    } else this.put(key, record);
  }

  private put(key: ByteWriter, value: Uint8Array | ByteWriter): void {
    this.written += value.length;
    this.env.put(key, value);
  }

  /** Rewrites each block with a changed subject, once. */
  private byBlock<D>(
    space: number,
    deltas: ReadonlyMap<Uid, D>,
    change: (old: Uint8Array | undefined, uid: Uid, delta: D) => Uint8Array | undefined,
  ): void {
    const uids = Float64Array.from(deltas.keys()).sort();
    for (let i = 0; i < uids.length;) {
      const block = blockOf(uids[i]!);
      const records = this.readBlock(space, block);
      const existed = records.length > 0;
      records.length = BLOCK_SIZE;
      for (; i < uids.length && blockOf(uids[i]!) === block; i++) {
        const uid = uids[i]!;
        const slot = slotOf(uid);
        records[slot] = change(records[slot], uid, deltas.get(uid)!);
      }
      this.block.length = 0;
      if (encodeBlock(this.block, records)) this.put(blockKey(space, block), this.block);
      else if (existed) this.env.remove(blockKey(space, block));
    }
  }

  /** Returns the records of a block by slot; empty if there is no block. */
  private readBlock(space: number, block: number): Records {
    const bytes = this.env.get(blockKey(space, block), {});
    if (!bytes) return [];
    const copy = copyOf(bytes, 0, bytes.length);
    const records: Records = [];
    const at: Location = { start: 0, end: 0 };
    for (let slot = 0; slot < BLOCK_SIZE; slot++) {
      records.push(locate(copy, slot, at) ? copy.subarray(at.start, at.end) : undefined);
    }
    return records;
  }

  private uidRecord(space: number, slot: Uint8Array | undefined, uid: Uid, delta: UidDelta): Uint8Array | undefined {
    const elsewhere = slot?.[0] === ELSEWHERE;
    const old = elsewhere ? this.readLongEntry(space, uid) : slot;
    const record = this.mergeUids(space, old, delta);
    return this.place(space, uid, record, elsewhere);
  }

  private valueRecord(
    space: number,
    slot: Uint8Array | undefined,
    uid: Uid,
    list: boolean,
    delta: ValueDelta,
  ): Uint8Array | undefined {
    const elsewhere = slot?.[0] === ELSEWHERE;
    const old = elsewhere ? this.readLongEntry(space, uid) : slot;
    const record = this.mergeValues(space, old, list, delta);
    return this.place(space, uid, record, elsewhere);
  }

  private readLongEntry(space: number, uid: Uid): Uint8Array | undefined {
    const bytes = this.env.get(longEntryKey(space, uid), {});
    return bytes && copyOf(bytes, 0, bytes.length);
  }

  /** Leaves a record in its block, or writes it under its own key and leaves a marker. */
  private place(
    space: number,
    uid: Uid,
    record: Uint8Array | undefined,
    wasElsewhere: boolean,
  ): Uint8Array | undefined {
    if (record === undefined || record.length <= MAX_RECORD_IN_BLOCK) {
      if (wasElsewhere) this.env.remove(longEntryKey(space, uid));
      return record;
    }
    this.put(longEntryKey(space, uid), this.record.reset().raw(record));
    return this.record.reset().u8(ELSEWHERE).varint(countOf(record)).copy();
  }

  /** Returns the record of a uid list with its changes, as a copy; undefined if the list is empty. */
  private mergeUids(space: number, old: Uint8Array | undefined, delta: UidDelta): Uint8Array | undefined {
    const changes = this.encodeUidDelta(delta);
    let postings: UidPostings;
    if (old?.[0] === UIDS_IN_PARTS && !delta.cleared) {
      const list = listInParts(old);
      const { growth, last } = this.uidParts.apply(space, list, lastPartOf(old), changes);
      const count = countInParts(old) + growth;
      this.written += changes.uids.length * BYTES_A_POSTING;
      if (count > SMALL_AGAIN) return this.uidPartsRecord(count, list, last);
      postings = this.uidParts.read(space, list);
      this.uidParts.remove(space, list);
    } else {
      if (old?.[0] === UIDS_IN_PARTS) this.uidParts.remove(space, listInParts(old));
      postings = mergeUidPostings(old && !delta.cleared ? decodePostings(old, 0) : NO_POSTINGS, changes);
    }
    if (postings.uids.length === 0) return undefined;
    encodePostings(this.record.reset(), postings);
    if (this.record.length <= MAX_ENTRY) return this.record.copy();
    const list = this.newList();
    this.written += this.record.length;
    const last = this.uidParts.write(space, list, 0, postings, true);
    return this.uidPartsRecord(postings.uids.length, list, last);
  }

  /** Same as `mergeUids`, for the values of one node. */
  private mergeValues(
    space: number,
    old: Uint8Array | undefined,
    list: boolean,
    delta: ValueDelta,
  ): Uint8Array | undefined {
    const changes = this.encodeValueDelta(delta);
    let entries: readonly ValueEntry[];
    if (old?.[0] === VALUES_IN_PARTS && !delta.cleared) {
      const number = listInParts(old);
      const count = countInParts(old) + this.valueParts.apply(space, number, list, changes);
      for (const { bytes } of changes) this.written += bytes?.length ?? 0;
      if (count > 1) return this.valuePartsRecord(count, number);
      entries = this.valueParts.read(space, number, list);
      this.valueParts.remove(space, number);
    } else {
      if (old?.[0] === VALUES_IN_PARTS) this.valueParts.remove(space, listInParts(old));
      entries = mergeValueEntries(old && !delta.cleared ? decodeEntries(old, 0, old.length, list) : [], changes);
    }
    if (entries.length === 0) return undefined;
    encodeEntries(this.record.reset(), entries);
    if (this.record.length <= MAX_ENTRY || entries.length === 1) return this.record.copy();
    const number = this.newList();
    this.written += this.record.length;
    this.valueParts.create(space, number, entries);
    return this.valuePartsRecord(entries.length, number);
  }

  private uidPartsRecord(count: number, list: number, last: Uid): Uint8Array {
    return this.record.reset().u8(UIDS_IN_PARTS).varint(count).varint(list).varint(last).copy();
  }

  private valuePartsRecord(count: number, list: number): Uint8Array {
    return this.record.reset().u8(VALUES_IN_PARTS).varint(count).varint(list).copy();
  }

  /** Returns the number of a facet key; adds new keys. */
  private readonly facetKeyId = (name: string): number => {
    const existing = this.facetKeys.idOf(name);
    if (existing !== undefined) return existing;
    const id = this.facetKeys.add(name);
    this.env.put(facetKeyKey(id), Buffer.from(name));
    return id;
  };

  private encodeUidDelta({ uids, facets }: UidDelta): EncodedUidDelta {
    if (!facets) return { uids };
    return { uids, facets: facets.map((f) => (f === null ? null : f.length === 0 ? NO_BYTES : this.encodeFacets(f))) };
  }

  private encodeFacets(facets: readonly StoredFacet[]): Uint8Array {
    this.facetBytes.length = 0;
    writeFacets(this.facetBytes, facets, this.facetKeyId);
    return this.facetBytes.copy();
  }

  private encodeValueDelta(delta: ValueDelta): EncodedValueDelta {
    return delta.operations().map(([at, value]) => ({ at, bytes: value ? encodeEntry(value, this.facetKeyId) : null }));
  }
}

/** Copies part of a volatile buffer. */
const copyOf = (bytes: Uint8Array, from: number, to: number): Uint8Array =>
  Uint8Array.prototype.slice.call(bytes, from, to);

/** Number of uids or values in a record. */
const countOf = (record: Uint8Array): number => (record[0]! >= VALUES ? countValues(record, 0) : countUids(record, 0));

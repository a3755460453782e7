/** Lists of uids too long for one record: parts of a few hundred uids, each under a key with its start. */
import type { Uid, UidList } from './view';
import { ByteReader, ByteWriter } from './bytes';
import type { Environment } from './environment';
import { getOrdered, partPrefixLength, partRange, uidPartKey } from './keys';
import { decodePostings, encodePostings, type FacetBytes, type UidPostings } from './uid-record';

/** Maximum uids of a part; a longer part is split into pieces of half the size. */
const MAX_PART = 256;
/** The same limit for edges with facets, which are longer than uids. */
const MAX_FACETED_PART = 128;

/**
 * Changes of a list, ascending, with encoded facets: empty bytes for an edge without facets, null for a removal.
 * Without `facets`, all are edges without facets.
 */
export interface EncodedUidDelta {
  readonly uids: readonly number[];
  readonly facets?: readonly (Uint8Array | null)[] | undefined;
}

/** Returns the postings with the changes `delta[from, to)`. */
export function mergeUidPostings(
  base: UidPostings,
  delta: EncodedUidDelta,
  from = 0,
  to = delta.uids.length,
): UidPostings {
  const uids = new Float64Array(base.uids.length + to - from);
  let faceted = base.facets !== undefined;
  if (delta.facets) for (let k = from; k < to && !faceted; k++) faceted = (delta.facets[k]?.length ?? 0) > 0;
  const facets: FacetBytes[] | undefined = faceted ? [] : undefined;
  let n = 0;
  let i = 0;
  const keep = (): void => {
    if (facets) facets[n] = base.facets?.[i];
    uids[n++] = base.uids[i++]!;
  };
  for (let k = from; k < to; k++) {
    const uid = delta.uids[k]!;
    while (i < base.uids.length && base.uids[i]! < uid) keep();
    if (base.uids[i] === uid) i++;
    const bytes = delta.facets?.[k];
    if (bytes === null) continue;
    if (facets) facets[n] = bytes && bytes.length > 0 ? bytes : undefined;
    uids[n++] = uid;
  }
  while (i < base.uids.length) keep();
  return { uids: uids.subarray(0, n), ...(facets && { facets }) };
}

interface Part {
  readonly start: Uid;
  /** Start of the next part. */
  readonly next: Uid;
  readonly postings: UidPostings;
}

export class UidParts {
  private readonly record = new ByteWriter();

  constructor(private readonly env: Environment) {}

  /** Reads the whole list. */
  read(space: number, list: number): UidPostings {
    const [from, to] = partRange(space, list);
    const parts: UidPostings[] = [];
    for (const { value } of this.env.scan({ from, to }, {})) parts.push(decodePostings(value, 0));
    const uids = new Float64Array(parts.reduce((n, part) => n + part.uids.length, 0));
    const facets: FacetBytes[] | undefined = parts.some((part) => part.facets) ? [] : undefined;
    let n = 0;
    for (const part of parts) {
      uids.set(part.uids, n);
      if (facets) for (let i = 0; i < part.uids.length; i++) facets[n + i] = part.facets?.[i];
      n += part.uids.length;
    }
    return { uids, ...(facets && { facets }) };
  }

  remove(space: number, list: number): void {
    const [from, to] = partRange(space, list);
    this.env.removeRange(from, to);
  }

  /**
   * Writes postings as one or more parts, the first of which starts at `start`.
   *
   * @param last true for the end of the list. New nodes have the highest uids, so these parts are filled instead of
   *   left half empty
   * @returns the start of the last part written
   */
  write(space: number, list: number, start: Uid, postings: UidPostings, last: boolean): Uid {
    const total = postings.uids.length;
    const maxUids = postings.facets ? MAX_FACETED_PART : MAX_PART;
    const size = total <= maxUids ? total : last ? maxUids : maxUids / 2;
    let lastStart = start;
    for (let from = 0; from < total; from += size) {
      const to = Math.min(from + size, total);
      encodePostings(this.record.reset(), postings, from, to);
      if (from > 0) lastStart = postings.uids[from]!;
      this.env.put(uidPartKey(space, list, lastStart), this.record);
    }
    return lastStart;
  }

  /**
   * Applies changes part by part.
   *
   * @param last start of the last part, where most new uids belong
   * @returns the growth of the list, and the new start of its last part
   */
  apply(
    space: number,
    list: number,
    last: Uid,
    delta: EncodedUidDelta,
  ): { readonly growth: number; readonly last: Uid } {
    const { uids } = delta;
    let growth = 0;
    let lastStart = last;
    for (let from = 0; from < uids.length;) {
      const part =
        uids[from]! >= lastStart ? this.lastPart(space, list, lastStart) : this.partAt(space, list, uids[from]!);
      const isLast = part.next === Infinity;
      let to = from + 1;
      while (to < uids.length && uids[to]! < part.next) to++;
      const merged = mergeUidPostings(part.postings, delta, from, to);
      growth += merged.uids.length - part.postings.uids.length;
      if (merged.uids.length > 0) {
        const at = this.write(space, list, part.start, merged, isLast);
        if (isLast) lastStart = at;
      } else if (part.postings.uids.length > 0) {
        this.env.remove(uidPartKey(space, list, part.start));
        if (isLast) lastStart = this.partAt(space, list, Infinity).start;
      }
      from = to;
    }
    return { growth, last: lastStart };
  }

  private lastPart(space: number, list: number, start: Uid): Part {
    const bytes = this.env.get(uidPartKey(space, list, start), {});
    return { start, next: Infinity, postings: bytes ? decodePostings(bytes, 0) : { uids: NOTHING } };
  }

  /** Returns the part for `uid`, and the start of the next one. An absent part is empty. */
  private partAt(space: number, list: number, uid: Uid): Part {
    const [low, high] = partRange(space, list);
    const prefix = partPrefixLength(space, list);
    const at = uid === Infinity ? high : uidPartKey(space, list, uid).copy();
    let start = 0;
    let postings: UidPostings = { uids: NOTHING };
    for (const { key, value } of this.env.scan({ from: at, to: low, reverse: true, limit: 1 }, {})) {
      start = getOrdered(key, prefix);
      postings = decodePostings(value, 0);
    }
    let next = Infinity;
    if (uid === Infinity) return { start, next, postings };
    const after = uidPartKey(space, list, uid + 1).copy();
    for (const key of this.env.keys({ from: after, to: high, limit: 1 }, {})) next = getOrdered(key, prefix);
    return { start, next, postings };
  }
}

const NOTHING: UidList = new Float64Array(0);

/** Number of uids, from a record that refers to parts. */
export function countInParts(record: Uint8Array): number {
  return new ByteReader(record, 1).varint();
}

/** Number of the list, from a record that refers to parts. */
export function listInParts(record: Uint8Array): number {
  const reader = new ByteReader(record, 1);
  reader.varint();
  return reader.varint();
}

/** Start of the last part, from a record that refers to parts. */
export function lastPartOf(record: Uint8Array): Uid {
  const reader = new ByteReader(record, 1);
  reader.varint();
  reader.varint();
  return reader.varint();
}

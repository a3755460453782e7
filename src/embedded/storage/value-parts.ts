/** Lists of values too long for one record: parts of about a kilobyte, each under a key with its first place. */
import { ByteWriter } from './bytes';
import type { Environment } from './environment';
import type { Fingerprint } from './fingerprint';
import { partPrefixLength, partRange, valuePartKey } from './keys';
import { decodeEntries, encodeEntries, type ValueEntry } from './value-record';

/** Maximum bytes of a part, unless a single value exceeds it. */
const MAX_PART_BYTES = 1500;

/** Lowest place. */
const FIRST: Fingerprint = '\0'.repeat(8);

/** Changes in the order of places; null for a removal. */
export type EncodedValueDelta = readonly { readonly at: Fingerprint; readonly bytes: Uint8Array | null }[];

/** Returns the entries with the changes `delta[from, to)`. */
export function mergeValueEntries(
  base: readonly ValueEntry[],
  delta: EncodedValueDelta,
  from = 0,
  to = delta.length,
): ValueEntry[] {
  const merged: ValueEntry[] = [];
  let i = 0;
  for (let k = from; k < to; k++) {
    const { at, bytes } = delta[k]!;
    while (i < base.length && base[i]!.at < at) merged.push(base[i++]!);
    if (base[i]?.at === at) i++;
    if (bytes) merged.push({ at, bytes });
  }
  while (i < base.length) merged.push(base[i++]!);
  return merged;
}

export class ValueParts {
  private readonly record = new ByteWriter();

  constructor(private readonly env: Environment) {}

  /** Reads the whole list. */
  read(space: number, number: number, list: boolean): ValueEntry[] {
    const [from, to] = partRange(space, number);
    const entries: ValueEntry[] = [];
    for (const { value } of this.env.scan({ from, to }, {})) {
      entries.push(...decodeEntries(value, 0, value.length, list));
    }
    return entries;
  }

  remove(space: number, number: number): void {
    const [from, to] = partRange(space, number);
    this.env.removeRange(from, to);
  }

  /** Writes all entries of a new list. */
  create(space: number, number: number, entries: readonly ValueEntry[]): void {
    this.write(space, number, FIRST, entries);
  }

  private write(space: number, number: number, start: Fingerprint, entries: readonly ValueEntry[]): void {
    for (let from = 0; from < entries.length;) {
      let bytes = entries[from]!.bytes.length;
      let to = from + 1;
      while (to < entries.length && (bytes += entries[to]!.bytes.length) <= MAX_PART_BYTES) to++;
      encodeEntries(this.record.reset(), entries, from, to);
      this.env.put(valuePartKey(space, number, from === 0 ? start : entries[from]!.at), this.record);
      from = to;
    }
  }

  /** Applies changes part by part. `list` as in `placeOf`. @returns the growth of the list */
  apply(space: number, number: number, list: boolean, delta: EncodedValueDelta): number {
    let growth = 0;
    for (let from = 0; from < delta.length;) {
      const part = this.partAt(space, number, list, delta[from]!.at);
      let to = from + 1;
      while (to < delta.length && (part.next === undefined || delta[to]!.at < part.next)) to++;
      const merged = mergeValueEntries(part.entries, delta, from, to);
      growth += merged.length - part.entries.length;
      if (merged.length > 0) this.write(space, number, part.start, merged);
      else if (part.entries.length > 0) this.env.remove(valuePartKey(space, number, part.start));
      from = to;
    }
    return growth;
  }

  /** Returns the part for a place, and the start of the next one. An absent part is empty. */
  private partAt(
    space: number,
    number: number,
    list: boolean,
    at: Fingerprint,
  ): { readonly start: Fingerprint; readonly next: Fingerprint | undefined; readonly entries: readonly ValueEntry[] } {
    const [low, high] = partRange(space, number);
    const prefix = partPrefixLength(space, number);
    const startOf = (key: Uint8Array): Fingerprint => Buffer.from(key.subarray(prefix)).toString('latin1');
    const from = valuePartKey(space, number, at).copy();
    let start = FIRST;
    let entries: readonly ValueEntry[] = [];
    for (const { key, value } of this.env.scan({ from, to: low, reverse: true, limit: 1 }, {})) {
      start = startOf(key);
      entries = decodeEntries(value, 0, value.length, list);
    }
    const after = Buffer.concat([from, ZERO]);
    for (const key of this.env.keys({ from: after, to: high, limit: 1 }, {})) {
      return { start, next: startOf(key), entries };
    }
    return { start, next: undefined, entries };
  }
}

const ZERO = Buffer.alloc(1);

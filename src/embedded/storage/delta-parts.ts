/**
 * Deltas in parts: plain data, small enough to build, post to another thread or apply without blocking other work,
 * however large the delta. Parts of one list that exceeds a part must be added in order.
 */
import { Delta, type PredicateDelta, type UidDelta, type ValueDelta } from './delta';
import type { Fingerprint } from './fingerprint';
import type { StoredFacet, StoredValue, Uid } from './view';

/** Maximum lists in a part. */
const LISTS = 1000;
/** Maximum uids or values in a part. */
const ENTRIES = 4000;
/** Maximum lists to sort by key, which makes writing them faster; sorting more would block for long. */
const ORDERED_AT_ONCE = 50_000;

type UidLists = 'edges' | 'reverse' | 'count' | 'countReverse';

/** Changes of lists of uids, in sequence. */
interface UidChanges {
  /** End of each list in `uids`. */
  readonly ends: readonly number[];
  readonly uids: Float64Array;
  /** Indexes of the lists whose stored uids are removed first. */
  readonly cleared: readonly number[];
  /** Parallel to `uids`, as in `UidDelta`; absent if everything is set without facets. */
  readonly facets?: (readonly StoredFacet[] | null)[];
}

interface ValueChange {
  readonly cleared: boolean;
  readonly operations: readonly (readonly [Fingerprint, StoredValue | null])[];
}

/** Changes of some lists of one predicate. */
export type DeltaPart =
  | { readonly predicate: string; readonly kind: UidLists; readonly keys: readonly number[]; readonly uids: UidChanges }
  | {
      readonly predicate: string;
      readonly kind: 'index';
      readonly tokenizer: string;
      readonly keys: readonly string[];
      readonly uids: UidChanges;
    }
  | {
      readonly predicate: string;
      readonly kind: 'values';
      readonly keys: readonly number[];
      readonly values: readonly ValueChange[];
    }
  /** A predicate without changes, which still counts as written. */
  | { readonly predicate: string; readonly kind: 'none' };

const NO_FACETS: readonly StoredFacet[] = [];

/** Yields a delta in parts. It must not change meanwhile. */
export function* partsOf(delta: Delta): Generator<DeltaPart> {
  for (const [predicate, changes] of delta.predicates) {
    yield { predicate, kind: 'none' };
    for (const kind of ['edges', 'reverse', 'count', 'countReverse'] as const) {
      for (const part of uidParts(changes[kind])) yield { predicate, kind, ...part };
    }
    for (const [tokenizer, tokens] of changes.index) {
      for (const part of uidParts(tokens)) yield { predicate, kind: 'index', tokenizer, ...part };
    }
    for (const part of valueParts(changes.values)) yield { predicate, kind: 'values', ...part };
  }
}

/** Returns the keys in order, or unsorted if sorting would take long. */
function ordered<K extends number | string>(lists: ReadonlyMap<K, unknown>): Iterable<K> {
  let before: K | undefined;
  for (const key of lists.keys()) {
    if (before === undefined || before < key) before = key;
    else if (typeof key === 'number') return Float64Array.from(lists.keys() as Iterable<number>).sort() as Iterable<K>;
    else return lists.size > ORDERED_AT_ONCE ? lists.keys() : [...lists.keys()].sort();
  }
  return lists.keys();
}

/** Collects lists of uids into parts. */
class UidCollector<K> {
  private keys: K[] = [];
  private ends: number[] = [];
  private uids: number[] = [];
  private cleared: number[] = [];
  private facets: (readonly StoredFacet[] | null)[] | undefined;

  get isFull(): boolean {
    return this.keys.length >= LISTS || this.uids.length >= ENTRIES;
  }

  get isEmpty(): boolean {
    return this.keys.length === 0;
  }

  /** Adds a list from the index `from` on, as far as there is room. @returns the index of the remainder */
  add(key: K, delta: UidDelta, from: number): number {
    const { uids, facets } = delta;
    const to = Math.min(uids.length, from + ENTRIES - this.uids.length);
    if (delta.cleared && from === 0) this.cleared.push(this.keys.length);
    if (facets && !this.facets) this.facets = this.uids.map(() => NO_FACETS);
    for (let i = from; i < to; i++) {
      this.uids.push(uids[i]!);
      this.facets?.push(facets ? facets[i]! : NO_FACETS);
    }
    this.keys.push(key);
    this.ends.push(this.uids.length);
    return to;
  }

  take(): { readonly keys: K[]; readonly uids: UidChanges } {
    const { keys, ends, cleared, facets } = this;
    const uids = Float64Array.from(this.uids);
    [this.keys, this.ends, this.uids, this.cleared, this.facets] = [[], [], [], [], undefined];
    return { keys, uids: { ends, uids, cleared, ...(facets && { facets }) } };
  }
}

function* uidParts<K extends number | string>(
  lists: ReadonlyMap<K, UidDelta>,
): Generator<{ readonly keys: K[]; readonly uids: UidChanges }> {
  const collector = new UidCollector<K>();
  for (const key of ordered(lists)) {
    const delta = lists.get(key)!;
    let from = 0;
    do {
      from = collector.add(key, delta, from);
      if (collector.isFull) yield collector.take();
    } while (from < delta.uids.length);
  }
  if (!collector.isEmpty) yield collector.take();
}

function* valueParts(
  lists: ReadonlyMap<Uid, ValueDelta>,
): Generator<{ readonly keys: number[]; readonly values: ValueChange[] }> {
  let keys: number[] = [];
  let values: ValueChange[] = [];
  let entries = 0;
  for (const key of ordered(lists)) {
    const delta = lists.get(key)!;
    const operations = delta.operations();
    for (let from = 0; from === 0 || from < operations.length; from += ENTRIES) {
      const portion = operations.length <= ENTRIES ? operations : operations.slice(from, from + ENTRIES);
      keys.push(key);
      values.push({ cleared: delta.cleared && from === 0, operations: portion });
      entries += portion.length;
      if (keys.length < LISTS && entries < ENTRIES) continue;
      yield { keys, values };
      [keys, values, entries] = [[], [], 0];
    }
  }
  if (keys.length > 0) yield { keys, values };
}

/** Adds the changes of a part to a delta, after its own. */
export function addPart(delta: Delta, part: DeltaPart): void {
  const changes = delta.predicate(part.predicate);
  if (part.kind === 'none') return;
  if (part.kind === 'values') return addValues(changes, part.keys, part.values);
  const { keys, uids } = part;
  const { ends, cleared, facets } = uids;
  const clear = new Set(cleared);
  let i = 0;
  for (let k = 0; k < keys.length; k++) {
    const list = part.kind === 'index' ? changes.token(part.tokenizer, part.keys[k]!) : listOf(changes, part, k);
    if (clear.has(k)) list.clear();
    for (; i < ends[k]!; i++) {
      const facet = facets?.[i];
      if (facet === null) list.remove(uids.uids[i]!);
      else list.set(uids.uids[i]!, facet);
    }
  }
}

function listOf(changes: PredicateDelta, { kind, keys }: Extract<DeltaPart, { kind: UidLists }>, at: number): UidDelta {
  return changes.list(kind, keys[at]!);
}

function addValues(changes: PredicateDelta, keys: readonly number[], values: readonly ValueChange[]): void {
  for (const [k, { cleared, operations }] of values.entries()) {
    const list = changes.value(keys[k]!);
    if (cleared) list.clear();
    for (const [at, value] of operations) {
      if (value) list.set(at, value);
      else list.remove(at);
    }
  }
}

/** Converts a part to a delta. */
export function deltaOf(part: DeltaPart): Delta {
  const delta = new Delta();
  addPart(delta, part);
  return delta;
}

/**
 * Changes of a transaction, separate from the stored data: additions and removals by list. They apply to the store's
 * state at commit, so that two transactions may add to the same list.
 */
import type { StoredFacet, StoredValue, Uid, UidList } from './view';
import type { Fingerprint } from './fingerprint';
import { NO_UIDS } from './uid-record';

export const NO_FACETS: readonly StoredFacet[] = [];

type UidOperation = readonly StoredFacet[] | null;

/** Number of changes up to which one out of order is inserted at its place. Beyond it, such a change goes to `late`. */
const MAX_SORTED_INSERTS = 32;

/** Changes of one list of uids. The last operation on a uid wins. */
export class UidDelta {
  /** True if the stored uids are removed first. */
  cleared = false;
  /** Ascending, like most changes. */
  private keys: number[] = [];
  /** Facets set, or null for a removal. Absent while everything is set without facets, the common case. */
  private operations: UidOperation[] | undefined;
  /** Changes out of order; they override `keys`. */
  private late: Map<Uid, UidOperation> | undefined;

  set(uid: Uid, facets: readonly StoredFacet[] = NO_FACETS): void {
    this.push(uid, facets);
  }

  remove(uid: Uid): void {
    this.push(uid, null);
  }

  private push(uid: Uid, operation: UidOperation): void {
    const { keys } = this;
    let at = keys.length;
    if (this.late || (at > MAX_SORTED_INSERTS && keys[at - 1]! >= uid)) {
      this.late ??= new Map();
      this.late.set(uid, operation);
      return;
    }
    if (operation === null || operation.length > 0) {
      this.operations ??= new Array<UidOperation>(at).fill(NO_FACETS);
    }
    while (at > 0 && keys[at - 1]! > uid) at--;
    const exists = at > 0 && keys[at - 1] === uid;
    if (exists) {
      if (this.operations) this.operations[at - 1] = operation;
    } else if (at === keys.length) {
      keys.push(uid);
      this.operations?.push(operation);
    } else {
      keys.splice(at, 0, uid);
      this.operations?.splice(at, 0, operation);
    }
  }

  clear(): void {
    this.cleared = true;
    this.keys = [];
    this.operations = undefined;
    this.late = undefined;
  }

  /** Merges `late` into `keys`. */
  private order(): void {
    const { keys, operations, late } = this;
    if (!late) return;
    this.keys = [];
    this.operations = this.late = undefined;
    let i = 0;
    for (const uid of Float64Array.from(late.keys()).sort()) {
      for (; i < keys.length && keys[i]! < uid; i++) this.push(keys[i]!, operations ? operations[i]! : NO_FACETS);
      if (keys[i] === uid) i++;
      this.push(uid, late.get(uid)!);
    }
    for (; i < keys.length; i++) this.push(keys[i]!, operations ? operations[i]! : NO_FACETS);
  }

  /** Uids that are set or removed, ascending. */
  get uids(): readonly number[] {
    this.order();
    return this.keys;
  }

  /** Parallel to `uids`: facets set, or null for a removal. Absent if everything is set without facets. */
  get facets(): readonly UidOperation[] | undefined {
    this.order();
    return this.operations;
  }

  /** Returns the operation on a uid: facets, null for a removal, undefined for none. */
  of(uid: Uid): UidOperation | undefined {
    const late = this.late?.get(uid);
    if (late !== undefined) return late;
    const { keys } = this;
    let low = 0;
    let high = keys.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if (keys[middle] === uid) return this.operations ? this.operations[middle] : NO_FACETS;
      if (keys[middle]! < uid) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Returns the list with these changes. */
  applyTo(stored: UidList): UidList {
    const { uids, facets } = this;
    const base = this.cleared ? NO_UIDS : stored;
    if (uids.length === 0) return base;
    const out = new Float64Array(base.length + uids.length);
    let n = 0;
    let i = 0;
    for (let k = 0; k < uids.length; k++) {
      const uid = uids[k]!;
      while (i < base.length && base[i]! < uid) out[n++] = base[i++]!;
      if (base[i] === uid) i++;
      if (!facets || facets[k] !== null) out[n++] = uid;
    }
    while (i < base.length) out[n++] = base[i++]!;
    return n === out.length ? out : out.subarray(0, n);
  }
}

/** Changes of the values of one predicate at one node, by place. */
export class ValueDelta {
  cleared = false;
  /** First change; most nodes have one value, and need no map. */
  private firstAt: Fingerprint | undefined;
  private firstValue: StoredValue | null = null;
  private others: Map<Fingerprint, StoredValue | null> | undefined;

  set(at: Fingerprint, value: StoredValue): void {
    this.put(at, value);
  }

  remove(at: Fingerprint): void {
    this.put(at, null);
  }

  private put(at: Fingerprint, value: StoredValue | null): void {
    if (this.firstAt === undefined || this.firstAt === at) {
      this.firstAt = at;
      this.firstValue = value;
    } else {
      this.others ??= new Map();
      this.others.set(at, value);
    }
  }

  clear(): void {
    this.cleared = true;
    this.firstAt = undefined;
    this.others = undefined;
  }

  /** Returns the places in order, each with the value set, or null for a removal. */
  operations(): (readonly [Fingerprint, StoredValue | null])[] {
    if (this.firstAt === undefined) return [];
    const first = [this.firstAt, this.firstValue] as const;
    return this.others ? [first, ...this.others].sort(([a], [b]) => (a < b ? -1 : 1)) : [first];
  }

  /** Returns the values with these changes. `placeOf` gives the place of a stored value. */
  applyTo(stored: readonly StoredValue[], placeOf: (value: StoredValue) => Fingerprint): readonly StoredValue[] {
    const merged = new Map<Fingerprint, StoredValue>();
    if (!this.cleared) for (const value of stored) merged.set(placeOf(value), value);
    for (const [at, value] of this.operations()) {
      if (value) merged.set(at, value);
      else merged.delete(at);
    }
    return [...merged.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  }
}

/** Changes of one predicate: its data, and its derived lists. */
export class PredicateDelta {
  readonly edges = new Map<Uid, UidDelta>();
  readonly values = new Map<Uid, ValueDelta>();
  readonly reverse = new Map<Uid, UidDelta>();
  /** Tokenizer → token (as latin-1 text, a possible key of a map) → nodes. */
  readonly index = new Map<string, Map<string, UidDelta>>();
  /** Number of edges or values → nodes. */
  readonly count = new Map<number, UidDelta>();
  readonly countReverse = new Map<number, UidDelta>();

  token(tokenizer: string, token: string): UidDelta {
    let tokens = this.index.get(tokenizer);
    if (!tokens) this.index.set(tokenizer, (tokens = new Map<string, UidDelta>()));
    return entry(tokens, token);
  }

  edge(subject: Uid): UidDelta {
    return entry(this.edges, subject);
  }

  /** Returns the changes of a list of the given kind; creates them if needed. */
  list(kind: 'edges' | 'reverse' | 'count' | 'countReverse', key: number): UidDelta {
    return entry(this[kind], key);
  }

  value(subject: Uid): ValueDelta {
    let delta = this.values.get(subject);
    if (!delta) this.values.set(subject, (delta = new ValueDelta()));
    return delta;
  }
}

/** Returns the changes of a list; creates them if needed. */
export function entry<K>(deltas: Map<K, UidDelta>, key: K): UidDelta {
  let delta = deltas.get(key);
  if (!delta) deltas.set(key, (delta = new UidDelta()));
  return delta;
}

/** All changes of a transaction, by predicate. */
export class Delta {
  readonly predicates = new Map<string, PredicateDelta>();

  get empty(): boolean {
    return this.predicates.size === 0;
  }

  /** Number of changed lists, a rough cost of applying the delta. */
  get lists(): number {
    let lists = 0;
    for (const { edges, values, reverse, index, count, countReverse } of this.predicates.values()) {
      lists += edges.size + values.size + reverse.size + count.size + countReverse.size;
      for (const tokens of index.values()) lists += tokens.size;
    }
    return lists;
  }

  predicate(name: string): PredicateDelta {
    let delta = this.predicates.get(name);
    if (!delta) this.predicates.set(name, (delta = new PredicateDelta()));
    return delta;
  }
}

/** `ReadView` over a state of the store, with a transaction's own changes on top. */
import type { ReadView, SchemaView, StoredFacet, StoredValue, Uid, UidList } from './view';
import type { Catalog, PredicateEntry } from './catalog';
import { NO_FACETS, type Delta, type PredicateDelta, type UidDelta } from './delta';
import { placeOf } from './value-codec';
import type { SpaceReader, TokenRange } from './reader';
import { NO_UIDS } from './uid-record';
import { countToken } from './write-batch';

const NO_VALUES: readonly StoredValue[] = [];
const MAX_COUNT = 0xffffffff;

interface TokenEntry {
  readonly token: Buffer;
  readonly uids: UidList;
}

export class StoreView implements ReadView {
  readonly schema: SchemaView;
  private committedView: StoreView | undefined;

  /** @param delta uncommitted changes to show */
  constructor(
    private readonly catalog: Catalog,
    private readonly reader: SpaceReader,
    private readonly delta?: Delta,
  ) {
    this.schema = {
      predicate: (name) => catalog.predicate(name),
      isKnown: (name) => catalog.entry(name) !== undefined || reader.isNamed(name),
      predicates: () => catalog.predicates(),
      type: (name) => catalog.type(name),
      types: () => catalog.types(),
    };
  }

  get committed(): StoreView {
    if (!this.delta) return this;
    return (this.committedView ??= new StoreView(this.catalog, this.reader));
  }

  private changes(predicate: string): PredicateDelta | undefined {
    return this.delta?.predicates.get(predicate);
  }

  uids(predicate: string, uid: Uid, reverse: boolean): UidList {
    const space = edgeSpace(this.catalog.entry(predicate), reverse);
    if (space === undefined) return NO_UIDS;
    const stored = this.reader.uids(space, uid);
    const delta = this.edgeDelta(predicate, uid, reverse);
    return delta ? delta.applyTo(stored) : stored;
  }

  private edgeDelta(predicate: string, uid: Uid, reverse: boolean): UidDelta | undefined {
    const changes = this.changes(predicate);
    return (reverse ? changes?.reverse : changes?.edges)?.get(uid);
  }

  uidCount(predicate: string, uid: Uid, reverse: boolean): number {
    const space = edgeSpace(this.catalog.entry(predicate), reverse);
    if (space === undefined) return 0;
    if (this.edgeDelta(predicate, uid, reverse)) return this.uids(predicate, uid, reverse).length;
    return this.reader.uidCount(space, uid);
  }

  /** True if the edge exists; cheaper than a search in `uids`. */
  hasEdge(predicate: string, subject: Uid, object: Uid): boolean {
    const space = edgeSpace(this.catalog.entry(predicate), false);
    if (space === undefined) return false;
    const delta = this.edgeDelta(predicate, subject, false);
    const operation = delta?.of(object);
    if (operation !== undefined) return operation !== null;
    return !delta?.cleared && this.reader.hasUid(space, subject, object);
  }

  edgeFacets(predicate: string, uid: Uid, other: Uid, reverse: boolean): readonly StoredFacet[] {
    // Facets are stored with the forward edge.
    const subject = reverse ? other : uid;
    const object = reverse ? uid : other;
    const space = edgeSpace(this.catalog.entry(predicate), false);
    if (space === undefined) return NO_FACETS;
    const delta = this.edgeDelta(predicate, subject, false);
    const operation = delta?.of(object);
    if (operation !== undefined) return operation ?? NO_FACETS;
    return delta?.cleared ? NO_FACETS : this.reader.edgeFacets(space, subject, object);
  }

  values(predicate: string, uid: Uid): readonly StoredValue[] {
    const entry = this.catalog.entry(predicate);
    if (!entry || entry.declaration.type === 'uid') return NO_VALUES;
    const stored = this.reader.values(entry.spaces.data, uid);
    const delta = this.changes(predicate)?.values.get(uid);
    if (!delta) return stored;
    return delta.applyTo(stored, ({ value, lang }) => placeOf(value, lang, entry.declaration.list));
  }

  *subjects(predicate: string, reverse: boolean, after = 0): Iterable<Uid> {
    const entry = this.catalog.entry(predicate);
    const space = reverse ? entry?.spaces.reverse : entry?.spaces.data;
    if (!entry || space === undefined) return;
    const stored = this.reader.subjects(space, after);
    const changes = this.changes(predicate);
    if (!changes) {
      yield* stored;
      return;
    }
    const edges = reverse ? changes.reverse : changes.edges;
    const changed = [...edges.keys(), ...(reverse ? [] : changes.values.keys())].filter((uid) => uid > after);
    changed.sort((a, b) => a - b);
    const isUid = entry.declaration.type === 'uid';
    const present = (uid: Uid): boolean =>
      isUid ? this.uidCount(predicate, uid, reverse) > 0 : this.values(predicate, uid).length > 0;
    let i = 0;
    for (const uid of stored) {
      for (; i < changed.length && changed[i]! < uid; i++) if (present(changed[i]!)) yield changed[i]!;
      if (changed[i] !== uid) yield uid;
      else if (present(changed[i++]!)) yield uid;
    }
    for (; i < changed.length; i++) if (present(changed[i]!)) yield changed[i]!;
  }

  indexed(predicate: string, tokenizer: string, token: Buffer): UidList {
    const space = this.catalog.entry(predicate)?.spaces.index[tokenizer];
    if (space === undefined) return NO_UIDS;
    const stored = this.reader.token(space, token);
    const delta = this.changes(predicate)?.index.get(tokenizer)?.get(token.toString('latin1'));
    return delta ? delta.applyTo(stored) : stored;
  }

  indexRange(predicate: string, tokenizer: string, range: TokenRange): Iterable<TokenEntry> {
    const space = this.catalog.entry(predicate)?.spaces.index[tokenizer];
    if (space === undefined) return [];
    const stored = this.reader.tokens(space, range);
    const tokens = this.changes(predicate)?.index.get(tokenizer);
    return tokens ? mergeTokens(stored, tokens, range) : stored;
  }

  counted(predicate: string, reverse: boolean, min: number, max: number): UidList {
    const entry = this.catalog.entry(predicate);
    const space = reverse ? entry?.spaces.countReverse : entry?.spaces.count;
    const low = Math.max(1, Math.ceil(min));
    const high = Math.min(MAX_COUNT, Math.floor(max));
    if (space === undefined || !(low <= high)) return NO_UIDS;
    const range: TokenRange = { from: countToken(low), to: countToken(high) };
    let entries: Iterable<TokenEntry> = this.reader.tokens(space, range);
    const changes = this.changes(predicate);
    const deltas = reverse ? changes?.countReverse : changes?.count;
    if (deltas) {
      const tokens = new Map([...deltas].map(([count, delta]) => [countToken(count).toString('latin1'), delta]));
      entries = mergeTokens(entries, tokens, range);
    }
    return concatenate([...entries].map(({ uids }) => uids));
  }
}

/** Returns the space of a predicate's edges; undefined if it has none. */
function edgeSpace(entry: PredicateEntry | undefined, reverse: boolean): number | undefined {
  if (entry?.declaration.type !== 'uid') return undefined;
  return reverse ? entry.spaces.reverse : entry.spaces.data;
}

/** Merges stored tokens with the changes of a transaction, in the order of the range. */
function* mergeTokens(
  stored: Iterable<TokenEntry>,
  deltas: ReadonlyMap<string, UidDelta>,
  { from, to, descending }: TokenRange,
): Iterable<TokenEntry> {
  const sign = descending ? -1 : 1;
  const changed = [...deltas]
    .map(([text, delta]) => ({ token: Buffer.from(text, 'latin1'), delta }))
    .filter(({ token }) => !(from && token.compare(from) < 0) && !(to && token.compare(to) > 0))
    .sort((a, b) => sign * a.token.compare(b.token));
  let i = 0;
  for (const { token, uids } of stored) {
    for (; i < changed.length && sign * changed[i]!.token.compare(token) < 0; i++) yield* apply(changed[i]!, NO_UIDS);
    if (changed[i]?.token.equals(token)) yield* apply(changed[i++]!, uids);
    else yield { token, uids };
  }
  for (; i < changed.length; i++) yield* apply(changed[i]!, NO_UIDS);
}

function* apply(change: { token: Buffer; delta: UidDelta }, stored: UidList): Iterable<TokenEntry> {
  const uids = change.delta.applyTo(stored);
  if (uids.length > 0) yield { token: change.token, uids };
}

/** Joins disjoint lists. */
function concatenate(lists: readonly UidList[]): UidList {
  if (lists.length <= 1) return lists[0] ?? NO_UIDS;
  const merged = new Float64Array(lists.reduce((n, list) => n + list.length, 0));
  let n = 0;
  for (const list of lists) {
    merged.set(list, n);
    n += list.length;
  }
  return merged.sort();
}

/**
 * Applies edges to posting lists: data, reverse edges, index and counts, so that these always agree. Reads the state
 * with the changes so far on top; writes nothing but the delta.
 */
import type { PredicateDeclaration } from '../../dql';
import {
  entry,
  placeOf,
  sameValue,
  type Delta,
  type PredicateDelta,
  type PredicateEntry,
  type StoredValue,
  type StoreView,
  type UidDelta,
  type Uid,
} from '../storage';
import { tokens } from '../tokenizers';
import { ConflictKeys, type KeyList } from '../transaction';
import type { Edge } from './quad';

/**
 * Count under which the index of counts has a node. As in Dgraph, a predicate that is not a list counts at most once,
 * however many languages its values have.
 */
export function indexedCount({ list, type }: PredicateDeclaration, count: number): number {
  return list || type === 'uid' ? count : Math.min(count, 1);
}

/** State and delta that edges are applied to. */
export interface Target {
  /** The state with `delta` on top. */
  readonly view: StoreView;
  readonly delta: Delta;
  /** Receives the same changes as `delta`, and holds no earlier ones; absent if nobody needs them apart. */
  readonly increment?: Delta | undefined;
  /** Collects conflict keys; absent if no transaction can conflict. */
  readonly conflicts?: KeyList | undefined;
  /** Nodes created by this request; nothing is stored about them. */
  readonly fresh: ReadonlySet<Uid>;
}

const NO_VALUES: readonly StoredValue[] = [];

/** Tokenizer and token, joined by a space. */
type TokenKey = string;

/** Applies the edges of one declared predicate. */
class PredicateMutator {
  private readonly declaration: PredicateDeclaration;
  private readonly delta: PredicateDelta;
  /** `delta`, and the same predicate of the increment. */
  private readonly deltas: readonly PredicateDelta[];
  private readonly keys: ConflictKeys | undefined;
  private readonly tokenizers: readonly string[];
  /** Current number of edges by node, for `@count`, so that a list is not read again for each of its edges. */
  private readonly degrees = new Map<Uid, number>();
  private readonly reverseDegrees = new Map<Uid, number>();

  constructor(
    private readonly target: Target,
    { declaration, spaces }: PredicateEntry,
  ) {
    this.declaration = declaration;
    this.delta = target.delta.predicate(declaration.name);
    this.deltas = target.increment ? [this.delta, target.increment.predicate(declaration.name)] : [this.delta];
    this.keys = target.conflicts && new ConflictKeys(declaration, target.conflicts);
    this.tokenizers = Object.keys(spaces.index);
  }

  /** @param edge converted to the predicate's type */
  apply(edge: Edge): void {
    const { subject, object } = edge;
    switch (object.kind) {
      case 'uid':
        if (edge.remove) this.removeEdge(subject, object.uid);
        else this.setEdge(subject, object.uid, edge);
        return;
      case 'value':
        if (edge.remove) this.removeValue(edge, object.value);
        else this.setValue(subject, { value: object.value, lang: edge.lang, facets: edge.facets });
        return;
      case 'star':
        if (this.declaration.type === 'uid') this.removeEdges(subject);
        else this.removeValues(subject, edge.lang);
    }
  }

  // Edges

  /** Number of a node's edges; nothing is read for a node that this request created. */
  private degree(uid: Uid, reverse: boolean): number {
    const { name } = this.declaration;
    const lists = reverse ? this.delta.reverse : this.delta.edges;
    if (this.target.fresh.has(uid) && !lists.has(uid)) return 0;
    return this.target.view.uidCount(name, uid, reverse);
  }

  private hasEdge(subject: Uid, object: Uid): boolean {
    const { fresh, view } = this.target;
    if ((fresh.has(subject) || fresh.has(object)) && !this.delta.edges.has(subject)) return false;
    return view.hasEdge(this.declaration.name, subject, object);
  }

  private setEdge(subject: Uid, object: Uid, { facets }: Edge): void {
    const { list, reverse, count, name } = this.declaration;
    this.keys?.data(subject, object);
    if (!list) {
      // A new object replaces the old one.
      if (this.degree(subject, false) > 0) {
        for (const old of this.target.view.uids(name, subject, false)) {
          if (old !== object) this.removeEdge(subject, old);
        }
      }
    }
    if ((reverse || count) && !this.hasEdge(subject, object)) this.linkDerived(subject, object, true);
    for (const delta of this.deltas) delta.edge(subject).set(object, facets);
  }

  private removeEdge(subject: Uid, object: Uid): void {
    this.keys?.data(subject, object);
    if (this.hasEdge(subject, object)) this.unlink(subject, object);
  }

  /** Removes an existing edge. */
  private unlink(subject: Uid, object: Uid): void {
    this.linkDerived(subject, object, false);
    for (const delta of this.deltas) delta.edge(subject).remove(object);
  }

  /** Updates reverse edges and counts for an edge that is about to appear or disappear. */
  private linkDerived(subject: Uid, object: Uid, appears: boolean): void {
    const { reverse, count } = this.declaration;
    const change = appears ? 1 : -1;
    if (count) this.changeDegree(subject, change, false);
    if (!reverse) return;
    this.keys?.reverse(object);
    if (count) this.changeDegree(object, change, true);
    for (const { reverse: lists } of this.deltas) changeList(entry(lists, object), subject, appears);
  }

  private changeDegree(uid: Uid, change: number, reverse: boolean): void {
    const degrees = reverse ? this.reverseDegrees : this.degrees;
    const before = degrees.get(uid) ?? this.degree(uid, reverse);
    degrees.set(uid, before + change);
    this.recount(uid, before, before + change, reverse);
  }

  private removeEdges(subject: Uid): void {
    const { reverse, count, name } = this.declaration;
    this.keys?.data(subject, '*');
    if (reverse || count) {
      for (const object of this.target.view.uids(name, subject, false)) {
        this.keys?.data(subject, object);
        this.unlink(subject, object);
      }
    }
    // Also removes edges that concurrent writers add, which only @noconflict allows.
    for (const delta of this.deltas) delta.edge(subject).clear();
  }

  /** Moves a node from one count to another. */
  private recount(uid: Uid, before: number, after: number, reverse: boolean): void {
    const kind = reverse ? 'countReverse' : 'count';
    for (const delta of this.deltas) {
      if (before > 0) delta.list(kind, before).remove(uid);
      if (after > 0) delta.list(kind, after).set(uid);
    }
    if (before > 0) this.keys?.count(before, uid, reverse);
    if (after > 0) this.keys?.count(after, uid, reverse);
  }

  // Values

  private get derives(): boolean {
    return this.tokenizers.length > 0 || this.declaration.count;
  }

  private values(subject: Uid): readonly StoredValue[] {
    if (this.target.fresh.has(subject) && !this.delta.values.has(subject)) return NO_VALUES;
    return this.target.view.values(this.declaration.name, subject);
  }

  private place({ value, lang }: StoredValue): string {
    return placeOf(value, lang, this.declaration.list);
  }

  private setValue(subject: Uid, stored: StoredValue): void {
    const place = this.place(stored);
    this.keys?.data(subject, place);
    if (this.derives) {
      const before = this.values(subject);
      const otherValues = before.filter((value) => this.place(value) !== place);
      this.deriveValues(subject, before, [...otherValues, stored]);
    }
    for (const delta of this.deltas) delta.value(subject).set(place, stored);
  }

  private removeValue({ subject, lang }: Edge, value: StoredValue['value']): void {
    const place = placeOf(value, lang, this.declaration.list);
    this.keys?.data(subject, place);
    const before = this.values(subject);
    const storedValue = before.find((stored) => this.place(stored) === place);
    // A predicate that is not a list has one place for all values, so only a delete of the stored value removes it.
    if (!storedValue || !(this.declaration.list || sameValue(storedValue.value, value))) return;
    if (this.derives)
      this.deriveValues(
        subject,
        before,
        before.filter((stored) => stored !== storedValue),
      );
    for (const delta of this.deltas) delta.value(subject).remove(place);
  }

  private removeValues(subject: Uid, lang: string): void {
    if (lang === '' && !this.derives) {
      this.keys?.data(subject, '*');
      for (const delta of this.deltas) delta.value(subject).clear();
      return;
    }
    this.keys?.data(subject, '*');
    const before = this.values(subject);
    const removed = lang === '' ? before : before.filter((stored) => stored.lang === lang);
    if (this.derives)
      this.deriveValues(
        subject,
        before,
        before.filter((stored) => !removed.includes(stored)),
      );
    for (const stored of removed) {
      const place = this.place(stored);
      for (const delta of this.deltas) delta.value(subject).remove(place);
    }
  }

  /** Updates index and count for values that are about to change. */
  private deriveValues(subject: Uid, before: readonly StoredValue[], after: readonly StoredValue[]): void {
    const [countBefore, countAfter] = [before, after].map((values) => indexedCount(this.declaration, values.length));
    if (this.declaration.count && countBefore !== countAfter) this.recount(subject, countBefore!, countAfter!, false);
    if (this.tokenizers.length === 0) return;
    if (before.length === 0) {
      for (const stored of after) this.indexFirst(subject, stored);
      return;
    }
    const unchanged = before.filter((stored) => after.includes(stored));
    const removed = before.filter((stored) => !unchanged.includes(stored));
    const added = after.filter((stored) => !unchanged.includes(stored));
    const addedTokens = this.tokensOf(added);
    if (removed.length > 0) {
      // A token is removed only if no other value of the node has it.
      const unchangedTokens = this.tokensOf(unchanged);
      for (const key of this.tokensOf(removed)) {
        if (!unchangedTokens.has(key) && !addedTokens.has(key)) this.changeToken(key, subject, false);
      }
    }
    for (const key of addedTokens) this.changeToken(key, subject, true);
  }

  /** Indexes the only value of a node: the node has no tokens to keep or to remove. */
  private indexFirst(subject: Uid, { value, lang }: StoredValue): void {
    for (const tokenizer of this.tokenizers) {
      for (const token of tokens(value, tokenizer, lang)) {
        const text = token.toString('latin1');
        this.keys?.index(`${tokenizer} ${text}`, subject);
        for (const delta of this.deltas) delta.token(tokenizer, text).set(subject);
      }
    }
  }

  private tokensOf(values: readonly StoredValue[]): Set<TokenKey> {
    const keys = new Set<TokenKey>();
    for (const { value, lang } of values) {
      for (const tokenizer of this.tokenizers) {
        for (const token of tokens(value, tokenizer, lang)) keys.add(`${tokenizer} ${token.toString('latin1')}`);
      }
    }
    return keys;
  }

  private changeToken(key: TokenKey, subject: Uid, appears: boolean): void {
    this.keys?.index(key, subject);
    const split = key.indexOf(' ');
    const [tokenizer, token] = [key.slice(0, split), key.slice(split + 1)];
    for (const delta of this.deltas) changeList(delta.token(tokenizer, token), subject, appears);
  }
}

function changeList(list: UidDelta, uid: Uid, appears: boolean): void {
  if (appears) list.set(uid);
  else list.remove(uid);
}

/**
 * Applies edges in Dgraph's order: by predicate, then by node, then as in the request.
 *
 * @param edges converted to the types of their predicates
 * @param entryOf the schema; edges of an undeclared predicate are deletes without effect
 */
export function applyEdges(
  target: Target,
  edges: readonly Edge[],
  entryOf: (predicate: string) => PredicateEntry | undefined,
): void {
  const byPredicate = new Map<string, Edge[]>();
  for (const edge of edges) {
    const group = byPredicate.get(edge.predicate);
    if (group) group.push(edge);
    else byPredicate.set(edge.predicate, [edge]);
  }
  for (const [predicate, group] of byPredicate) {
    const predicateEntry = entryOf(predicate);
    if (!predicateEntry) continue;
    const mutator = new PredicateMutator(target, predicateEntry);
    group.sort((a, b) => a.subject - b.subject);
    for (const edge of group) mutator.apply(edge);
  }
}

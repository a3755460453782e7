/** Fills the spaces that a change of declaration needs, in slices, so that queries are answered meanwhile. */
import type { UidDelta } from '../storage';
import { entry, placeOf, ValueDelta, type PredicateEntry, type Uid, type WriteBatch } from '../storage';
import { indexedCount, maxTokenBytes } from '../mutate';
import { tokens } from '../tokenizers';
import { convert, type Value, type ValueType } from '../values';
import type { Layout } from './layout';

/** Time that a slice reads before it writes its entries. */
const PIECE_MS = 30;

/** Index entries, edges and values collected in one slice. */
class Entries {
  readonly index = new Map<string, Map<string, UidDelta>>();
  readonly reverse = new Map<Uid, UidDelta>();
  readonly count = new Map<number, UidDelta>();
  readonly values = new Map<Uid, ValueDelta>();
}

/** A stored value does not fit into an index that is being built. */
export class UnfitForIndex extends Error {}

/** Builds the new spaces of one predicate. The caller repeats `step` until it returns false. */
export class SpaceBuilder {
  private phase: 'data' | 'reverse' | 'done' = 'data';
  private after = 0;

  constructor(
    private readonly before: PredicateEntry,
    private readonly layout: Layout,
  ) {}

  /** Builds one slice inside a batch. @returns false when everything is built @throws UnfitForIndex */
  step(batch: WriteBatch): boolean {
    if (this.phase === 'data') this.dataPiece(batch);
    else if (this.phase === 'reverse') this.reversePiece(batch);
    return this.phase !== 'done';
  }

  /** Reads subjects of a space, continuing after the last slice. @returns true at the end of the space */
  private piece(batch: WriteBatch, space: number, visit: (subject: Uid) => void): boolean {
    const end = performance.now() + PIECE_MS;
    let n = 0;
    for (const subject of batch.reader.subjects(space, this.after)) {
      visit(subject);
      this.after = subject;
      if ((++n & 63) === 0 && performance.now() > end) return false;
    }
    this.after = 0;
    return true;
  }

  private dataPiece(batch: WriteBatch): void {
    const { fill, entry: after, rewrite } = this.layout;
    const { data } = this.before.spaces;
    const entries = new Entries();
    const isUid = this.before.declaration.type === 'uid';
    const isComplete = this.piece(batch, data, (subject) => {
      if (isUid) this.readEdges(batch, subject, entries);
      else this.readValues(batch, subject, entries);
    });
    for (const [tokenizer, list] of entries.index) batch.fillTokens(fill.index[tokenizer]!, list);
    if (fill.reverse !== undefined) batch.fillEdges(fill.reverse, entries.reverse);
    if (fill.count !== undefined) batch.fillCounts(fill.count, entries.count);
    if (rewrite) batch.fillValues(after.spaces.data, after.declaration.list, entries.values);
    batch.reader.invalidate();
    if (isComplete) this.phase = fill.countReverse === undefined ? 'done' : 'reverse';
  }

  /** Counts the reverse edges, once these are complete. */
  private reversePiece(batch: WriteBatch): void {
    const reverse = this.layout.entry.spaces.reverse!;
    const counts = new Map<number, UidDelta>();
    const isComplete = this.piece(batch, reverse, (object) => {
      entry(counts, batch.reader.uidCount(reverse, object)).set(object);
    });
    batch.fillCounts(this.layout.fill.countReverse!, counts);
    if (isComplete) this.phase = 'done';
  }

  private readEdges(batch: WriteBatch, subject: Uid, entries: Entries): void {
    const { fill } = this.layout;
    const { data } = this.before.spaces;
    if (fill.count !== undefined) entry(entries.count, batch.reader.uidCount(data, subject)).set(subject);
    if (fill.reverse === undefined) return;
    for (const object of batch.reader.uids(data, subject)) entry(entries.reverse, object).set(subject);
  }

  private readValues(batch: WriteBatch, subject: Uid, entries: Entries): void {
    const { fill, rewrite, entry: after } = this.layout;
    const stored = batch.reader.values(this.before.spaces.data, subject);
    const maxBytes = maxTokenBytes(after.declaration.name);
    if (fill.count !== undefined) entry(entries.count, indexedCount(after.declaration, stored.length)).set(subject);
    for (const [tokenizer] of Object.entries(fill.index)) {
      let lists = entries.index.get(tokenizer);
      if (!lists) entries.index.set(tokenizer, (lists = new Map<string, UidDelta>()));
      for (const { value, lang } of stored) {
        for (const token of tokensAs(value, after.declaration.type as ValueType, tokenizer, lang)) {
          if (token.length > maxBytes) throw new UnfitForIndex();
          entry(lists, token.toString('latin1')).set(subject);
        }
      }
    }
    if (!rewrite) return;
    const written = new ValueDelta();
    for (const each of stored) written.set(placeOf(each.value, each.lang, after.declaration.list), each);
    entries.values.set(subject, written);
  }
}

/** Tokens of a value converted to the new type. Inconvertible values stay out of the index, and queries skip them. */
function tokensAs(value: Value, type: ValueType, tokenizer: string, lang: string): readonly Buffer[] {
  try {
    return tokens(value.type === type ? value : convert(value, type), tokenizer, lang);
  } catch {
    return [];
  }
}

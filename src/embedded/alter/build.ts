/** Fills the spaces that a change of declaration brings with it, a piece at a time, so that queries are answered meanwhile. */
import type { UidDelta } from '../storage';
import { entry, placeOf, ValueDelta, type PredicateEntry, type Uid, type WriteBatch } from '../storage';
import { indexedCount } from '../mutate';
import { tokens } from '../tokenizers';
import { convert, type Value, type ValueType } from '../values';
import type { Layout } from './layout';

/** How long a piece reads before it writes what it has. */
const PIECE_MS = 30;

/** What a piece has found. */
class Findings {
  readonly index = new Map<string, Map<string, UidDelta>>();
  readonly reverse = new Map<Uid, UidDelta>();
  readonly count = new Map<number, UidDelta>();
  readonly values = new Map<Uid, ValueDelta>();
}

/** Builds one predicate's new spaces; `step` is called until it says that it is done. */
export class SpaceBuilder {
  private phase: 'data' | 'reverse' | 'done' = 'data';
  private after = 0;

  constructor(
    private readonly before: PredicateEntry,
    private readonly layout: Layout,
  ) {}

  /** Works for a while inside a batch; tells whether there is more to do. */
  step(batch: WriteBatch): boolean {
    if (this.phase === 'data') this.dataPiece(batch);
    else if (this.phase === 'reverse') this.reversePiece(batch);
    return this.phase !== 'done';
  }

  /** Reads subjects of a space from where the last piece ended; tells whether that was all. */
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
    const found = new Findings();
    const isUid = this.before.declaration.type === 'uid';
    const done = this.piece(batch, data, (subject) => {
      if (isUid) this.readEdges(batch, subject, found);
      else this.readValues(batch, subject, found);
    });
    for (const [tokenizer, list] of found.index) batch.fillTokens(fill.index[tokenizer]!, list);
    if (fill.reverse !== undefined) batch.fillEdges(fill.reverse, found.reverse);
    if (fill.count !== undefined) batch.fillCounts(fill.count, found.count);
    if (rewrite) batch.fillValues(after.spaces.data, after.declaration.list, found.values);
    batch.reader.invalidate();
    if (done) this.phase = fill.countReverse === undefined ? 'done' : 'reverse';
  }

  /** Counts of reverse edges need the reverse edges first. */
  private reversePiece(batch: WriteBatch): void {
    const reverse = this.layout.entry.spaces.reverse!;
    const counts = new Map<number, UidDelta>();
    const done = this.piece(batch, reverse, (object) => {
      entry(counts, batch.reader.uidCount(reverse, object)).set(object);
    });
    batch.fillCounts(this.layout.fill.countReverse!, counts);
    if (done) this.phase = 'done';
  }

  private readEdges(batch: WriteBatch, subject: Uid, found: Findings): void {
    const { fill } = this.layout;
    const { data } = this.before.spaces;
    if (fill.count !== undefined) entry(found.count, batch.reader.uidCount(data, subject)).set(subject);
    if (fill.reverse === undefined) return;
    for (const object of batch.reader.uids(data, subject)) entry(found.reverse, object).set(subject);
  }

  private readValues(batch: WriteBatch, subject: Uid, found: Findings): void {
    const { fill, rewrite, entry: after } = this.layout;
    const stored = batch.reader.values(this.before.spaces.data, subject);
    if (fill.count !== undefined) entry(found.count, indexedCount(after.declaration, stored.length)).set(subject);
    for (const [tokenizer] of Object.entries(fill.index)) {
      let lists = found.index.get(tokenizer);
      if (!lists) found.index.set(tokenizer, (lists = new Map<string, UidDelta>()));
      for (const { value, lang } of stored) {
        for (const token of tokensAs(value, after.declaration.type as ValueType, tokenizer, lang)) {
          entry(lists, token.toString('latin1')).set(subject);
        }
      }
    }
    if (!rewrite) return;
    const written = new ValueDelta();
    for (const one of stored) written.set(placeOf(one.value, one.lang, after.declaration.list), one);
    found.values.set(subject, written);
  }
}

/** Tokens of a value as the new type. A value that is not of it is in no index, and queries pass it over. */
function tokensAs(value: Value, type: ValueType, tokenizer: string, lang: string): readonly Buffer[] {
  try {
    return tokens(value.type === type ? value : convert(value, type), tokenizer, lang);
  } catch {
    return [];
  }
}

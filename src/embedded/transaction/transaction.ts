/** An open transaction: the state that it started from, and what it has written since. */
import { Delta, StoreView, type Catalog, type PredicateEntry, type Snapshot } from '../storage';
import { KeyList } from './key-list';

export class Transaction {
  readonly delta = new Delta();
  readonly conflicts = new KeyList();
  /** Predicates of its mutations, those without effect included. */
  readonly predicates = new Set<string>();
  /** Milliseconds of the clock that its oracle uses. */
  lastUse: number;
  private schema: Catalog;

  constructor(
    readonly startTs: number,
    readonly snapshot: Snapshot,
    now: number,
  ) {
    this.lastUse = now;
    this.schema = snapshot.catalog;
    snapshot.acquire();
  }

  get catalog(): Catalog {
    return this.schema;
  }

  /**
   * Writes go by the schema in force, not by that of the snapshot: an index that was added meanwhile has to be kept up.
   * From here on the transaction sees the predicate so.
   */
  adopt(entry: PredicateEntry): void {
    if (this.schema.entry(entry.declaration.name) !== entry) this.schema = this.schema.withPredicate(entry);
  }

  /** The state with its own writes on top. */
  view(): StoreView {
    return new StoreView(this.schema, this.snapshot.reader, this.delta.empty ? undefined : this.delta);
  }

  /** As `view`, for writing: it shows each change of `delta` once that is made. */
  writingView(): StoreView {
    return new StoreView(this.schema, this.snapshot.reader, this.delta);
  }

  /** Gives the snapshot back; the transaction is over. */
  release(): void {
    this.snapshot.release();
  }
}

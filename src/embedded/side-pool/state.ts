/** State of a thread: a snapshot of the engine, and the writes of the transaction. */
import {
  addPart,
  Delta,
  StoreView,
  type Catalog,
  type DeltaPart,
  type PredicateEntry,
  type Snapshot,
} from '../storage';

export class ThreadState {
  readonly delta = new Delta();
  private schema: Catalog;

  constructor(
    private readonly snapshot: Snapshot,
    adopted: readonly PredicateEntry[],
  ) {
    this.schema = snapshot.catalog;
    this.adopt(adopted);
  }

  get catalog(): Catalog {
    return this.schema;
  }

  /** See `Transaction.adopt`. */
  adopt(entries: readonly PredicateEntry[]): void {
    if (entries.length > 0) this.schema = this.schema.withPredicates(entries);
  }

  add(part: DeltaPart): void {
    addPart(this.delta, part);
  }

  view(): StoreView {
    return new StoreView(this.schema, this.snapshot.reader, this.delta.empty ? undefined : this.delta);
  }

  /** View that shows each change of `delta` at once. */
  writingView(): StoreView {
    return new StoreView(this.schema, this.snapshot.reader, this.delta);
  }
}

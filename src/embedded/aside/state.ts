/** The state that a thread works on: a snapshot of the engine's, and what the transaction has written. */
import {
  addPart,
  Delta,
  StoreView,
  type Catalog,
  type DeltaPart,
  type PredicateEntry,
  type Snapshot,
} from '../storage';

export class AsideState {
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

  /** Shows each change of `delta` once that is made. */
  writingView(): StoreView {
    return new StoreView(this.schema, this.snapshot.reader, this.delta);
  }
}

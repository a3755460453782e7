/** An open transaction: the state that it started from, and what it has written since. */
import { Delta, StoreView, type Catalog, type PredicateEntry, type Snapshot } from '../storage';
import { KeyList } from './key-list';

export class Transaction {
  /** It is being committed: nothing can end it but that. */
  isCommitting = false;
  readonly conflicts = new KeyList();
  /** Predicates of its mutations, those without effect included. */
  readonly predicates = new Set<string>();
  /** Milliseconds of the clock that its oracle uses. */
  lastUse: number;
  private schema: Catalog;
  private changes = new Delta();
  private readonly adoptedEntries = new Map<string, PredicateEntry>();
  private busy: Promise<unknown> = Promise.resolve();

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

  /** What it has written. */
  get delta(): Delta {
    return this.changes;
  }

  /** Puts a delta that has all of the old one's changes in its place. */
  replaceDelta(delta: Delta): void {
    this.changes = delta;
  }

  /** Predicates that it sees otherwise than its snapshot. */
  get adopted(): readonly PredicateEntry[] {
    return [...this.adoptedEntries.values()];
  }

  /** Runs `work` when what was asked of the transaction before is done: each request finds what the last one left. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.busy.then(work);
    this.busy = result.catch(() => {});
    return result;
  }

  /**
   * Writes go by the schema in force, not by that of the snapshot: an index that was added meanwhile has to be kept up.
   * From here on the transaction sees the predicates so. All of a request at once: the catalog is made anew.
   */
  adopt(entries: readonly PredicateEntry[]): void {
    const changed = entries.filter((entry) => this.schema.entry(entry.declaration.name) !== entry);
    if (changed.length === 0) return;
    this.schema = this.schema.withPredicates(changed);
    for (const entry of changed) this.adoptedEntries.set(entry.declaration.name, entry);
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

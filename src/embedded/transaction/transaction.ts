/** Open transaction: the state at its start, and its writes. */
import { Delta, StoreView, type Catalog, type PredicateEntry, type Snapshot } from '../storage';
import { KeyList } from './key-list';

export class Transaction {
  /** True while it commits; nothing else can end it then. */
  isCommitting = false;
  readonly conflicts = new KeyList();
  /** Predicates of its mutations, those without effect included. */
  readonly predicates = new Set<string>();
  /** Milliseconds of the oracle's clock. */
  lastUse: number;
  private schema: Catalog;
  /** Writes of the transaction. Call `changed` with every change. */
  readonly delta = new Delta();
  /** Version token of `delta`. */
  private writes: object = {};
  /** True while a mutation is added in several turns of the event loop. */
  isChanging = false;
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

  /** Version token of the writes; changes with every mutation. */
  get version(): object {
    return this.writes;
  }

  /** Notes a change of `delta`. */
  changed(): void {
    this.writes = {};
  }

  /** Predicates whose declarations differ from the snapshot. */
  get adopted(): readonly PredicateEntry[] {
    return [...this.adoptedEntries.values()];
  }

  /** Runs `work` after earlier requests of the transaction, so that each sees the effects of the last. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.busy.then(work);
    this.busy = result.catch(() => {});
    return result;
  }

  /**
   * Takes over declarations of the schema in force. Writes follow these and not the snapshot's, since a new index needs
   * entries too; later reads of the transaction follow them as well. Pass all entries of a request at once, since each
   * call copies the catalog.
   */
  adopt(entries: readonly PredicateEntry[]): void {
    const changed = entries.filter((entry) => this.schema.entry(entry.declaration.name) !== entry);
    if (changed.length === 0) return;
    this.schema = this.schema.withPredicates(changed);
    for (const entry of changed) this.adoptedEntries.set(entry.declaration.name, entry);
  }

  /** View of the state with the transaction's writes on top. */
  view(): StoreView {
    return new StoreView(this.schema, this.snapshot.reader, this.delta.empty ? undefined : this.delta);
  }

  /** View for writing: shows each change of `delta` at once. */
  writingView(): StoreView {
    return new StoreView(this.schema, this.snapshot.reader, this.delta);
  }

  /** Releases the snapshot; the transaction has ended. */
  release(): void {
    this.snapshot.release();
  }
}

/** One committed state of the store, held while it is read. */
import type { Catalog } from './catalog';
import { Environment, type ReadTransaction } from './environment';
import type { SpaceReader } from './reader';

export class Snapshot {
  private references = 1;

  /** @param commitTs timestamp of its last commit */
  constructor(
    readonly catalog: Catalog,
    readonly reader: SpaceReader,
    readonly commitTs: number,
    private readonly transaction: ReadTransaction,
  ) {}

  /** Adds a reference; every `acquire` needs its `release`. */
  acquire(): this {
    this.references++;
    return this;
  }

  /** Handle for other threads of this process, which may read the snapshot while it is held here. */
  get handle(): number {
    return Environment.handleOf(this.transaction);
  }

  release(): void {
    if (--this.references === 0) this.transaction.done();
  }
}

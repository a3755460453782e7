/** One committed state of the store, held for as long as somebody reads it. */
import type { Catalog } from './catalog';
import { Environment, type ReadTransaction } from './environment';
import type { SpaceReader } from './reader';

export class Snapshot {
  private references = 1;

  /** @param commitTs the last commit that it sees */
  constructor(
    readonly catalog: Catalog,
    readonly reader: SpaceReader,
    readonly commitTs: number,
    private readonly transaction: ReadTransaction,
  ) {}

  /** Holds it once more; every `acquire` needs its `release`. */
  acquire(): this {
    this.references++;
    return this;
  }

  /** Its name to other threads of this process, which may read it while it is held here. */
  get handle(): number {
    return Environment.handleOf(this.transaction);
  }

  release(): void {
    if (--this.references === 0) this.transaction.done();
  }
}

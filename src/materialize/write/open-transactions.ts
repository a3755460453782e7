/**
 * Queue of the requests in one open transaction. A write during the commit would be committed with it, without a check
 * of its conflict keys.
 */
import { workerGroup, type WorkerGroup } from '../../util/workers/group';

export class OpenTransactions {
  /** Start timestamp → end of its queue. */
  private readonly tails = new Map<number, Promise<void>>();

  /**
   * @param engine name of the engine
   * @param workers processes at which requests of a transaction may arrive
   */
  constructor(
    private readonly engine: string,
    private readonly workers: Pick<WorkerGroup, 'inTurn'> = workerGroup,
  ) {}

  /** Runs after earlier requests of the same transaction. @param startTs undefined: no open transaction */
  async inTurn<T>(startTs: number | undefined, run: () => Promise<T>): Promise<T> {
    if (startTs === undefined) return run();
    const before = this.tails.get(startTs);
    let release!: () => void;
    const tail = new Promise<void>((resolve) => (release = resolve));
    this.tails.set(startTs, tail);
    try {
      await before;
      return await this.workers.inTurn(`transaction ${startTs} of ${this.engine}`, run);
    } finally {
      release();
      if (this.tails.get(startTs) === tail) this.tails.delete(startTs);
    }
  }
}

/**
 * Requests within one open transaction, one after another: what is written while its commit is on the way would be
 * committed with it, and its conflict keys would not be checked.
 */
export class OpenTransactions {
  /** Start timestamp → the end of the queue. */
  private readonly tails = new Map<number, Promise<void>>();

  /** Runs after those of the same transaction that came before. @param startTs undefined: no transaction that is open */
  async inTurn<T>(startTs: number | undefined, run: () => Promise<T>): Promise<T> {
    if (startTs === undefined) return run();
    const before = this.tails.get(startTs);
    let done!: () => void;
    const tail = new Promise<void>((resolve) => (done = resolve));
    this.tails.set(startTs, tail);
    try {
      await before;
      return await run();
    } finally {
      done();
      if (this.tails.get(startTs) === tail) this.tails.delete(startTs);
    }
  }
}

/** Counted places, with a bounded queue in front of them. */

export class Places {
  private taken = 0;
  /** In the order in which they came. */
  private readonly waiting = new Set<() => void>();

  constructor(
    readonly limit: number,
    private readonly mostWaiting: number,
  ) {}

  get isIdle(): boolean {
    return this.taken === 0 && this.waiting.size === 0;
  }

  /** @returns false where all are taken */
  take(): boolean {
    if (this.taken >= this.limit) return false;
    this.taken++;
    return true;
  }

  /**
   * Waits for a place.
   *
   * @param signal gives up
   * @returns whether a place has been taken; false at once where too many wait already
   */
  async wait(signal: AbortSignal): Promise<boolean> {
    if (this.take()) return true;
    if (signal.aborted || this.waiting.size >= this.mostWaiting) return false;
    return new Promise((resolve) => {
      const finish = (isTaken: boolean): void => {
        this.waiting.delete(go);
        signal.removeEventListener('abort', giveUp);
        resolve(isTaken);
      };
      const go = (): void => finish(true);
      const giveUp = (): void => finish(false);
      this.waiting.add(go);
      signal.addEventListener('abort', giveUp);
    });
  }

  /** Gives a place back, to whoever has waited longest. */
  give(): void {
    const [next] = this.waiting;
    if (next) next();
    else this.taken--;
  }
}

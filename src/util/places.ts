/** Semaphore with a bounded first-in, first-out queue. */

export class Places {
  private takenCount = 0;
  /** Callbacks of waiting callers, oldest first. */
  private readonly waiting = new Set<() => void>();

  constructor(
    readonly limit: number,
    private readonly maxWaiting: number,
  ) {}

  /** Number of waiting callers. */
  get waitingCount(): number {
    return this.waiting.size;
  }

  get isIdle(): boolean {
    return this.takenCount === 0 && this.waiting.size === 0;
  }

  /** @returns false if all places are taken */
  take(): boolean {
    if (this.takenCount >= this.limit) return false;
    this.takenCount++;
    return true;
  }

  /**
   * Waits for a place.
   *
   * @param signal ends the wait
   * @returns true if a place was taken; false after an abort, and at once if the queue is full
   */
  async wait(signal: AbortSignal): Promise<boolean> {
    if (this.take()) return true;
    if (signal.aborted || this.waiting.size >= this.maxWaiting) return false;
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

  /** Returns a place; the caller that has waited longest takes it. */
  give(): void {
    const [next] = this.waiting;
    if (next) next();
    else this.takenCount--;
  }
}

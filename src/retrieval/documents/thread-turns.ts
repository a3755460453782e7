/** Turns of threads: so many run at once, and a few more wait. */

export interface TurnLimits {
  readonly atOnce: number;
  readonly mostWaiting: number;
  readonly waitMs: number;
}

export class ThreadTurns {
  private running = 0;
  /** In the order in which they came. */
  private readonly waiting = new Set<() => void>();

  constructor(private readonly limits: TurnLimits) {}

  get atOnce(): number {
    return this.limits.atOnce;
  }

  /**
   * Waits for a turn.
   *
   * @returns false where too many wait, or none came in time
   * @throws the signal's reason
   */
  async take(signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    if (this.running < this.limits.atOnce) {
      this.running++;
      return true;
    }
    if (this.waiting.size >= this.limits.mostWaiting) return false;
    const isTaken = await new Promise<boolean>((resolve) => {
      const finish = (isMine: boolean): void => {
        this.waiting.delete(go);
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        resolve(isMine);
      };
      const go = (): void => finish(true);
      const giveUp = (): void => finish(false);
      const timer = setTimeout(giveUp, this.limits.waitMs);
      signal.addEventListener('abort', giveUp);
      this.waiting.add(go);
    });
    if (signal.aborted) {
      if (isTaken) this.give();
      signal.throwIfAborted();
    }
    return isTaken;
  }

  /** Gives a turn back, to whoever has waited longest. */
  give(): void {
    const [next] = this.waiting;
    if (next) next();
    else this.running--;
  }
}

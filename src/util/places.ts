/** Semaphore with a bounded first-in, first-out queue. */
import { WaitingLine } from './waiting-line';

export class Places {
  private takenCount = 0;
  private readonly waiting = new WaitingLine();

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
    return this.waiting.size < this.maxWaiting && this.waiting.wait(signal);
  }

  /** Returns a place; the caller that has waited longest takes it. */
  give(): void {
    if (!this.waiting.callNext()) this.takenCount--;
  }
}

/**
 * Minimum pace of a body. While a body is slow, its request lends its places of role and work (concurrency.ts) to
 * others, so that a client that sends nothing keeps nobody out. A body that stalls is refused, so that it holds no
 * bytes of the budget either.
 */
import { OwlgateError } from '../../errors';
import type { Arrival } from '../auth/arrival';
import { lendPlaces } from './concurrency';

export interface Pace {
  /** Time after which a body counts as slow. */
  readonly slowMs: number;
  /** Window of time in which at least `minBytes` have to arrive. */
  readonly windowMs: number;
  readonly minBytes: number;
}

export const PACE: Pace = { slowMs: 1_000, windowMs: 20_000, minBytes: 8 * 1024 };

export class BodyPace {
  private timer: NodeJS.Timeout;
  private received = 0;
  private takeBack: (() => Promise<void>) | undefined;
  private isOver = false;

  /** @param refuse called when the body stalls */
  constructor(
    private readonly request: Arrival,
    private readonly pace: Pace,
    private readonly refuse: (error: OwlgateError) => void,
  ) {
    this.timer = setTimeout(() => this.becomeSlow(), pace.slowMs);
  }

  count(bytes: number): void {
    this.received += bytes;
  }

  /** Ends the watch of a body that was refused or broken off. */
  stop(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  /**
   * Ends the watch of a complete body, and takes the lent places back.
   *
   * @returns undefined if none were lent
   * @throws OwlgateError TooManyRequests, as a rejection
   */
  finish(): Promise<void> | undefined {
    this.stop();
    return this.takeBack?.();
  }

  private becomeSlow(): void {
    this.takeBack = lendPlaces(this.request);
    this.openWindow();
  }

  private openWindow(): void {
    const before = this.received;
    this.timer = setTimeout(() => {
      // After the thread was blocked, timers run before pending bytes are read. Those bytes count.
      setImmediate(() => this.closeWindow(before));
    }, this.pace.windowMs);
  }

  private closeWindow(before: number): void {
    if (this.isOver) return;
    if (this.received - before >= this.pace.minBytes) return this.openWindow();
    this.refuse(new OwlgateError('RequestTimeout'));
  }
}

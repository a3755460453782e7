/**
 * Pace of a body. A slow body lends its places of role and work to other requests, so that a client that sends nothing
 * keeps nobody out. A body that stands still is refused, so that it holds no bytes of the budget either.
 */
import type { IncomingMessage } from 'node:http';
import { OwlgateError } from '../../errors';
import { lendPlaces } from './concurrency';

export interface Pace {
  /** Time after which a body counts as slow. */
  readonly slowMs: number;
  /** Length of a window, in which at least `minBytes` have to come. */
  readonly windowMs: number;
  readonly minBytes: number;
}

export const PACE: Pace = { slowMs: 1_000, windowMs: 20_000, minBytes: 8 * 1024 };

export class BodyPace {
  private timer: NodeJS.Timeout;
  private received = 0;
  private takeBack: (() => Promise<void>) | undefined;
  private isOver = false;

  /** @param refuse is called where the body stands still */
  constructor(
    private readonly request: IncomingMessage,
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
   * Ends the watch of a complete body, and waits for the places again.
   *
   * @returns undefined if there is nothing to wait for
   * @throws OwlgateError TooManyRequests, by the promise
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
      // After a wait of the thread timers run before bytes are read: those bytes count.
      setImmediate(() => this.closeWindow(before));
    }, this.pace.windowMs);
  }

  private closeWindow(before: number): void {
    if (this.isOver) return;
    if (this.received - before >= this.pace.minBytes) return this.openWindow();
    this.refuse(new OwlgateError('RequestTimeout'));
  }
}

/** Long work in this thread, cut into turns: others are answered in between. */

/** A turn, in milliseconds: well below what anybody who waits would notice. */
const TURN_MS = 15;

export class Turns {
  private since = performance.now();

  constructor(private readonly signal: AbortSignal) {}

  /** Rests where the turn is over. @throws the signal's reason */
  pause(): Promise<void> | undefined {
    if (performance.now() - this.since < TURN_MS) return undefined;
    return this.rest();
  }

  private async rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.signal.throwIfAborted();
    this.since = performance.now();
  }
}

/** Cooperative scheduling: long work pauses after each turn, so that the thread can answer other requests. */

/** Length of a turn in milliseconds: too short for a waiting client to notice. */
const TURN_MS = 15;

export class Turns {
  private turnStart = performance.now();

  /**
   * @param signal its abort ends a pause with its reason
   * @param turnMs length of a turn in milliseconds
   */
  constructor(
    private readonly signal?: AbortSignal,
    private readonly turnMs = TURN_MS,
  ) {}

  /** Yields to the event loop if the turn is over. @throws the signal's reason */
  pause(): Promise<void> | undefined {
    if (performance.now() - this.turnStart < this.turnMs) return undefined;
    return this.yieldTurn();
  }

  private async yieldTurn(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.signal?.throwIfAborted();
    this.turnStart = performance.now();
  }
}

/** Queue for short work on large inputs that arrive together: one piece of work in each turn of the event loop. */
export class TurnQueue {
  private tail: Promise<void> = Promise.resolve();

  /** Resolves in a separate turn. */
  next(): Promise<void> {
    this.tail = this.tail.then(() => new Promise((resolve) => setImmediate(resolve)));
    return this.tail;
  }
}

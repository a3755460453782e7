/** Lanes of work on documents: loads, validations, bodies of mutations and queries do not wait for each other. */
import { OwlgateError } from '../../errors';

/**
 * Kinds of work: `load` for ontologies in force or to be put in force, `validate` for other ontologies, `body` for data
 * and other syntaxes, `query` for queries.
 */
export type LaneName = 'load' | 'validate' | 'body' | 'query';

/** Maximum sessions at once. */
const AT_ONCE: Readonly<Record<LaneName, number>> = { load: 2, validate: 2, body: 2, query: 2 };
const MAX_WAITING = 32;
const PATIENCE_MS = 60_000;

interface Waiting {
  readonly enter: () => void;
}

export class Lanes {
  private readonly running: Record<LaneName, number> = { load: 0, validate: 0, body: 0, query: 0 };
  private readonly waiting: Readonly<Record<LaneName, Set<Waiting>>> = {
    load: new Set(),
    validate: new Set(),
    body: new Set(),
    query: new Set(),
  };

  /**
   * Waits for a turn in a lane.
   *
   * @returns function that ends the turn
   * @throws OwlgateError DocumentsBusy if no turn comes; the signal's reason
   */
  async enter(lane: LaneName, signal?: AbortSignal): Promise<() => void> {
    if (this.running[lane] >= AT_ONCE[lane]) await this.turn(lane, signal);
    else this.running[lane]++;
    return () => this.leave(lane);
  }

  /** Number of waiting sessions. */
  get waitingCount(): number {
    return Object.values(this.waiting).reduce((count, { size }) => count + size, 0);
  }

  private leave(lane: LaneName): void {
    const [next] = this.waiting[lane];
    if (!next) this.running[lane]--;
    else {
      this.waiting[lane].delete(next);
      next.enter();
    }
  }

  private turn(lane: LaneName, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const queue = this.waiting[lane];
    if (queue.size >= MAX_WAITING) throw busy(lane);
    return new Promise((resolve, reject) => {
      const settle = (then: () => void): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        queue.delete(entry);
        then();
      };
      const entry: Waiting = { enter: () => settle(resolve) };
      const abort = (): void => settle(() => reject(signal!.reason as Error));
      const timer = setTimeout(() => settle(() => reject(busy(lane))), PATIENCE_MS);
      signal?.addEventListener('abort', abort);
      queue.add(entry);
    });
  }
}

const busy = (lane: LaneName): OwlgateError =>
  new OwlgateError('DocumentsBusy', { reason: `${AT_ONCE[lane]} are being processed already` });

/**
 * Writes that keep getting in each other's way are run one after the other.
 *
 * Most writes never meet, and run at once. When one is aborted, the stored nodes that it names are hot for a while: writes
 * that name one of them queue up behind each other, in this process, instead of aborting each other in the engine.
 */
import { backOff, EngineFailure } from '../../dgraph';
import type { BackOff } from '../../dgraph';
import { detached } from '../../util/text';

/** So long after the last abort a node stays hot. */
const HOT_MS = 2000;
/** Between attempts of a write that queued and was aborted all the same: by another gateway, or over a value. */
const PAUSE: BackOff = { firstMs: 5, maxMs: 500 };
/** More hot nodes are not remembered; the oldest are forgotten. */
const MOST_HOT = 10_000;

export class Contention {
  /** Node → until when it is hot. In the order of the last abort. */
  private readonly hot = new Map<string, number>();
  /** Node → the end of the queue. */
  private readonly tails = new Map<string, Promise<void>>();

  /** @param now for tests, in milliseconds */
  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Runs a write until it is not aborted.
   *
   * @param nodes the stored nodes that it names
   * @param attempts how often it is run at most
   * @param write told the number of the attempt, from 1
   * @throws what the last attempt threw
   */
  async run<T>(nodes: readonly string[], attempts: number, write: (attempt: number) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const hot = this.hotOf(nodes);
      const once = () => write(attempt);
      try {
        return await (hot.length > 0 ? this.inTurn(hot, once) : once());
      } catch (error) {
        if (!(error instanceof EngineFailure) || !error.isAborted || attempt >= attempts) throw error;
      }
      const wasFree = hot.length === 0;
      this.heat(nodes);
      if (!wasFree || nodes.length === 0) await backOff(attempt, PAUSE);
    }
  }

  private hotOf(nodes: readonly string[]): string[] {
    if (this.hot.size === 0) return [];
    const now = this.now();
    return nodes.filter((node) => (this.hot.get(node) ?? 0) > now);
  }

  private heat(nodes: readonly string[]): void {
    const until = this.now() + HOT_MS;
    for (const node of nodes) {
      this.hot.delete(node);
      this.hot.set(detached(node), until);
    }
    for (const [node, end] of this.hot) {
      if (end > this.now() && this.hot.size <= MOST_HOT) break;
      this.hot.delete(node);
    }
  }

  /** Queues at every node at once, so that no two writes wait for each other. */
  private async inTurn<T>(nodes: readonly string[], write: () => Promise<T>): Promise<T> {
    const before = nodes.map((node) => this.tails.get(node) ?? Promise.resolve());
    let done!: () => void;
    const tail = new Promise<void>((resolve) => (done = resolve));
    for (const node of nodes) this.tails.set(node, tail);
    try {
      await Promise.all(before);
      return await write();
    } finally {
      done();
      for (const node of nodes) if (this.tails.get(node) === tail) this.tails.delete(node);
    }
  }
}

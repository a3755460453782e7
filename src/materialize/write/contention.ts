/**
 * Contention queue: runs writes on the same nodes in turn after an abort.
 *
 * Most writes never conflict, and run at once. After an abort, the stored nodes that the write names are hot for a
 * while. Writes that name a hot node queue in this process, instead of aborting each other in the engine.
 */
import { backOff, EngineFailure } from '../../dgraph';
import type { BackOff } from '../../dgraph';
import { detached } from '../../util/text';

/** Time that a node stays hot after the last abort. */
const HOT_MS = 2000;
/** Pause between attempts of a queued write that was aborted by another gateway or by a conflict in a value. */
const PAUSE: BackOff = { firstMs: 5, maxMs: 500 };
/** Maximum hot nodes; the oldest are forgotten. */
const MAX_HOT = 10_000;

export class Contention {
  /** Node → end of its hot time, in the order of the last abort. */
  private readonly hot = new Map<string, number>();
  /** Node → end of its queue. */
  private readonly tails = new Map<string, Promise<void>>();

  /** @param now for tests, in milliseconds */
  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Runs a write until it is not aborted.
   *
   * @param nodesOf returns the stored nodes that the write names; called if nodes are hot, or after an abort
   * @param attempts maximum attempts
   * @param write receives the number of the attempt, from 1
   * @throws the error of the last attempt
   */
  async run<T>(nodesOf: () => readonly string[], attempts: number, write: (attempt: number) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const hot = this.hotOf(nodesOf);
      const writeOnce = () => write(attempt);
      try {
        return await (hot.length > 0 ? this.inTurn(hot, writeOnce) : writeOnce());
      } catch (error) {
        if (!(error instanceof EngineFailure) || !error.isAborted || attempt >= attempts) throw error;
      }
      const nodes = nodesOf();
      const wasFree = hot.length === 0;
      this.heat(nodes);
      if (!wasFree || nodes.length === 0) await backOff(attempt, PAUSE);
    }
  }

  private hotOf(nodesOf: () => readonly string[]): string[] {
    if (this.hot.size === 0) return [];
    const now = this.now();
    return nodesOf().filter((node) => (this.hot.get(node) ?? 0) > now);
  }

  private heat(nodes: readonly string[]): void {
    const until = this.now() + HOT_MS;
    for (const node of nodes) {
      this.hot.delete(node);
      this.hot.set(detached(node), until);
    }
    for (const [node, end] of this.hot) {
      if (end > this.now() && this.hot.size <= MAX_HOT) break;
      this.hot.delete(node);
    }
  }

  /** Queues at all nodes in one step, so that no two writes wait for each other. */
  private async inTurn<T>(nodes: readonly string[], write: () => Promise<T>): Promise<T> {
    const before = nodes.map((node) => this.tails.get(node) ?? Promise.resolve());
    let release!: () => void;
    const tail = new Promise<void>((resolve) => (release = resolve));
    for (const node of nodes) this.tails.set(node, tail);
    try {
      await Promise.all(before);
      return await write();
    } finally {
      release();
      for (const node of nodes) if (this.tails.get(node) === tail) this.tails.delete(node);
    }
  }
}

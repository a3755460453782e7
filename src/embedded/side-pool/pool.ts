/**
 * Pool of threads for one kind of long work. Threads start on demand and end when idle. A thread is also terminated
 * when its request exceeds its time or memory, or when the client has left.
 */
import type { Logger } from '../../util/log';
import { QueryTimeoutError } from '../execute';
import { RequestError } from '../requests';
import type { PoolThread } from './handle';

const IDLE_MS = 30_000;
/** Delay after the deadline until a thread is terminated. Work that checks the deadline has ended before. */
const GRACE_MS = 1000;

export interface PoolLimits {
  readonly threads: number;
  /** Memory of one thread, in megabytes. */
  readonly memoryMb: number;
  /** Time limit of a request once it has a thread. */
  readonly runMs: number;
  /** Time limit of the wait for a thread, and maximum requests that wait. */
  readonly waitMs: number;
  readonly waiting: number;
}

/** Deadline of a request, and the signal that its client has left. */
export interface Cancellation {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Aborts when the client no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined;
}

/** Error of a request whose client no longer waits for the answer. */
class AbandonedError extends RequestError {
  constructor() {
    super('the client has left before the answer was there');
  }
}

/** Refusal of a request for which no thread became free in time. */
export class BusyError extends RequestError {}

interface Turn {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class ThreadPool {
  private readonly free: PoolThread[] = [];
  private readonly threads = new Set<PoolThread>();
  private readonly idleTimers = new Map<PoolThread, NodeJS.Timeout>();
  private queue: Turn[] = [];
  private closed = false;

  /** @param work work of the threads, for messages: `long queries` */
  constructor(
    private readonly work: string,
    private readonly start: (memoryMb: number) => PoolThread,
    private readonly limits: PoolLimits,
    private readonly logger: Logger,
  ) {}

  /**
   * Runs `work` with a free thread. `work` receives the deadline that applies to it. Once this settles, the thread no
   * longer reads anything that it was given.
   *
   * @throws BusyError if no thread becomes free in time, QueryTimeoutError, AbandonedError; errors of the work
   */
  async run<T>(cancellation: Cancellation, work: (thread: PoolThread, deadline: number) => Promise<T>): Promise<T> {
    const { signal } = cancellation;
    const thread = await this.take(cancellation);
    const deadline = Math.min(cancellation.deadline, Date.now() + this.limits.runMs);
    const timer = setTimeout(() => void thread.end(new QueryTimeoutError()), deadline - Date.now() + GRACE_MS);
    const leave = (): void => void thread.end(new AbandonedError());
    signal?.addEventListener('abort', leave);
    try {
      await thread.ready;
      return await work(thread, deadline);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      await this.giveBack(thread);
    }
  }

  private async take(cancellation: Cancellation): Promise<PoolThread> {
    const until = Math.min(cancellation.deadline, Date.now() + this.limits.waitMs);
    for (;;) {
      if (this.closed) throw new Error('the engine is closing');
      if (cancellation.signal?.aborted) throw new AbandonedError();
      const thread = this.free.pop();
      if (thread) {
        clearTimeout(this.idleTimers.get(thread));
        this.idleTimers.delete(thread);
        if (!thread.isOver) return thread;
        this.threads.delete(thread);
      } else if (this.threads.size < this.limits.threads) {
        this.logger.debug(`a thread for ${this.work} starts`);
        const started = this.start(this.limits.memoryMb);
        this.threads.add(started);
        return started;
      } else await this.turn(cancellation, until);
    }
  }

  private turn({ deadline, signal }: Cancellation, until: number): Promise<void> {
    if (this.queue.length >= this.limits.waiting) return Promise.reject(this.busy());
    return new Promise((resolve, reject) => {
      const settled = (then: () => void) => () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        this.queue = this.queue.filter((each) => each !== turn);
        then();
      };
      const turn: Turn = { resolve: settled(resolve), reject: (error) => settled(() => reject(error))() };
      const leave = (): void => turn.reject(new AbandonedError());
      const expire = (): void => turn.reject(until < deadline ? this.busy() : new QueryTimeoutError());
      const timer = setTimeout(expire, until - Date.now());
      signal?.addEventListener('abort', leave);
      this.queue.push(turn);
    });
  }

  private busy(): BusyError {
    const { threads, waitMs, waiting } = this.limits;
    return new BusyError(
      `too many ${this.work} at once: ${threads} run at a time, ${waiting} may wait for at most ` +
        `${waitMs / 1000} s; retry later`,
    );
  }

  private async giveBack(thread: PoolThread): Promise<void> {
    // The answer to this request would go to the next one.
    if (thread.isBusy) void thread.end();
    if (thread.isOver) {
      await thread.terminated;
      this.threads.delete(thread);
    } else {
      thread.finish();
      this.free.push(thread);
      this.idleTimers.set(thread, setTimeout(() => this.dismiss(thread), IDLE_MS).unref());
    }
    this.queue[0]?.resolve();
  }

  private dismiss(thread: PoolThread): void {
    const at = this.free.indexOf(thread);
    if (at < 0) return;
    this.free.splice(at, 1);
    this.idleTimers.delete(thread);
    this.threads.delete(thread);
    void thread.end();
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const timer of this.idleTimers.values()) clearTimeout(timer);
    for (const { reject } of this.queue) reject(new Error('the engine is closing'));
    await Promise.all([...this.threads].map((thread) => thread.end()));
  }
}

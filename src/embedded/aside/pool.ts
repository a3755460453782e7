/**
 * A few threads for one kind of long work: started when they are needed, ended when they are not, and when a request takes
 * more time or memory than it may, or nobody waits for it any more.
 */
import type { Logger } from '../../util/log';
import { QueryTimeoutError } from '../execute';
import { RequestError } from '../requests';
import type { AsideThread } from './handle';

const IDLE_MS = 30_000;
/** A request looks at the clock itself; what does not come to that is ended so much later. */
const GRACE_MS = 1000;

export interface PoolLimits {
  readonly threads: number;
  /** Of one thread, in megabytes. */
  readonly memoryMb: number;
  /** How long a request may take once it has its thread. */
  readonly runMs: number;
  /** How long a request waits for a thread, and how many may. */
  readonly waitMs: number;
  readonly waiting: number;
}

/** How long a request may take, and who may end it before. */
export interface Patience {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Nobody waits for the answer any more. */
export class AbandonedError extends RequestError {
  constructor() {
    super('the client has left before the answer was there');
  }
}

/** No thread was free in time. */
export class BusyError extends RequestError {}

interface Turn {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class AsidePool {
  private readonly free: AsideThread[] = [];
  private readonly all = new Set<AsideThread>();
  private readonly idle = new Map<AsideThread, NodeJS.Timeout>();
  private queue: Turn[] = [];
  private closed = false;

  /** @param work what the threads do, for messages: `long queries` */
  constructor(
    private readonly work: string,
    private readonly start: (memoryMb: number) => AsideThread,
    private readonly limits: PoolLimits,
    private readonly logger: Logger,
  ) {}

  /**
   * Runs `work` with a thread of its own, when there is one, until the deadline that it is told. What it was given is not read by the thread any more when this
   * settles.
   *
   * @throws BusyError where no thread is free in time, QueryTimeoutError, AbandonedError; what the work throws
   */
  async run<T>(patience: Patience, work: (thread: AsideThread, deadline: number) => Promise<T>): Promise<T> {
    const { signal } = patience;
    const thread = await this.take(patience);
    const deadline = Math.min(patience.deadline, Date.now() + this.limits.runMs);
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

  private async take(patience: Patience): Promise<AsideThread> {
    const until = Math.min(patience.deadline, Date.now() + this.limits.waitMs);
    for (;;) {
      if (this.closed) throw new Error('the engine is closing');
      if (patience.signal?.aborted) throw new AbandonedError();
      const thread = this.free.pop();
      if (thread) {
        clearTimeout(this.idle.get(thread));
        this.idle.delete(thread);
        if (!thread.isOver) return thread;
        this.all.delete(thread);
      } else if (this.all.size < this.limits.threads) {
        this.logger.debug(`a thread for ${this.work} starts`);
        const started = this.start(this.limits.memoryMb);
        this.all.add(started);
        return started;
      } else await this.turn(patience, until);
    }
  }

  private turn({ deadline, signal }: Patience, until: number): Promise<void> {
    if (this.queue.length >= this.limits.waiting) return Promise.reject(this.busy());
    return new Promise((resolve, reject) => {
      const settled = (then: () => void) => () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        this.queue = this.queue.filter((each) => each !== mine);
        then();
      };
      const mine: Turn = { resolve: settled(resolve), reject: (error) => settled(() => reject(error))() };
      const leave = (): void => mine.reject(new AbandonedError());
      const late = (): void => mine.reject(until < deadline ? this.busy() : new QueryTimeoutError());
      const timer = setTimeout(late, until - Date.now());
      signal?.addEventListener('abort', leave);
      this.queue.push(mine);
    });
  }

  private busy(): BusyError {
    const { threads, waitMs, waiting } = this.limits;
    return new BusyError(
      `too many ${this.work} at once: ${threads} at a time, and others wait for at most ${waitMs / 1000} s, ` +
        `${waiting} of them: ask again later`,
    );
  }

  private async giveBack(thread: AsideThread): Promise<void> {
    // Whoever comes next would get the answer that nobody waits for.
    if (thread.isBusy) void thread.end();
    if (thread.isOver) {
      await thread.gone;
      this.all.delete(thread);
    } else {
      thread.tell({ kind: 'end' });
      this.free.push(thread);
      this.idle.set(thread, setTimeout(() => this.dismiss(thread), IDLE_MS).unref());
    }
    this.queue[0]?.resolve();
  }

  private dismiss(thread: AsideThread): void {
    const at = this.free.indexOf(thread);
    if (at < 0) return;
    this.free.splice(at, 1);
    this.idle.delete(thread);
    this.all.delete(thread);
    void thread.end();
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const timer of this.idle.values()) clearTimeout(timer);
    for (const { reject } of this.queue) reject(new Error('the engine is closing'));
    await Promise.all([...this.all].map((thread) => thread.end()));
  }
}

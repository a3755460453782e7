/**
 * Long queries, beside the engine's own thread, so that the others need not wait for them: a few threads, started when
 * they are needed and ended when they are not, or when a query takes more time or memory than it may.
 */
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from '../../util/log';
import { QueryTimeoutError } from '../execute';
import { RequestError } from '../requests';
import type { AsideAnswer, AsideData, AsideQuery, FromThread, ToThread } from './messages';

const THREADS = 2;
/** Of one thread; half of it is more than the largest answer takes. */
const MEMORY_MB = 3072;
const IDLE_MS = 30_000;
/** A query looks at the clock itself; what does not come to that is ended so much later. */
const GRACE_MS = 1000;

/** One thread. It is taken by one query at a time. */
export class AsideThread {
  private readonly worker: Worker;
  private waiting: { resolve: (message: FromThread) => void; reject: (error: Error) => void } | undefined;
  private ended: Error | undefined;
  readonly ready: Promise<unknown>;

  constructor(entry: string, data: AsideData) {
    this.worker = new Worker(entry, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    this.worker.on('message', (message: FromThread) => this.settle((waiting) => waiting.resolve(message)));
    this.worker.on('error', (error) => {
      const { code } = error as NodeJS.ErrnoException;
      this.fail(code === 'ERR_WORKER_OUT_OF_MEMORY' ? new RequestError(TOO_LARGE) : error);
    });
    this.worker.on('exit', () => this.fail(new Error('the thread that answers long queries has ended')));
    this.ready = this.next();
  }

  get isOver(): boolean {
    return this.ended !== undefined;
  }

  /** Takes the state that is committed now. */
  async hold(): Promise<void> {
    await this.ask({ kind: 'hold' });
  }

  /**
   * Answers from the state that is held.
   *
   * @param deadline milliseconds since 1970
   * @throws QueryTimeoutError, RequestError
   */
  async run({ query, variables, debug, format }: AsideQuery, deadline: number): Promise<AsideAnswer> {
    const request: AsideQuery = { query, debug, format, ...(variables && { variables }) };
    const timer = setTimeout(() => void this.end(new QueryTimeoutError()), deadline - Date.now() + GRACE_MS);
    try {
      const message = await this.ask({ kind: 'run', request, deadline });
      if (message.kind === 'answer') return message;
      if (message.kind !== 'failure') throw new Error(`not an answer: ${message.kind}`);
      throw message.timeout ? new QueryTimeoutError() : new RequestError(message.message);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the thread, whatever it does. */
  end(reason = new Error('the engine is closing')): Promise<unknown> {
    this.fail(reason);
    return this.worker.terminate();
  }

  private ask(message: ToThread): Promise<FromThread> {
    const answer = this.next();
    this.worker.postMessage(message);
    return answer;
  }

  private next(): Promise<FromThread> {
    const { ended } = this;
    if (ended) return Promise.reject(ended);
    const next = new Promise<FromThread>((resolve, reject) => (this.waiting = { resolve, reject }));
    next.catch(() => {});
    return next;
  }

  private fail(reason: Error): void {
    this.ended ??= reason;
    this.settle((waiting) => waiting.reject(reason));
  }

  private settle(how: (waiting: NonNullable<AsideThread['waiting']>) => void): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting) how(waiting);
  }
}

const TOO_LARGE = `the query needs more memory than ${MEMORY_MB} MB: ask for less of the data at a time`;

export class Aside {
  private readonly free: AsideThread[] = [];
  private readonly all = new Set<AsideThread>();
  private queue: (() => void)[] = [];
  private readonly idle = new Map<AsideThread, NodeJS.Timeout>();

  constructor(
    private readonly directory: string,
    private readonly logger: Logger,
    private readonly entry: string = path.join(__dirname, 'thread.js'),
  ) {}

  /** Whether there is a program for the threads: there is none where the sources are run as they are. */
  get isPossible(): boolean {
    return existsSync(this.entry);
  }

  /**
   * Runs `work` with a thread of its own, when there is one.
   *
   * @throws QueryTimeoutError where there is none before the deadline
   */
  async with<T>(deadline: number, work: (thread: AsideThread) => Promise<T>): Promise<T> {
    const thread = await this.take(deadline);
    try {
      await thread.ready;
      return await work(thread);
    } finally {
      this.giveBack(thread);
    }
  }

  private async take(deadline: number): Promise<AsideThread> {
    for (;;) {
      const thread = this.free.pop();
      if (thread) {
        clearTimeout(this.idle.get(thread));
        this.idle.delete(thread);
        if (!thread.isOver) return thread;
        this.all.delete(thread);
      } else if (this.all.size < THREADS) {
        this.logger.debug('a thread for long queries starts');
        const started = new AsideThread(this.entry, { directory: this.directory });
        this.all.add(started);
        return started;
      } else await this.turn(deadline);
    }
  }

  private turn(deadline: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const mine = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.queue = this.queue.filter((each) => each !== mine);
        reject(new QueryTimeoutError());
      }, deadline - Date.now());
      this.queue.push(mine);
    });
  }

  private giveBack(thread: AsideThread): void {
    if (thread.isOver) this.all.delete(thread);
    else {
      this.free.push(thread);
      this.idle.set(thread, setTimeout(() => this.dismiss(thread), IDLE_MS).unref());
    }
    this.queue.shift()?.();
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
    for (const timer of this.idle.values()) clearTimeout(timer);
    await Promise.all([...this.all].map((thread) => thread.end()));
  }
}

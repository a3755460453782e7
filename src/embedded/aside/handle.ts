/** A thread as the engine sees it: it is taken by one request at a time, asked one thing at a time, and can be ended. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker, type Transferable } from 'node:worker_threads';
import { QueryTimeoutError } from '../execute';
import { RequestError } from '../requests';
import { partsOf, type Delta, type PredicateEntry, type Snapshot } from '../storage';
import type { AsideData, FromThread, ToThread } from './messages';

/** Time after which others get their turn while a delta is handed over. */
const TURN_MS = 5;

/** What a thread works on. The snapshot is held until the thread is done with it. */
export interface LentState {
  readonly snapshot: Snapshot;
  /** Predicates that the transaction sees otherwise than the snapshot. */
  readonly adopted: readonly PredicateEntry[];
  /** What the transaction has written; it must not change while it is lent. */
  readonly delta?: Delta;
}

/** A refusal that a thread came to. */
export class AsideFailure extends RequestError {
  /** @param named predicates that the request would have written, where it came that far */
  constructor(
    message: string,
    readonly named: readonly string[],
  ) {
    super(message);
  }
}

export class AsideThread {
  private readonly worker: Worker;
  private waiting: { resolve: (message: FromThread) => void; reject: (error: Error) => void } | undefined;
  private ended: Error | undefined;
  readonly ready: Promise<unknown>;
  /** Resolves when it is gone, and reads nothing any more. */
  readonly gone: Promise<void>;

  constructor(entry: string, data: AsideData, memoryMb: number) {
    this.worker = new Worker(entry, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    this.worker.on('message', (message: FromThread) => this.settle((waiting) => waiting.resolve(message)));
    this.worker.on('error', (error) => {
      const { code } = error as NodeJS.ErrnoException;
      this.fail(code === 'ERR_WORKER_OUT_OF_MEMORY' ? new RequestError(tooLarge(memoryMb)) : error);
    });
    this.gone = new Promise((resolve) => {
      this.worker.on('exit', () => {
        this.fail(new Error('a thread for long work has ended'));
        resolve();
      });
    });
    this.ready = this.next();
  }

  /** Whether it has been asked something that it has not answered. */
  get isBusy(): boolean {
    return this.waiting !== undefined;
  }

  get isOver(): boolean {
    return this.ended !== undefined;
  }

  /** Hands over a state, in turns with whatever else there is to do. */
  async lend({ snapshot, adopted, delta }: LentState): Promise<void> {
    this.tell({ kind: 'state', snapshot: snapshot.handle, adopted });
    if (!delta) return;
    let end = performance.now() + TURN_MS;
    for (const part of partsOf(delta)) {
      this.tell({ kind: 'written', part });
      if (performance.now() < end) continue;
      await nextTurn();
      end = performance.now() + TURN_MS;
    }
  }

  tell(message: ToThread): void {
    this.worker.postMessage(message);
  }

  /**
   * Asks for one thing.
   *
   * @param kind what is answered where nothing is wrong
   * @param transfer what is the thread's alone from here on
   * @throws QueryTimeoutError, AsideFailure; why the thread has ended, where it has
   */
  async ask<K extends FromThread['kind']>(
    kind: K,
    message: ToThread,
    transfer: readonly Transferable[] = [],
  ): Promise<Extract<FromThread, { kind: K }>> {
    const next = this.next();
    this.worker.postMessage(message, transfer);
    const answer = await next;
    if (answer.kind === kind) return answer as Extract<FromThread, { kind: K }>;
    if (answer.kind !== 'failure') throw new Error(`not an answer: ${answer.kind}`);
    throw answer.timeout ? new QueryTimeoutError() : new AsideFailure(answer.message, answer.named ?? []);
  }

  /** Ends the thread, whatever it does. */
  async end(reason = new Error('the engine is closing')): Promise<void> {
    this.fail(reason);
    await this.worker.terminate();
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

const tooLarge = (megabytes: number): string =>
  `the request needs more memory than ${megabytes} MB: ask for less, or send less, at a time`;

/**
 * Engine's handle of a thread. One request at a time holds the thread, one message at a time awaits its answer, and the
 * thread can be terminated.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Worker, type Transferable } from 'node:worker_threads';
import { QueryTimeoutError } from '../execute';
import { RequestError } from '../requests';
import { partsOf, type Delta, type PredicateEntry, type Snapshot } from '../storage';
import type { FromThread, ThreadData, ToThread } from './messages';
import { Turns } from '../../util/turns';

/** Interval after which other work gets a turn while a delta is handed over. */
const TURN_MS = 5;
/** Time after which a thread that has not loaded its modules is terminated all the same. */
const LOAD_MS = 60_000;
/** Maximum wait until a thread says that it has stopped; work that never looks is terminated after it. */
const STOP_MS = 500;

/** State that a thread works on. The engine holds the snapshot until the thread has finished. */
export interface LentState {
  readonly snapshot: Snapshot;
  /** Predicates whose declarations in the transaction differ from the snapshot. */
  readonly adopted: readonly PredicateEntry[];
  /** Writes of the transaction; unchanged while the thread uses them. */
  readonly delta?: Delta;
  /** Version of these writes; see `Transaction.version`. */
  readonly version?: object;
}

/** Refusal by a thread. */
export class ThreadFailure extends RequestError {
  /** @param writtenPredicates predicates that the request would have written, if it came that far */
  constructor(
    message: string,
    readonly writtenPredicates: readonly string[],
  ) {
    super(message);
  }
}

export class PoolThread {
  private readonly worker: Worker;
  private readonly stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  private waiting: { resolve: (message: FromThread) => void; reject: (error: Error) => void } | undefined;
  private endReason: Error | undefined;
  /** Version of the writes that the thread has kept from its last request. */
  private keptVersion: object | undefined;
  readonly ready: Promise<unknown>;
  /** Resolves when the thread has loaded its modules, or has ended. */
  private readonly loaded: Promise<unknown>;
  /** Resolves when the thread reads nothing any more. */
  private readonly stopped: Promise<void>;
  /** Resolves when the thread has ended and no longer reads anything. */
  readonly terminated: Promise<void>;

  constructor(entry: string, directory: string, memoryMb: number) {
    this.worker = new Worker(entry, {
      workerData: { directory, stop: this.stop } satisfies ThreadData,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    this.worker.on('message', (message: FromThread) => this.settle((waiting) => waiting.resolve(message)));
    this.worker.on('error', (error) => {
      const { code } = error as NodeJS.ErrnoException;
      this.fail(code === 'ERR_WORKER_OUT_OF_MEMORY' ? new RequestError(tooLarge(memoryMb)) : error);
    });
    this.terminated = new Promise((resolve) => {
      this.worker.on('exit', () => {
        this.fail(new Error('a thread for long work has ended'));
        resolve();
      });
    });
    this.loaded = Promise.race([this.terminated, new Promise((resolve) => this.worker.once('message', resolve))]);
    const said = new Promise<void>((resolve) => {
      this.worker.on('message', ({ kind }: FromThread) => kind === 'stopped' && resolve());
    });
    this.stopped = Promise.race([this.terminated, said]);
    this.ready = this.next();
  }

  /** True if a message awaits its answer. */
  get isBusy(): boolean {
    return this.waiting !== undefined;
  }

  get isOver(): boolean {
    return this.endReason !== undefined;
  }

  /**
   * Hands over a state, unless the thread has kept it; other work of the event loop runs in between. A transaction of
   * many mutations would otherwise be handed over once for each of them.
   */
  async lend({ snapshot, adopted, delta, version }: LentState): Promise<void> {
    const isKept = version !== undefined && version === this.keptVersion;
    this.keptVersion = undefined;
    if (isKept) return this.post({ kind: 'resume', adopted });
    this.post({ kind: 'state', snapshot: snapshot.handle, adopted });
    if (!delta) return;
    const turns = new Turns(undefined, TURN_MS);
    for (const part of partsOf(delta)) {
      this.post({ kind: 'written', part });
      const pause = turns.pause();
      if (pause) await pause;
    }
  }

  /** Keeps the thread's state for a later request of the same transaction. @param version version of its writes */
  keep(version: object): void {
    this.keptVersion = version;
  }

  /** Drops a kept state of another version. */
  drop(version: object | undefined): void {
    if (this.keptVersion === undefined || this.keptVersion === version) return;
    this.keptVersion = undefined;
    this.finish();
  }

  /** Ends a request: the thread drops all of it but a kept state. */
  finish(): void {
    this.post({ kind: 'end', keepsState: this.keptVersion !== undefined });
  }

  private post(message: ToThread): void {
    this.worker.postMessage(message);
  }

  /**
   * Sends a message and waits for its answer.
   *
   * @param kind kind of a successful answer
   * @param transfer buffers that the thread takes over
   * @throws QueryTimeoutError, ThreadFailure; the reason why the thread has ended
   */
  async request<K extends FromThread['kind']>(
    kind: K,
    message: ToThread,
    transfer: readonly Transferable[] = [],
  ): Promise<Extract<FromThread, { kind: K }>> {
    const next = this.next();
    this.worker.postMessage(message, transfer);
    const answer = await next;
    if (answer.kind === kind) return answer as Extract<FromThread, { kind: K }>;
    if (answer.kind !== 'failure') throw new Error(`not an answer: ${answer.kind}`);
    throw answer.timeout ? new QueryTimeoutError() : new ThreadFailure(answer.message, answer.writtenPredicates ?? []);
  }

  /**
   * Terminates the thread, whatever it does. A request that waits for it is refused at once. Node.js aborts the whole
   * process if a thread is terminated while it loads LMDB's native module, or while that module throws.
   */
  async end(reason = new Error('the engine is closing')): Promise<void> {
    this.fail(reason);
    await Promise.race([this.loaded, delay(LOAD_MS, undefined, { ref: false })]);
    Atomics.store(this.stop, 0, 1);
    this.post({ kind: 'stop' });
    await Promise.race([this.stopped, delay(STOP_MS, undefined, { ref: false })]);
    await this.worker.terminate();
  }

  private next(): Promise<FromThread> {
    const { endReason } = this;
    if (endReason) return Promise.reject(endReason);
    const next = new Promise<FromThread>((resolve, reject) => (this.waiting = { resolve, reject }));
    next.catch(() => {});
    return next;
  }

  private fail(reason: Error): void {
    this.endReason ??= reason;
    this.settle((waiting) => waiting.reject(reason));
  }

  private settle(settleWith: (waiting: NonNullable<PoolThread['waiting']>) => void): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting) settleWith(waiting);
  }
}

const tooLarge = (megabytes: number): string =>
  `the request needs more memory than ${megabytes} MB: ask for less, or send less, at a time`;

/** Model in a thread of its own: requests with a deadline, one after the other. A thread that hangs or ends is replaced. */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { oneLine } from '../../../util/text';
import { ModelFailure } from '../failure';
import { ModelFolderError, type ModelFolder } from './folder';
import { PROGRAM } from './program';

const RUNTIME = 'onnxruntime-node';
const TOKENIZERS = '@huggingface/tokenizers';

/** Texts for one vector each, or pairs for one score each. */
interface Input {
  readonly texts: readonly string[];
  readonly pairs?: readonly string[];
}

export interface SessionOptions {
  readonly folder: ModelFolder;
  readonly kind: 'embed' | 'rerank';
  /** Time limit of one request, in milliseconds. Default: 60 s. */
  readonly patienceMs?: number;
  /** Time limit of the start, in milliseconds. Default: 120 s. */
  readonly startMs?: number;
  /** Package of the runtime. Default: onnxruntime-node. */
  readonly runtime?: string;
}

interface Result {
  readonly values: Float32Array;
  readonly size: number;
}

type Message =
  { readonly ready: number } | { readonly id?: number; readonly failure: string } | ({ readonly id: number } & Result);

interface Waiting {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

const PATIENCE_MS = 60_000;
const START_MS = 120_000;
/** Maximum requests that wait for the thread. */
const MAX_WAITING = 32;
const MAX_BATCH_TOKENS = 4_096;
const MAX_BATCH_TEXTS = 32;
const MAX_HEAP_MB = 512;
/** Threads of the runtime: more than a few make short texts no faster. */
const MAX_THREADS = 4;

export class Session {
  private thread: Promise<Worker> | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private resultSize = 0;
  private isClosed = false;

  private constructor(
    private readonly options: SessionOptions,
    private readonly runtime: string,
  ) {}

  /** Loads a model, and tries it. @throws ModelFolderError without the runtime, and for a model that is not usable */
  static async open(options: SessionOptions): Promise<Session> {
    const session = new Session(options, runtimePath(options.runtime ?? RUNTIME));
    session.thread = session.start();
    await session.thread;
    return session;
  }

  /** Numbers of one result. */
  get size(): number {
    return this.resultSize;
  }

  /** @returns `size` numbers for each text or pair @throws ModelFailure; the signal's reason */
  async run(input: Input, signal: AbortSignal): Promise<Float32Array> {
    signal.throwIfAborted();
    if (this.isClosed) throw new ModelFailure('unavailable', 'the gateway is stopping');
    if (this.waiting.size >= MAX_WAITING) throw new ModelFailure('busy', `${MAX_WAITING} requests are waiting`);
    const { patienceMs = PATIENCE_MS } = this.options;
    const id = ++this.lastId;
    const result = new Promise<Result>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    const deadline = setTimeout(() => this.abandon(id), patienceMs);
    const cancel = (): void => {
      this.waiting.get(id)?.reject(signal.reason as Error);
      void this.thread?.then((thread) => thread.postMessage({ cancel: id }));
    };
    signal.addEventListener('abort', cancel);
    try {
      // Both at once: a rejection of either must be handled.
      const [, { values }] = await Promise.all([this.send({ id, ...input }), result]);
      return values;
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', cancel);
      this.waiting.delete(id);
    }
  }

  private async send(request: Input & { readonly id: number }): Promise<void> {
    try {
      (await (this.thread ??= this.start())).postMessage(request);
    } catch (error) {
      throw new ModelFailure('unavailable', (error as Error).message, {}, { cause: error });
    }
  }

  /** Replaces a thread that did not answer in time. */
  private abandon(id: number): void {
    this.waiting.get(id)?.reject(new ModelFailure('late', 'no result before the deadline'));
    const { thread } = this;
    this.thread = undefined;
    void thread?.then((worker) => worker.terminate());
  }

  private start(): Promise<Worker> {
    const { folder, kind, startMs = START_MS } = this.options;
    const worker = new Worker(PROGRAM, {
      eval: true,
      workerData: {
        ...{ folder, kind, runtime: this.runtime, tokenizers: createRequire(__filename).resolve(TOKENIZERS) },
        ...{ maxBatchTokens: MAX_BATCH_TOKENS, maxBatchTexts: MAX_BATCH_TEXTS },
        threads: Math.min(MAX_THREADS, availableParallelism()),
      },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      stdout: true,
      stderr: true,
    });
    const started = new Promise<Worker>((resolve, reject) => {
      const fail = (reason: string): void => {
        clearTimeout(timer);
        reject(new ModelFolderError(`${folder.modelFile}: ${oneLine(reason)}`));
        void worker.terminate();
      };
      const timer = setTimeout(() => fail(`it takes longer than ${startMs / 1000} s to load`), startMs);
      worker.on('message', (message: Message) => {
        if ('ready' in message) {
          clearTimeout(timer);
          this.resultSize = message.ready;
          worker.unref();
          resolve(worker);
        } else if (message.id === undefined) fail('failure' in message ? message.failure : 'it gives no result');
        else this.settle(message.id, message);
      });
      worker.once('error', (error) => fail(error.message));
      worker.once('exit', () => {
        fail('its thread ended');
        if (this.thread !== started) return;
        this.thread = undefined;
        for (const { reject } of this.waiting.values()) {
          reject(new ModelFailure('unavailable', 'the thread of the model ended'));
        }
      });
    });
    started.catch(() => {
      if (this.thread === started) this.thread = undefined;
    });
    return started;
  }

  private settle(id: number, message: Result | { readonly failure: string }): void {
    const waiting = this.waiting.get(id);
    if ('failure' in message) waiting?.reject(new ModelFailure('refused', oneLine(message.failure)));
    else waiting?.resolve(message);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const { thread } = this;
    this.thread = undefined;
    const worker = await thread?.catch(() => undefined);
    await worker?.terminate();
    for (const { reject } of this.waiting.values()) {
      reject(new ModelFailure('unavailable', 'the gateway is stopping'));
    }
  }
}

/** The runtime is not installed with owlgate: it has some hundred megabytes. @throws ModelFolderError */
function runtimePath(name: string): string {
  try {
    return createRequire(__filename).resolve(name, { paths: [__dirname, process.cwd()] });
  } catch {
    throw new ModelFolderError(`the package ${name} is missing; install it beside owlgate: npm install ${name}`);
  }
}

/** Separate thread for one document: protects the gateway from libraries that take long or exhaust the memory. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { OwlgateError } from '../../errors';
import { Places } from '../../util/places';

const MAX_SECONDS = 120;
const MAX_HEAP_MB = 1024;
/** Interval between checks of the process's memory. */
const CHECK_MS = 100;

export interface ThreadLimits {
  /** Places of threads that run at once. */
  readonly turns: Places;
  /** Maximum wait for a turn, in milliseconds. */
  readonly waitMs: number;
  /**
   * Bytes by which the memory of the process may grow meanwhile. V8's limit covers the heap only, not the buffers of a
   * decompressed file, and the memory of one thread cannot be measured.
   */
  readonly growthBytes: number;
}

const THREAD_LIMITS: ThreadLimits = {
  turns: new Places(2, 32),
  waitMs: 60_000,
  growthBytes: 2 * 2 ** 30,
};

/** Failure of the thread. */
export interface ThreadFailure {
  readonly name: string;
  readonly reason: string;
}

/**
 * Runs a program until its first message.
 *
 * @param program JavaScript; `workerData` has the properties of `input`, and the path of the library as `library`
 * @param library name of the package
 * @returns the message, or a failure, for example by the limits of time and memory
 * @throws OwlgateError DocumentsBusy; the signal's reason
 */
export async function inThread<T extends object>(
  program: string,
  library: string,
  input: object,
  signal: AbortSignal,
  limits: ThreadLimits = THREAD_LIMITS,
): Promise<T | ThreadFailure> {
  const { turns, waitMs, growthBytes } = limits;
  signal.throwIfAborted();
  if (!(await turns.wait(AbortSignal.any([signal, AbortSignal.timeout(waitMs)])))) {
    signal.throwIfAborted();
    throw new OwlgateError('DocumentsBusy', { reason: `${turns.limit} are being read already` });
  }
  try {
    return await run<T>(program, library, input, signal, growthBytes);
  } finally {
    turns.give();
  }
}

function run<T extends object>(
  program: string,
  library: string,
  input: object,
  signal: AbortSignal,
  growthBytes: number,
): Promise<T | ThreadFailure> {
  signal.throwIfAborted();
  const before = process.memoryUsage.rss();
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      eval: true,
      workerData: { library: createRequire(__filename).resolve(library), ...input },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      stdout: true,
      stderr: true,
    });
    let isOver = false;
    const end = (settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      clearInterval(memoryCheck);
      signal.removeEventListener('abort', leave);
      // The next thread begins when the memory of this one is free.
      void worker.terminate().then(settle, settle);
    };
    const leave = (): void => end(() => reject(signal.reason as Error));
    const timer = setTimeout(
      () => end(() => resolve({ name: 'Timeout', reason: `it takes longer than ${MAX_SECONDS} s` })),
      MAX_SECONDS * 1000,
    );
    const memoryCheck = setInterval(() => {
      if (process.memoryUsage.rss() - before < growthBytes) return;
      end(() => resolve({ name: 'Memory', reason: 'it takes too much memory' }));
    }, CHECK_MS);
    signal.addEventListener('abort', leave);
    worker.once('message', (message: T | ThreadFailure) => end(() => resolve(message)));
    worker.once('error', (error: Error) => end(() => resolve({ name: error.name, reason: error.message })));
    worker.once('exit', () => end(() => resolve({ name: 'Error', reason: 'the thread ended without a result' })));
  });
}

/** A library in a thread of its own, for one document: for what may take long, or more memory than there is. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { OwlgateError } from '../../errors';
import { ThreadTurns } from './thread-turns';

const MOST_SECONDS = 120;
const MOST_HEAP_MB = 1024;
const LOOK_MS = 100;

export interface ThreadLimits {
  readonly turns: ThreadTurns;
  /**
   * Bytes by which the memory of the process may grow meanwhile. The limit of V8 is about the heap: what a file is
   * decompressed into is beside it, and memory cannot be told apart by thread.
   */
  readonly growthBytes: number;
}

export const THREAD_LIMITS: ThreadLimits = {
  turns: new ThreadTurns({ atOnce: 2, mostWaiting: 32, waitMs: 60_000 }),
  growthBytes: 2 * 2 ** 30,
};

/** Why there is no result. */
export interface Failed {
  readonly name: string;
  readonly reason: string;
}

/**
 * Runs a program until it posts its first message.
 *
 * @param program JavaScript; it finds the path of the library as `workerData.library`, beside what it is given
 * @param library the name of the package
 * @returns the message, or why there is none: it has failed, or takes too long or too much
 * @throws OwlgateError DocumentsBusy; the signal's reason
 */
export async function inThread<T extends object>(
  program: string,
  library: string,
  given: object,
  signal: AbortSignal,
  limits: ThreadLimits = THREAD_LIMITS,
): Promise<T | Failed> {
  const { turns, growthBytes } = limits;
  if (!(await turns.take(signal))) {
    throw new OwlgateError('DocumentsBusy', { reason: `${turns.atOnce} are read already` });
  }
  try {
    return await run<T>(program, library, given, signal, growthBytes);
  } finally {
    turns.give();
  }
}

function run<T extends object>(
  program: string,
  library: string,
  given: object,
  signal: AbortSignal,
  growthBytes: number,
): Promise<T | Failed> {
  signal.throwIfAborted();
  const before = process.memoryUsage.rss();
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      eval: true,
      workerData: { library: createRequire(__filename).resolve(library), ...given },
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
      stdout: true,
      stderr: true,
    });
    let isOver = false;
    const end = (settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      clearInterval(look);
      signal.removeEventListener('abort', leave);
      // The next one begins when the memory of this one is free.
      void worker.terminate().then(settle, settle);
    };
    const leave = (): void => end(() => reject(signal.reason as Error));
    const timer = setTimeout(
      () => end(() => resolve({ name: 'Timeout', reason: `it takes longer than ${MOST_SECONDS} s` })),
      MOST_SECONDS * 1000,
    );
    const look = setInterval(() => {
      if (process.memoryUsage.rss() - before < growthBytes) return;
      end(() => resolve({ name: 'Memory', reason: 'it takes too much memory' }));
    }, LOOK_MS);
    signal.addEventListener('abort', leave);
    worker.once('message', (told: T | Failed) => end(() => resolve(told)));
    worker.once('error', (error: Error) => end(() => resolve({ name: error.name, reason: error.message })));
    worker.once('exit', () => end(() => resolve({ name: 'Error', reason: 'reading it has ended early' })));
  });
}

/** A library in a thread of its own, for one document: for what may take long, or more memory than there is. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

const MOST_SECONDS = 120;
const MOST_MEMORY_MB = 1024;

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
 * @throws the signal's reason
 */
export function inThread<T extends object>(
  program: string,
  library: string,
  given: object,
  signal: AbortSignal,
): Promise<T | Failed> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      eval: true,
      workerData: { library: createRequire(__filename).resolve(library), ...given },
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
      stdout: true,
      stderr: true,
    });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      void worker.terminate();
      settle();
    };
    const leave = (): void => end(() => reject(signal.reason as Error));
    const timer = setTimeout(
      () => end(() => resolve({ name: 'Timeout', reason: `it takes longer than ${MOST_SECONDS} s` })),
      MOST_SECONDS * 1000,
    );
    signal.addEventListener('abort', leave);
    worker.once('message', (told: T | Failed) => end(() => resolve(told)));
    worker.once('error', (error: Error) => end(() => resolve({ name: error.name, reason: error.message })));
    worker.once('exit', () => end(() => resolve({ name: 'Error', reason: 'reading it has ended early' })));
  });
}

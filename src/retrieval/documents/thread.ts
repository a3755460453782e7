/** Separate thread for one document: protects the gateway from libraries that take long or exhaust the memory. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

const MAX_SECONDS = 120;
const MAX_MEMORY_MB = 1024;

/** Failure of the thread. */
export interface Failed {
  readonly name: string;
  readonly reason: string;
}

/**
 * Runs a program until its first message.
 *
 * @param program JavaScript; `workerData` has the properties of `input`, and the path of the library as `library`
 * @param library name of the package
 * @returns the message, or a failure, for example by the limits of time and memory
 * @throws the signal's reason
 */
export function inThread<T extends object>(
  program: string,
  library: string,
  input: object,
  signal: AbortSignal,
): Promise<T | Failed> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      eval: true,
      workerData: { library: createRequire(__filename).resolve(library), ...input },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
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
      () => end(() => resolve({ name: 'Timeout', reason: `it takes longer than ${MAX_SECONDS} s` })),
      MAX_SECONDS * 1000,
    );
    signal.addEventListener('abort', leave);
    worker.once('message', (message: T | Failed) => end(() => resolve(message)));
    worker.once('error', (error: Error) => end(() => resolve({ name: error.name, reason: error.message })));
    worker.once('exit', () => end(() => resolve({ name: 'Error', reason: 'the thread ended without a result' })));
  });
}

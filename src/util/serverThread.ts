/**
 * Handle of a server in a worker thread. The thread posts `{ endpoint }` once it serves, `{ error }` if it cannot, and
 * `{ log: { level, message, fields } }` for the log. It ends on the message `'close'`.
 */
import { Worker } from 'node:worker_threads';
import type { Endpoint } from './endpoint';
import type { Logger } from './log';

interface ServerThread {
  readonly endpoint: Endpoint;
  /** Resolves with the reason if the thread ends without `close`. */
  readonly died: Promise<string>;
  /** Ends the thread after its running requests. */
  close(): Promise<void>;
}

type Message =
  | { readonly endpoint: Endpoint }
  | { readonly error: string }
  | {
      readonly log: {
        readonly level: keyof Logger;
        readonly message: string;
        readonly fields?: Record<string, unknown>;
      };
    };

/** Time limit of the end of a thread that cannot serve. */
const END_MS = 5_000;

/**
 * Starts a server thread.
 *
 * @param entry path of the compiled script
 * @throws Error with the thread's message if it cannot serve
 */
export function startServerThread(entry: string, workerData: unknown, logger: Logger): Promise<ServerThread> {
  const worker = new Worker(entry, { workerData });
  let closing = false;
  let failure = 'the thread ended unexpectedly';
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const died = exited.then(() => (closing ? new Promise<never>(() => {}) : failure));
  const close = async (): Promise<void> => {
    closing = true;
    worker.postMessage('close');
    await exited;
  };
  return new Promise((resolve, reject) => {
    worker.on('error', (error) => {
      failure = error.message;
      logger.error('server thread failed', { error });
    });
    worker.on('message', (message: Message) => {
      if ('log' in message) logger[message.log.level](message.log.message, message.log.fields);
      else if ('endpoint' in message) resolve({ endpoint: message.endpoint, died, close });
      else {
        // The thread ends when its files are closed. If the process ended before, lmdb would crash it.
        failure = message.error;
        setTimeout(() => reject(new Error(failure)), END_MS).unref();
      }
    });
    void died.then((reason) => reject(new Error(reason)));
  });
}

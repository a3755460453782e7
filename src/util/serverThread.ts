/**
 * A server in a worker thread, seen from outside. The thread posts `{ endpoint }` when it serves or `{ error }` when it cannot,
 * `{ log: { level, message, fields } }` for the log, and ends on the message `'close'`.
 */
import { Worker } from 'node:worker_threads';
import type { Endpoint } from './endpoint';
import type { Logger } from './log';

export interface ServerThread {
  readonly endpoint: Endpoint;
  /** Resolves with the reason when the thread ends without having been told to. */
  readonly died: Promise<string>;
  /** Lets it end what it has begun. */
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

/**
 * Starts a server thread.
 *
 * @param entry path of the compiled script
 * @throws Error with the thread's own words when it cannot serve
 */
export function startServerThread(entry: string, workerData: unknown, logger: Logger): Promise<ServerThread> {
  const worker = new Worker(entry, { workerData });
  let closing = false;
  let failure = 'it ended by itself';
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
      logger.error('a thread failed', { error });
    });
    worker.on('message', (message: Message) => {
      if ('log' in message) logger[message.log.level](message.log.message, message.log.fields);
      else if ('endpoint' in message) resolve({ endpoint: message.endpoint, died, close });
      else reject(new Error(message.error));
    });
    void died.then((reason) => reject(new Error(reason)));
  });
}

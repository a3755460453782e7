/**
 * Handle of a server in a worker thread. The thread posts `{ endpoint, snapshots, requests }` once it serves,
 * `{ error, isSetting }` if it cannot, and `{ log: { level, message, fields } }` for the log. It ends on the message
 * `'close'`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Worker, type MessagePort } from 'node:worker_threads';
import type { Endpoint, SnapshotChannel } from './endpoint';
import type { Logger } from './log';

interface Ways {
  readonly endpoint: Endpoint;
  readonly snapshots: SnapshotChannel;
  /** Port for requests by messages. */
  readonly requests: MessagePort;
}

interface ServerThread extends Ways {
  /** Resolves with the reason if the thread ends without `close`. */
  readonly died: Promise<string>;
  /** Ends the thread after its running requests. */
  close(): Promise<void>;
}

type Message =
  | Ways
  | { readonly error: string; readonly isSetting?: boolean }
  | {
      readonly log: {
        readonly level: keyof Logger;
        readonly message: string;
        readonly fields?: Record<string, unknown>;
      };
    };

/** Failure of a start. */
class ThreadFailure extends Error {
  /** @param isSetting true if a setting is wrong */
  constructor(
    message: string,
    readonly isSetting: boolean,
  ) {
    super(message);
  }
}

/** Threads with the mark that their end is expected. */
const threads = new Map<Worker, () => void>();

/** Ends all threads. @returns false if one of them does not end in time */
export async function endThreads(withinMs: number): Promise<boolean> {
  const ends = [...threads].map(([thread, expectEnd]) => {
    expectEnd();
    return thread.terminate();
  });
  const ended = Promise.all(ends).then(() => true);
  return Promise.race([ended, delay(withinMs, false)]);
}

/** Time limit of the end of a thread that cannot serve. */
const END_MS = 5_000;

/**
 * Starts a server thread.
 *
 * @param entry path of the compiled script
 * @throws ThreadFailure with the thread's message if it cannot serve
 */
export function startServerThread(entry: string, workerData: unknown, logger: Logger): Promise<ServerThread> {
  const worker = new Worker(entry, { workerData });
  let closing = false;
  threads.set(worker, () => (closing = true));
  let failure = 'the thread ended unexpectedly';
  let isSetting = false;
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  void exited.then(() => threads.delete(worker));
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
      else if ('endpoint' in message) {
        resolve({ ...message, died, close });
      } else {
        // The thread ends when its files are closed. If the process ended before, lmdb would crash it.
        ({ error: failure, isSetting = false } = message);
        setTimeout(() => reject(new ThreadFailure(failure, isSetting)), END_MS).unref();
      }
    });
    void died.then((reason) => reject(new ThreadFailure(reason, isSetting)));
  });
}

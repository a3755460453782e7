/**
 * Short writes of the gateway to the engine's thread, by messages: HTTP over a socket costs both threads several times
 * as much.
 */
import type { MessagePort } from 'node:worker_threads';
import type { PostedAnswer, PostedRequest } from './messages';

/** Request to the engine. */
interface Request {
  readonly method: string;
  /** Path and query string. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

const POSTED = /^\/(mutate|commit)(\?|$)/;
/** Bytes of a body that is copied into a message. */
const MAX_BODY_BYTES = 65_536;
const NO_HEADERS = {};

export class Posting {
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private isClosed = false;

  constructor(private readonly port: MessagePort) {
    port.on('message', ({ id, status, body }: PostedAnswer) => {
      const { resolve } = this.waiting.get(id)!;
      this.waiting.delete(id);
      resolve({ status, headers: NO_HEADERS, body: Buffer.from(body) });
    });
    port.on('close', () => {
      this.isClosed = true;
      for (const { reject } of this.waiting.values()) reject(new Error('the thread of the engine has ended'));
      this.waiting.clear();
    });
    port.unref();
  }

  /**
   * Posts a request.
   *
   * @returns undefined for a request to send over HTTP; rejects if the engine ends without an answer
   */
  post({ method, path, headers, body = '', signal }: Request): Promise<Answer> | undefined {
    if (this.isClosed || signal || method !== 'POST' || !POSTED.test(path)) return undefined;
    if (body.length > MAX_BODY_BYTES) return undefined;
    const id = ++this.last;
    const type = headers?.['content-type'] ?? '';
    const request: PostedRequest = { id, path, type, body: typeof body === 'string' ? body : body.toString() };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.port.postMessage(request);
    });
  }

  close(): void {
    this.port.close();
  }
}

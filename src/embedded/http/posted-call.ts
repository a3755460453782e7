/** Calls by messages, from another thread of this process. */
import type { MessagePort } from 'node:worker_threads';
import type { PostedAnswer, PostedRequest } from '../lending/messages';
import type { UnreadAnswers } from '../../util/unread';
import { Call } from './call';
import type { Context } from './handler';
import { answerCall } from './router';

/** Nobody leaves before the answer. */
const NEVER = new AbortController().signal;

class PostedCall extends Call {
  readonly headers: Readonly<Record<string, string>>;
  readonly abandoned = NEVER;

  constructor(
    private readonly request: PostedRequest,
    private readonly port: MessagePort,
    unread: UnreadAnswers,
  ) {
    super('POST', request.path, unread);
    this.headers = { 'content-type': request.type };
  }

  setHeader(): void {
    // The gateway composes the answer to its client.
  }

  protected received(): Promise<Buffer> {
    return Promise.resolve(Buffer.from(this.request.body));
  }

  protected send(status: number, _type: string, body: string): Promise<void> {
    this.port.postMessage({ id: this.request.id, status, body } satisfies PostedAnswer);
    return Promise.resolve();
  }
}

/**
 * Answers the requests that come by a port.
 *
 * @returns function that waits for the running ones and closes the port
 */
export function servePosted(port: MessagePort, context: Context): () => Promise<void> {
  const running = new Set<Promise<void>>();
  port.on('message', (request: PostedRequest) => {
    const call = answerCall(new PostedCall(request, port, context.unread), context);
    running.add(call);
    void call.finally(() => running.delete(call));
  });
  port.unref();
  return async () => {
    while (running.size > 0) await Promise.all(running);
    port.close();
  };
}

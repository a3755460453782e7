/** An HTTP exchange of Node's as the protocol's library wants it, which knows requests and answers of the Fetch standard. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** @param signal aborted when the client leaves */
export function toRequest({ headers }: IncomingMessage, signal: AbortSignal): Request {
  const list = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // What belongs to a connection is not the request's, and the body has been read.
    if (value === undefined || OF_THE_BODY.has(name)) continue;
    for (const each of [value].flat()) list.append(name, each);
  }
  return new Request(ADDRESS, { method: 'POST', headers: list, signal });
}

/** The address is not looked at: the request came to the right one. */
const ADDRESS = 'http://localhost/mcp';
const OF_THE_BODY: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'content-encoding']);

/** Passes an answer on, as fast as the client takes it. */
export async function sendAnswer(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) return void response.end();
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  response.once('close', () => void reader.cancel().catch(() => undefined));
  for (let part = await reader.read(); !part.done && !response.destroyed; part = await reader.read()) {
    if (!response.write(part.value)) await drained(response);
  }
  response.end();
}

/** Resolves when the client has taken what was sent, or has left. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });

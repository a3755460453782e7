/**
 * Conversion between Node's HTTP exchange and the Fetch standard's requests and responses, which the MCP library uses.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** @param signal aborted when the client disconnects */
export function toRequest({ headers }: IncomingMessage, signal: AbortSignal): Request {
  const list = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // These headers describe the body, which was read already.
    if (value === undefined || BODY_HEADERS.has(name)) continue;
    for (const each of [value].flat()) list.append(name, each);
  }
  return new Request(ADDRESS, { method: 'POST', headers: list, signal });
}

/** Arbitrary address: the library does not read it. */
const ADDRESS = 'http://localhost/mcp';
const BODY_HEADERS: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'content-encoding']);

/** Sends an answer at the speed of the client. */
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

/** Resolves when the write buffer is empty or the client has disconnected. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      response.off('drain', finish).off('close', finish);
      resolve();
    };
    response.on('drain', finish).on('close', finish);
  });

/** Progress of long requests, as whoever asks wants it: lines of JSON (https://jsonlines.org), or server-sent events. */
import type { Request, Response } from 'express';
import { once } from 'node:events';

const NDJSON = 'application/x-ndjson';
const EVENTS = 'text/event-stream';

export interface Progress {
  /** Waits for a client that reads slowly. */
  send(event: string, data: object): Promise<void>;
  end(event: string, data: object): Promise<void>;
}

/** @returns undefined where one answer at the end is wanted. The head of the answer is sent with the first event. */
export function progressOf(request: Request, response: Response): Progress | undefined {
  response.vary('Accept');
  const type = request.accepts(['application/json', NDJSON, EVENTS]);
  if (type !== NDJSON && type !== EVENTS) return undefined;
  const send = async (event: string, data: object): Promise<void> => {
    if (response.destroyed) return;
    if (!response.headersSent) {
      // nginx, and what takes after it, would hold events back.
      const headers = { 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' };
      response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, ...headers });
    }
    const text =
      type === NDJSON
        ? `${JSON.stringify({ event, ...data })}\n`
        : `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    if (response.write(text)) return;
    await Promise.race([once(response, 'drain'), once(response, 'close')]);
  };
  return {
    send,
    end: async (event, data) => {
      await send(event, data);
      response.end();
    },
  };
}

/** Progress of long requests, as whoever asks wants it: lines of JSON (https://jsonlines.org), or server-sent events. */
import type { Request, Response } from 'express';
import { once } from 'node:events';

const NDJSON = 'application/x-ndjson';
const EVENTS = 'text/event-stream';

export interface Progress {
  /** Is not waited for: where a client reads slowly, it is left out. */
  tell(event: string, data: object): void;
  /** Waits for a client that reads slowly. */
  send(event: string, data: object): Promise<void>;
  end(event: string, data: object): Promise<void>;
}

/** @returns undefined where one answer at the end is wanted. The head of the answer is sent with the first event. */
export function progressOf(request: Request, response: Response): Progress | undefined {
  response.vary('Accept');
  const type = request.accepts(['application/json', NDJSON, EVENTS]);
  if (type !== NDJSON && type !== EVENTS) return undefined;
  const write = (event: string, data: object): boolean => {
    if (!response.headersSent) {
      // nginx, and what takes after it, would hold events back.
      const headers = { 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' };
      response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, ...headers });
    }
    const text =
      type === NDJSON
        ? `${JSON.stringify({ event, ...data })}\n`
        : `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    return response.write(text);
  };
  const send = async (event: string, data: object): Promise<void> => {
    if (response.destroyed || write(event, data)) return;
    await Promise.race([once(response, 'drain'), once(response, 'close')]);
  };
  return {
    tell: (event, data) => {
      if (!response.destroyed && !response.writableNeedDrain) write(event, data);
    },
    send,
    end: async (event, data) => {
      await send(event, data);
      response.end();
    },
  };
}

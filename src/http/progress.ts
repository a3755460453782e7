/**
 * Progress of long requests, in the form that the client accepts: lines of JSON (https://jsonlines.org), or server-sent
 * events.
 */
import type { Request, Response } from 'express';
import { once } from 'node:events';

const NDJSON = 'application/x-ndjson';
const EVENTS = 'text/event-stream';

export interface Progress {
  /** Sends an event without waiting; drops it while the client reads slowly. */
  sendOrDrop(event: string, data: object): void;
  /** Sends an event; waits for slow clients. */
  send(event: string, data: object): Promise<void>;
  end(event: string, data: object): Promise<void>;
}

/** @returns undefined if the client wants a single answer. The head of the answer is sent with the first event. */
export function progressOf(request: Request, response: Response): Progress | undefined {
  response.vary('Accept');
  const type = request.accepts(['application/json', NDJSON, EVENTS]);
  if (type !== NDJSON && type !== EVENTS) return undefined;
  const write = (event: string, data: object): boolean => {
    if (!response.headersSent) {
      // Without the header, nginx and its derivatives buffer the events.
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
    sendOrDrop: (event, data) => {
      if (!response.destroyed && !response.writableNeedDrain) write(event, data);
    },
    send,
    end: async (event, data) => {
      await send(event, data);
      response.end();
    },
  };
}

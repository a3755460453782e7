/** Server-sent events (HTML Living Standard, section 9.2). */
import { once } from 'node:events';
import type { Response } from 'express';
import type { Services } from './services';

interface ServerSentEvent {
  /** Id from which a client can resume; absent if it cannot. */
  readonly id?: string;
  readonly event: string;
  /** Sent as JSON, which contains no line breaks. */
  readonly data: object;
}

/** Interval of keep-alive comments. Proxies and load balancers end idle connections after a minute, some earlier. */
const KEEP_ALIVE_MS = 15_000;
/** Default delay after which a client reconnects. */
const RETRY_MS = 1_000;

/**
 * Streams events until they end, the client leaves, or the gateway stops.
 *
 * @param open opens the events; the signal aborts when nobody listens any more
 * @param retryMs delay after which a client reconnects
 */
export async function streamEvents(
  response: Response,
  { closing }: Pick<Services, 'closing'>,
  open: (signal: AbortSignal) => AsyncIterable<ServerSentEvent>,
  retryMs = RETRY_MS,
): Promise<void> {
  const clientGone = new AbortController();
  const abort = (): void => clientGone.abort();
  response.once('close', abort);
  if (response.destroyed || closing.aborted) abort();
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    // nginx would buffer the answer.
    'X-Accel-Buffering': 'no',
  });
  response.write(`retry: ${retryMs}\n\n`);
  const keepAlive = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MS);
  try {
    for await (const { id, event, data } of open(clientGone.signal)) {
      if (clientGone.signal.aborted) break;
      const isTaken = response.write(
        `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
      );
      if (!isTaken) await once(response, 'drain', { signal: clientGone.signal }).catch(() => undefined);
    }
  } finally {
    clearInterval(keepAlive);
    response.off('close', abort);
    response.end();
  }
}

/** Forwards a composed request to the engine and streams the engine's answer to a client. */
import type { ServerResponse } from 'node:http';
import type { EngineRequest } from '../types';
import type { Connection, Connections } from './connections';
import { RoundTrip } from './round-trip';
import type { AnswerHead } from './head';
import { prepare, type Outgoing } from './outgoing';
import { onConnection, onlyReads, Stale } from './stale';
import { WireError } from './wire-error';

/** Outcome: the answer is complete, the client left, or the engine broke off an answer that had begun. */
type Forwarded = 'answered' | 'clientLeft' | WireError;

export interface ForwardLimits {
  readonly keepAlive: boolean;
  /** Time limit of a pause within the answer's body; default: none. Pauses of the client do not count. */
  readonly pauseMs?: number;
}

/**
 * Forwards one request. The engine's answer is read no faster than the client reads it. A client that leaves cancels
 * the engine's work. An engine that breaks off its answer ends the client's connection, so that half an answer is never
 * taken for a complete one.
 *
 * @param request its time limit is for the head of the answer
 * @throws WireError if the engine gave no answer: nothing has been written to `response` then
 */
export async function forward(
  connections: Connections,
  request: EngineRequest,
  response: ServerResponse,
  limits: ForwardLimits,
): Promise<Forwarded> {
  return onConnection(
    connections,
    request.timeoutMs,
    () => request.reads === true || onlyReads(request.method, request.path),
    (connection, leftMs) => attempt(connections, connection, request, response, { ...limits, leftMs }),
  );
}

function attempt(
  connections: Connections,
  connection: Connection,
  request: EngineRequest,
  response: ServerResponse,
  { keepAlive, pauseMs, leftMs }: ForwardLimits & { readonly leftMs: number | undefined },
): Promise<Forwarded> {
  if (response.destroyed) {
    connections.release(connection, 0);
    return Promise.resolve('clientLeft');
  }
  let outgoing: Outgoing;
  try {
    outgoing = prepare(connection.address, request, keepAlive);
  } catch (error) {
    connections.release(connection, 0);
    throw error;
  }
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const unlimit = (): void => {
      clearTimeout(timer);
      timer = undefined;
    };
    const limit = (ms: number | undefined, reason: string): void => {
      unlimit();
      if (ms !== undefined) timer = setTimeout(() => roundTrip.fail(new WireError('timeout', reason)), ms);
    };
    const limitPause = (): void => limit(pauseMs, `it paused for ${pauseMs} ms in the middle of its answer`);
    const onDrain = (): void => {
      limitPause();
      roundTrip.resume();
    };
    const onClose = (): void => {
      roundTrip.cancel();
      settle();
      resolve('clientLeft');
    };
    const settle = (): void => {
      unlimit();
      response.off('drain', onDrain).off('close', onClose);
    };
    const roundTrip = new RoundTrip(connections, connection, outgoing, {
      head: (head) => {
        limitPause();
        writeHead(response, head);
      },
      data: (chunk) => {
        if (response.write(chunk)) return void timer?.refresh();
        unlimit();
        roundTrip.pause();
      },
      end: () => {
        settle();
        response.end();
        resolve('answered');
      },
      fail: (error) => {
        settle();
        if (response.headersSent) {
          response.destroy();
          resolve(error);
        } else if (response.destroyed) resolve('clientLeft');
        else reject(roundTrip.wasStale && error.fault === 'closed' ? new Stale(error) : error);
      },
    });
    response.on('drain', onDrain).on('close', onClose);
    limit(leftMs, `no answer within ${request.timeoutMs} ms`);
    roundTrip.start();
  });
}

function writeHead(response: ServerResponse, { status, reason, rawHeaders }: AnswerHead): void {
  if (response.getHeaderNames().length === 0) {
    response.writeHead(status, reason, rawHeaders as string[]);
    return;
  }
  // The engine's headers replace those already set under the same names; all repetitions of a header stay.
  for (let i = 0; i < rawHeaders.length; i += 2) response.removeHeader(rawHeaders[i]!);
  for (let i = 0; i < rawHeaders.length; i += 2) response.appendHeader(rawHeaders[i]!, rawHeaders[i + 1]!);
  response.writeHead(status, reason);
}

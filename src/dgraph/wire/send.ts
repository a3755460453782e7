/** Exchanges whose answer is collected in memory. */
import type { EngineAnswer, EngineRequest } from '../types';
import type { Connection, Connections } from './connections';
import { RoundTrip } from './round-trip';
import type { AnswerHead } from './head';
import { prepare, type Outgoing } from './outgoing';
import { onConnection, onlyReads, Stale } from './stale';
import { WireError } from './wire-error';

interface SendLimits {
  /** Maximum bytes of an answer's body. */
  readonly maxAnswerBytes: number;
  readonly keepAlive: boolean;
}

/**
 * Sends a request and waits for the whole answer, whatever its status.
 *
 * @throws WireError
 */
export async function send(
  connections: Connections,
  request: EngineRequest,
  limits: SendLimits,
): Promise<EngineAnswer> {
  if (request.signal?.aborted)
    throw new WireError('cancelled', 'the request was cancelled', { cause: request.signal.reason });
  return onConnection(
    connections,
    request.timeoutMs,
    () => request.reads === true || onlyReads(request.method, request.path),
    (connection, leftMs) => sendOn(connections, connection, request, limits, leftMs),
  );
}

/**
 * Sends a request on one connection.
 *
 * @param leftMs time that is left of the request's limit
 * @throws WireError, Stale
 */
export function sendOn(
  connections: Connections,
  connection: Connection,
  request: EngineRequest,
  limits: SendLimits,
  leftMs = request.timeoutMs,
): Promise<EngineAnswer> {
  const { signal, timeoutMs } = request;
  let outgoing: Outgoing;
  try {
    outgoing = prepare(connection.address, request, limits.keepAlive);
  } catch (error) {
    connections.release(connection, 0);
    throw error;
  }
  return new Promise((resolve, reject) => {
    let answer: AnswerHead | undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    let timer: NodeJS.Timeout | undefined;
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const stop = (error: WireError): void => {
      settle();
      roundTrip.cancel();
      reject(error);
    };
    const onAbort = (): void =>
      stop(new WireError('cancelled', 'the request was cancelled', { cause: signal?.reason }));
    const roundTrip = new RoundTrip(connections, connection, outgoing, {
      head: (read) => {
        answer = read;
      },
      data: (chunk) => {
        size += chunk.length;
        if (size > limits.maxAnswerBytes) {
          stop(new WireError('tooLarge', `its answer is larger than ${limits.maxAnswerBytes} bytes`));
        } else chunks.push(chunk);
      },
      end: () => {
        settle();
        const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
        resolve({ status: answer!.status, headers: joinHeaders(answer!.rawHeaders), body: bytes });
      },
      fail: (error) => {
        settle();
        reject(roundTrip.wasStale ? new Stale(error) : error);
      },
    });
    signal?.addEventListener('abort', onAbort, { once: true });
    if (leftMs !== undefined) {
      timer = setTimeout(() => stop(new WireError('timeout', `no answer within ${timeoutMs} ms`)), leftMs);
    }
    roundTrip.start();
    if (signal?.aborted) onAbort();
  });
}

/** Returns headers by lower-case name; repeated ones are joined (RFC 9110, section 5.3). */
function joinHeaders(flat: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i < flat.length; i += 2) {
    const name = flat[i]!.toLowerCase();
    const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
    headers[name] = before === undefined ? flat[i + 1]! : `${before}, ${flat[i + 1]!}`;
  }
  return headers;
}

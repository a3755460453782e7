/** Access log: one line per request with target, status and duration. Never a query string, header or body. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../util/log';
import { callerOf } from '../auth/caller';

/**
 * Logs the request when its answer has been sent, or when the client has left.
 *
 * @param addressOf the client's address
 */
export function logAccess(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  logger: Logger,
  addressOf: (request: IncomingMessage) => string,
): void {
  const startedAt = performance.now();
  const { socket } = request;
  // Read now: a closed connection has no address.
  const address = addressOf(request);
  const bytesBefore = socket.bytesWritten;
  response.once('close', () => {
    const complete = response.writableFinished;
    const level = response.statusCode >= 500 ? 'warn' : 'info';
    const { name } = callerOf(request);
    logger[level]('request', {
      requestId,
      address,
      ...(name !== undefined && { key: name }),
      method: request.method,
      path: withoutQuery(request.url ?? ''),
      // 499 as in other servers: the client left before its answer was complete.
      status: complete ? response.statusCode : 499,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      bytes: socket.bytesWritten - bytesBefore,
    });
  });
}

const MAX_PATH = 200;

/** Removes the query string, which may carry keys and tokens, and the authority, which may carry a password. */
function withoutQuery(target: string): string {
  const path = target.split(/[?#]/, 1)[0]!.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1');
  return path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
}

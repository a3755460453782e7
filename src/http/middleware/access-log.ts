/**
 * Access log: one line per request with route, target, status and duration, which telemetry counts as well. Never a
 * query string, header or body.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../util/log';
import type { RequestWork } from '../../util/requestScope';
import type { Span, Telemetry } from '../../util/telemetry';
import { callerOf } from '../auth/caller';
import type { SlowLog } from './slow-log';
import { Attachment } from '../../util/attachment';

interface AccessLog {
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  /** False to log no requests. */
  readonly logsAccess: boolean;
  readonly slowLog: SlowLog | undefined;
  readonly work: RequestWork | undefined;
  readonly span: Span | undefined;
  /** Returns the client's address. */
  readonly addressOf: (request: IncomingMessage) => string;
}

/** Route of requests that were refused before routing. */
const UNROUTED = 'none';
const routes = new Attachment<IncomingMessage, string>('route');

/** Notes the pattern of the route of a request. */
export const noteRoute = (request: IncomingMessage, pattern: string): void => void routes.set(request, pattern);

/** Logs the request when its answer has been sent, or when the client has left. */
export function logAccess(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { logger, telemetry, logsAccess, slowLog, work, span, addressOf }: AccessLog,
): void {
  const startedAt = performance.now();
  const { socket } = request;
  // Read now: a closed connection has no address.
  const address = addressOf(request);
  const bytesBefore = socket.bytesWritten;
  response.once('close', () => {
    const level = response.statusCode >= 500 ? 'warn' : 'info';
    const { name, role } = callerOf(request);
    const ms = performance.now() - startedAt;
    const method = request.method ?? '';
    const route = routes.get(request) ?? UNROUTED;
    // 499 as in other servers: the client left before its answer was complete.
    const status = response.writableFinished ? response.statusCode : 499;
    telemetry.answeredHttp({ route, method, status, ms });
    span?.end({ route, 'http.request.method': method, 'http.response.status_code': status }, status >= 500);
    const key = name === undefined ? {} : { key: name, role };
    // The exchange with the engine ends in the same turn as a forwarded answer.
    if (work) setImmediate(() => slowLog?.end(work, ms, { requestId, ...key, method, route, status }));
    if (!logsAccess) return;
    logger[level]('request', {
      requestId,
      address,
      ...key,
      method,
      route,
      path: withoutQuery(request.url ?? ''),
      status,
      ms: Math.round(ms * 10) / 10,
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

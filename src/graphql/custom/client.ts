/** HTTP requests to services that the schema names. */
import { ConnectionPool, LimitExceeded, send, type OutgoingRequest } from '../../util/httpClient';

export interface ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** '' for none. */
  readonly body: string;
}

/** Same timeout as Dgraph's. */
const TIMEOUT_MS = 60_000;
const MAX_BYTES = 64 * 2 ** 20;
/** As many as Dgraph follows. */
const MAX_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const REASONS: Readonly<Record<LimitExceeded['limit'], string>> = {
  time: `no answer within ${TIMEOUT_MS / 1000} seconds`,
  size: `the answer has more than ${MAX_BYTES} bytes`,
  redirects: `stopped after ${MAX_REDIRECTS} redirects`,
};

const pool = new ConnectionPool();

/**
 * Sends a request and follows redirects. Headers are not sent to another host, since they may hold secrets.
 *
 * @throws Error that names the failure and the URL
 */
export async function sendToService(
  { method, url, headers, body }: ServiceRequest,
  signal: AbortSignal | undefined,
): Promise<{ readonly status: number; readonly text: string }> {
  let current = { method, url };
  const next = (request: OutgoingRequest, status: number, target: URL): OutgoingRequest => {
    const following = redirected(request, status, target);
    current = { method: following.method!, url: target.href };
    return following;
  };
  try {
    const request = pooled({ method, url: new URL(url), headers, body: body === '' ? undefined : body });
    const redirects = { max: MAX_REDIRECTS, statuses: REDIRECTS, next };
    const answer = await send(request, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, redirects }, signal);
    return { status: answer.status, text: answer.body.toString('utf8') };
  } catch (error) {
    const reason = error instanceof LimitExceeded ? REASONS[error.limit] : (error as Error).message;
    throw new Error(`${current.method} "${current.url}": ${reason}`, { cause: error });
  }
}

/** A request that may change data has its own connection: in a reused one its outcome could remain unknown. */
const pooled = (request: OutgoingRequest): OutgoingRequest => ({
  ...request,
  pool: request.method === 'GET' ? pool : undefined,
});

/** Returns the redirected request: unchanged for 307 and 308, a GET for the others. */
function redirected(request: OutgoingRequest, status: number, url: URL): OutgoingRequest {
  const headers = url.origin === request.url.origin ? request.headers : { 'Content-Type': 'application/json' };
  const keepsMethod = status === 307 || status === 308;
  return pooled({
    ...request,
    ...(!keepsMethod && { method: 'GET', body: undefined }),
    url,
    ...(headers && { headers }),
  });
}

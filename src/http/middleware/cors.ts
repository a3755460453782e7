/** CORS as in Dgraph: any origin, for Ratel and other pages. */
import type { IncomingMessage, ServerResponse } from 'node:http';

const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers':
    'X-Dgraph-AccessToken, X-Dgraph-AuthToken, Content-Type, Content-Length, Accept-Encoding, Cache-Control, ' +
    'X-CSRF-Token, X-Auth-Token, X-Requested-With, Idempotency-Key',
  'Access-Control-Allow-Credentials': 'true',
} as const;

/** Value of `Access-Control-Allow-Methods` on all of Dgraph's routes. */
export const DGRAPH_METHODS = 'POST, OPTIONS';

/** Headers that pages may read on owlgate's own routes, besides the CORS-safelisted ones. */
const EXPOSED =
  'ETag, Last-Modified, RateLimit, RateLimit-Policy, Retry-After, X-Owlgate-Entailments, X-Owlgate-Version, ' +
  'X-Request-Id';

/**
 * Headers that pages may send to owlgate's own routes, besides those of Dgraph's routes; one of these, `X-Auth-Token`,
 * carries an API key.
 */
const GATEWAY_HEADERS =
  'Authorization, X-Owlgate-Key, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name';

/** CORS headers of an answer on one of Dgraph's routes. */
export const corsHeaders = (methods = DGRAPH_METHODS): Readonly<Record<string, string>> => ({
  ...HEADERS,
  'Access-Control-Allow-Methods': methods,
});

/**
 * Sets the headers of the gateway's own answers; the engine's answers carry them already.
 *
 * @param allowed the only origins allowed; empty: all
 */
export function allowOrigins(
  response: ServerResponse,
  methods = DGRAPH_METHODS,
  allowed: readonly string[] = [],
): void {
  for (const name in HEADERS) response.setHeader(name, HEADERS[name as keyof typeof HEADERS]);
  response.setHeader('Access-Control-Allow-Methods', methods);
  if (allowed.length > 0) {
    const { origin } = response.req.headers;
    if (origin !== undefined && allowed.includes(origin)) response.setHeader('Access-Control-Allow-Origin', origin);
    else response.removeHeader('Access-Control-Allow-Origin');
  }
  if (methods === DGRAPH_METHODS) return;
  response.setHeader('Access-Control-Allow-Headers', `${HEADERS['Access-Control-Allow-Headers']}, ${GATEWAY_HEADERS}`);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
}

/** Returns the method that a preflight announces; undefined for an OPTIONS request that is not a preflight. */
export function announcedMethod({ headers }: IncomingMessage): string | undefined {
  return headers.origin === undefined ? undefined : headers['access-control-request-method'];
}

/** Answers OPTIONS. @param named further headers that pages may send */
export function answerPreflight(
  response: ServerResponse,
  methods = DGRAPH_METHODS,
  named: readonly string[] = [],
  allowed: readonly string[] = [],
): void {
  allowOrigins(response, methods, allowed);
  const headers = [HEADERS['Access-Control-Allow-Headers'], ...named].join(', ');
  if (named.length > 0) response.setHeader('Access-Control-Allow-Headers', headers);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 0 }).end();
}

/** CORS, as Dgraph has it: any origin, for Ratel and other pages. */
import type { IncomingMessage, ServerResponse } from 'node:http';

const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers':
    'X-Dgraph-AccessToken, X-Dgraph-AuthToken, Content-Type, Content-Length, Accept-Encoding, Cache-Control, ' +
    'X-CSRF-Token, X-Auth-Token, X-Requested-With, Idempotency-Key',
  'Access-Control-Allow-Credentials': 'true',
} as const;

/** What Dgraph says of every route of its own. */
export const DGRAPH_METHODS = 'POST, OPTIONS';

/** Headers that pages may read besides the usual ones, on owlgate's own routes. */
const EXPOSED = 'ETag, Last-Modified, RateLimit, RateLimit-Policy, Retry-After, X-Owlgate-Version, X-Request-Id';

/** Headers that pages may send besides Dgraph's, on owlgate's own routes. On Dgraph's, `X-Auth-Token` carries an API key. */
const OWN_HEADERS =
  'Authorization, X-Owlgate-Key, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name';

/** Headers of an answer on a route of Dgraph's. */
export const corsHeaders = (methods = DGRAPH_METHODS): Readonly<Record<string, string>> => ({
  ...HEADERS,
  'Access-Control-Allow-Methods': methods,
});

/** Sets the headers of an answer that is our own; one of the engine's carries them already. */
export function allowOrigins(response: ServerResponse, methods = DGRAPH_METHODS): void {
  for (const [name, value] of Object.entries(corsHeaders(methods))) response.setHeader(name, value);
  if (methods === DGRAPH_METHODS) return;
  response.setHeader('Access-Control-Allow-Headers', `${HEADERS['Access-Control-Allow-Headers']}, ${OWN_HEADERS}`);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
}

/** Method of the request that a preflight announces; undefined for an OPTIONS request that is none. */
export function announcedMethod({ headers }: IncomingMessage): string | undefined {
  return headers.origin === undefined ? undefined : headers['access-control-request-method'];
}

/** Answers OPTIONS. */
export function answerPreflight(response: ServerResponse, methods = DGRAPH_METHODS): void {
  allowOrigins(response, methods);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 0 }).end();
}

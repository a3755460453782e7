/**
 * Where a request carries its key. It is taken off before anything else sees the request, whether keys are configured or
 * not: it is nobody's but the gateway's, and the engine would take it for a credential of its own.
 *
 * | header                           | for                                                                           |
 * |----------------------------------|-------------------------------------------------------------------------------|
 * | `X-Owlgate-Key: <key>`           | clients whose `Authorization` is a user's token for Dgraph's @auth              |
 * | `Authorization: Bearer <key>`    | everybody else                                                                 |
 * | `X-Auth-Token: <key>`            | dgraph-js-http (`setCloudApiKey`) and Ratel (its field for an API key)           |
 *
 * The latter two are also headers of Dgraph's: what does not begin as a key does is not looked at, and goes on.
 */
import type { IncomingMessage } from 'node:http';
import { KEY_PREFIX } from './keys';

const BEARER = /^bearer\s+(\S+)\s*$/i;

/** @returns the key, if there is one; `wrong` where what should be one cannot be */
export function takeKey(request: IncomingMessage): string | undefined {
  const { headers } = request;
  const own = headers['x-owlgate-key'];
  const bearer = headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1];
  const token = headers['x-auth-token'];
  if (own === undefined && bearer === undefined && token === undefined) return undefined;
  let found: string | undefined;
  if (typeof token === 'string' && token.startsWith(KEY_PREFIX)) {
    found = token;
    takeOff(request, 'x-auth-token');
  }
  if (bearer?.startsWith(KEY_PREFIX)) {
    found = bearer;
    takeOff(request, 'authorization');
  }
  if (own !== undefined) {
    found = String(own);
    takeOff(request, 'x-owlgate-key');
  }
  return found;
}

/** From both forms of the headers: one is forwarded, the other is read. */
function takeOff({ headers, rawHeaders }: IncomingMessage, name: string): void {
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- headers are an object, by Node's contract
  delete headers[name];
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2) {
    if (rawHeaders[i]!.toLowerCase() === name) rawHeaders.splice(i, 2);
  }
}

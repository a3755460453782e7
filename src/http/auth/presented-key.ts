/**
 * API key of a request. The key is removed before anything else reads the request, even without configured keys: the
 * engine would take it for one of its own credentials.
 *
 * | header                        | for                                                                    |
 * |-------------------------------|------------------------------------------------------------------------|
 * | `X-Owlgate-Key: <key>`        | clients whose `Authorization` is a user's token for Dgraph's @auth     |
 * | `Authorization: Bearer <key>` | all other clients                                                      |
 * | `X-Auth-Token: <key>`         | dgraph-js-http (`setCloudApiKey`) and Ratel (its field for an API key) |
 *
 * Dgraph reads the last two headers too, so values without the prefix of a key are passed on.
 */
import type { Arrival } from './arrival';
import { KEY_PREFIX } from './keys';

const BEARER = /^bearer\s+(\S+)\s*$/i;

/** Removes the key from a request. @returns undefined without a key */
export function takeKey(request: Arrival): string | undefined {
  const { headers } = request;
  const ownHeader = headers['x-owlgate-key'];
  const bearer = headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1];
  const token = headers['x-auth-token'];
  if (ownHeader === undefined && bearer === undefined && token === undefined) return undefined;
  let key: string | undefined;
  if (typeof token === 'string' && token.startsWith(KEY_PREFIX)) {
    key = token;
    removeHeader(request, 'x-auth-token');
  }
  if (bearer?.startsWith(KEY_PREFIX)) {
    key = bearer;
    removeHeader(request, 'authorization');
  }
  if (ownHeader !== undefined) {
    key = String(ownHeader);
    removeHeader(request, 'x-owlgate-key');
  }
  return key;
}

/** Removes a header from `headers`, which the gateway reads, and from `rawHeaders`. */
function removeHeader({ headers, rawHeaders }: Arrival, name: string): void {
  // oxlint-disable-next-line typescript/no-dynamic-delete -- headers are an object, by Node's contract
  delete headers[name];
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2) {
    if (rawHeaders[i]!.toLowerCase() === name) rawHeaders.splice(i, 2);
  }
}

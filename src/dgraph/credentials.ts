/** Who a client is, as Dgraph asks for it. Nothing of this is ever logged. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from './types';

/** Access token of an ACL login, the alpha's auth token, the API key of a hosted Dgraph, and what a proxy before it asks for. */
const CREDENTIAL_HEADERS = {
  'x-dgraph-accesstoken': 'X-Dgraph-AccessToken',
  'x-dgraph-authtoken': 'X-Dgraph-AuthToken',
  'x-auth-token': 'X-Auth-Token',
  authorization: 'Authorization',
} as const;

/**
 * The credentials among a request's headers.
 *
 * @param headers with lower-case names, as node:http has them
 * @returns undefined where there are none
 */
export function credentialsOf(headers: IncomingHttpHeaders): Credentials | undefined {
  const found: Record<string, string> = {};
  let any = false;
  for (const [name, spelled] of Object.entries(CREDENTIAL_HEADERS)) {
    const value = headers[name];
    if (typeof value !== 'string' || value === '') continue;
    found[spelled] = value;
    any = true;
  }
  return any ? found : undefined;
}

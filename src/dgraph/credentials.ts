/** Who a client is, as Dgraph asks for it. Nothing of this is ever logged. */
import type { IncomingHttpHeaders } from 'node:http';
import { claimsOf } from './session';
import type { Credentials, Engine } from './types';

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

/** Of a client that says nothing of who it is: sent on as nobody's, where the gateway has a login of its own to be used. */
export const NOBODY: Credentials = Object.freeze({});

/**
 * Whose name a request is to be carried out in. Where the gateway logs in to the engine, a client without credentials is
 * nobody: what it may not do it must not get done by the gateway.
 *
 * @returns undefined where there are none, and the gateway has none either
 */
export function clientOf(
  headers: IncomingHttpHeaders,
  { identity }: Pick<Engine, 'identity'>,
): Credentials | undefined {
  return credentialsOf(headers) ?? (identity ? NOBODY : undefined);
}

const ACCESS_TOKEN = CREDENTIAL_HEADERS['x-dgraph-accesstoken'];
/** In the place of an access token: the gateway's, as it is when the engine is asked. No client's is empty. */
const OF_GATEWAY = '';

/**
 * For what takes long, of a client that may do all that the gateway may: its access token may end before the work does, and the
 * gateway's login is renewed. What else the client says of who it is, as the alpha's auth token, is sent on.
 */
export function inGatewaysName(client: Credentials | undefined): Credentials {
  return { ...client, [ACCESS_TOKEN]: OF_GATEWAY };
}

/** Whether the access token is to be the gateway's. */
export const isInGatewaysName = (credentials: Credentials | undefined): boolean =>
  credentials === undefined || credentials[ACCESS_TOKEN] === OF_GATEWAY;

/** The namespace of an access token; undefined where there is none, or it does not say. */
export function namespaceOf(credentials: Credentials | undefined): number | undefined {
  const token = credentials?.[ACCESS_TOKEN];
  return token === undefined ? undefined : claimsOf(token).namespace;
}

/** End of an access token's life, in milliseconds since 1970; undefined where there is none, or it does not say. */
export function expiryOf(credentials: Credentials): number | undefined {
  const token = credentials[ACCESS_TOKEN];
  return token === undefined ? undefined : claimsOf(token).expiresAt;
}

/** The user of an access token, as the token says; the engine alone can verify it. */
export function userOf(credentials: Credentials | undefined): string | undefined {
  const token = credentials?.[ACCESS_TOKEN];
  return token === undefined ? undefined : claimsOf(token).userid;
}

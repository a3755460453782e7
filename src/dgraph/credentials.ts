/** Credentials of clients, as Dgraph requires them. They are never logged. */
import type { IncomingHttpHeaders } from 'node:http';
import { claimsOf } from './session';
import type { Credentials, Engine } from './types';

/**
 * Access token of an ACL login, the alpha's auth token, the API key of a hosted Dgraph, and the header of a proxy
 * before it.
 */
const CREDENTIAL_HEADERS = {
  'x-dgraph-accesstoken': 'X-Dgraph-AccessToken',
  'x-dgraph-authtoken': 'X-Dgraph-AuthToken',
  'x-auth-token': 'X-Auth-Token',
  authorization: 'Authorization',
} as const;

/**
 * Returns the credentials among a request's headers; undefined if there are none.
 *
 * @param headers with lower-case names, as in node:http
 */
export function credentialsOf(headers: IncomingHttpHeaders): Credentials | undefined {
  const credentials: Record<string, string> = {};
  let hasAny = false;
  for (const [name, spelling] of Object.entries(CREDENTIAL_HEADERS)) {
    const value = headers[name];
    if (typeof value !== 'string' || value === '') continue;
    credentials[spelling] = value;
    hasAny = true;
  }
  return hasAny ? credentials : undefined;
}

/** Names of credentials over gRPC, by lower-case header; Dgraph reads no others there. */
export const CREDENTIAL_METADATA: ReadonlyMap<string, string> = new Map([
  ['x-dgraph-accesstoken', 'accessjwt'],
  ['x-dgraph-authtoken', 'auth-token'],
  ['authorization', 'authorization'],
]);

/** Returns credentials as metadata of a gRPC call; undefined if one has no name there. */
export function metadataOf(credentials: Credentials | undefined): Readonly<Record<string, string>> | undefined {
  const metadata: Record<string, string> = {};
  for (const [name, value] of Object.entries(credentials ?? {})) {
    const key = CREDENTIAL_METADATA.get(name.toLowerCase());
    if (key === undefined) return undefined;
    metadata[key] = value;
  }
  return metadata;
}

/** Credentials of an anonymous client if the gateway has a login: requests with them never use that login. */
export const NOBODY: Credentials = Object.freeze({});

/**
 * Returns the credentials for a client's request. If the gateway logs in to the engine, a client without credentials is
 * `NOBODY`: the gateway must not lend it rights that it does not have.
 *
 * @returns undefined if neither the client nor the gateway has any
 */
export function clientOf(
  headers: IncomingHttpHeaders,
  { identity }: Pick<Engine, 'identity'>,
): Credentials | undefined {
  return credentialsOf(headers) ?? (identity ? NOBODY : undefined);
}

const ACCESS_TOKEN = CREDENTIAL_HEADERS['x-dgraph-accesstoken'];
/** Stands for the gateway's access token at the time of the request. No client's token is empty. */
const OF_GATEWAY = '';

/**
 * Replaces a client's access token by the gateway's, for long work of a client with the same rights: the client's token
 * may expire before the work ends, while the gateway renews its own. Other credentials, such as the alpha's auth token,
 * stay.
 */
export function withGatewayLogin(client: Credentials | undefined): Credentials {
  return { ...client, [ACCESS_TOKEN]: OF_GATEWAY };
}

/** Returns true if requests with these credentials use the gateway's access token. */
export const usesGatewayLogin = (credentials: Credentials | undefined): boolean =>
  credentials === undefined || credentials[ACCESS_TOKEN] === OF_GATEWAY;

/** Returns the namespace of an access token; undefined if there is no token or it names none. */
export function namespaceOf(credentials: Credentials | undefined): number | undefined {
  const token = credentials?.[ACCESS_TOKEN];
  return token === undefined ? undefined : claimsOf(token).namespace;
}

/**
 * Returns the expiry of an access token, in milliseconds since 1970; undefined if there is no token or it names none.
 */
export function expiryOf(credentials: Credentials): number | undefined {
  const token = credentials[ACCESS_TOKEN];
  return token === undefined ? undefined : claimsOf(token).expiresAt;
}

/** Returns the user that an access token claims; only the engine can verify it. */
export function userOf(credentials: Credentials | undefined): string | undefined {
  const token = credentials?.[ACCESS_TOKEN];
  return token === undefined ? undefined : claimsOf(token).userid;
}

/** Returns the groups that an access token claims; only the engine can verify them. */
export function groupsOf(credentials: Credentials | undefined): readonly string[] {
  const token = credentials?.[ACCESS_TOKEN];
  return (token === undefined ? undefined : claimsOf(token).groups) ?? [];
}

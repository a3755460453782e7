/** Address of an engine: a parsed URL of DGRAPH_URL, or the endpoint of the embedded engine. */
import { isIP } from 'node:net';
import { OwlgateError } from '../errors';
import type { Endpoint } from '../util/endpoint';
import { decoded, trimEndOf } from '../util/text';

export interface Address {
  /** Host name or IP address, without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Value of the `Host` header. */
  readonly authority: string;
  /** Prefix of every path: empty, or for example `/dgraph`. */
  readonly basePath: string;
  /** `Authorization` header from the URL's user and password. */
  readonly authorization: string | undefined;
  /** Path of a Unix domain socket, which replaces host and port. */
  readonly socketPath: string | undefined;
  /** Value of `SECRET_HEADER` in every request, if the engine requires one. */
  readonly secret: string | undefined;
  /** URL for messages, without user, password and trailing slash. */
  readonly url: string;
}

const refuse = (reason: string): OwlgateError =>
  new OwlgateError('InvalidRequest', { reason: `engine URL: ${reason}` });

/**
 * Parses a URL. No message repeats the URL, which may hold a password. Sockets have no URL: only this process makes
 * them, and no setting names one.
 *
 * @throws OwlgateError InvalidRequest if it is not the address of an engine
 */
export function parseAddress(text: string): Address {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw refuse('it is not a URL; write it as http://host:8080');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse('it must begin with http:// or https://, as in http://host:8080');
  }
  if (url.search !== '' || url.hash !== '') throw refuse('it must not have a query or a fragment (? and #)');
  const tls = url.protocol === 'https:';
  const basePath = trimEndOf(url.pathname, '/');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (tls ? 443 : 80) : Number(url.port),
    tls,
    authority: url.host,
    basePath,
    authorization: basicAuthorization(url),
    socketPath: undefined,
    secret: undefined,
    url: `${url.protocol}//${url.host}${basePath}`,
  };
}

/** Name of the embedded engine in messages and in the `Host` header; it does not reveal where the engine listens. */
const EMBEDDED = 'embedded';

/** Returns the address of the embedded engine of this process. */
export function embeddedAddress(endpoint: Endpoint): Address {
  const named = { authority: EMBEDDED, url: `http://${EMBEDDED}`, authorization: undefined, basePath: '' };
  if (endpoint.kind === 'socket') {
    return { ...named, host: EMBEDDED, port: 0, tls: false, socketPath: endpoint.path, secret: undefined };
  }
  const { host, port, tls } = parseAddress(endpoint.url);
  return { ...named, host, port, tls, socketPath: undefined, secret: endpoint.secret };
}

function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

/** Returns the name to check a certificate against; IP addresses have none (RFC 6066, section 3). */
export function serverName({ host }: Address): string | undefined {
  return isIP(host) === 0 ? host : undefined;
}

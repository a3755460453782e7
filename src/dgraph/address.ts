/** Where an engine is: a URL of DGRAPH_URL, taken apart. */
import { isIP } from 'node:net';
import { OwlgateError } from '../errors';

export interface Address {
  /** A name or an IP address, without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** For the `Host` header. */
  readonly authority: string;
  /** Stands before every path; empty, or `/dgraph` and the like. */
  readonly basePath: string;
  /** The `Authorization` header that the URL's user and password make. */
  readonly authorization: string | undefined;
  /** For messages: without user and password, and without a slash at its end. */
  readonly url: string;
}

const refuse = (reason: string): OwlgateError =>
  new OwlgateError('InvalidRequest', { reason: `engine URL: ${reason}` });

/**
 * Takes a URL apart. No message ever repeats the URL itself, which may hold a password.
 *
 * @throws OwlgateError InvalidRequest where it is not the address of an engine
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
  const basePath = url.pathname.replace(/\/+$/, '');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (tls ? 443 : 80) : Number(url.port),
    tls,
    authority: url.host,
    basePath,
    authorization: basicAuthorization(url),
    url: `${url.protocol}//${url.host}${basePath}`,
  };
}

function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

/** A lone `%` stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The name to check a certificate against; IP addresses have none (RFC 6066, section 3). */
export function serverName({ host }: Address): string | undefined {
  return isIP(host) === 0 ? host : undefined;
}

/**
 * Host names of the gateway. A web page can point its own name at this machine's address (DNS rebinding) and then reach
 * the gateway as its own origin, but it cannot hide that name from `Host`. So a gateway that listens on loopback
 * answers only to addresses, names of loopback and configured names.
 */
import { isIP } from 'node:net';
import { OwlgateError } from '../../errors';
import { canonicalAddress, isLoopbackAddress } from '../../util/address';
import { detached } from '../../util/text';
import type { Arrival } from './arrival';

/** Host and port of a URL without its userinfo, as browsers and libraries send it. */
const AUTHORITY = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i;
/** Maximum cached verdicts, and maximum length of a `Host` that is cached. Clients choose `Host` freely. */
const MAX_VERDICTS = 1_000;
const MAX_CHARACTERS = 300;

export class Hosts {
  private readonly names: ReadonlySet<string>;
  private readonly verdicts = new Map<string, boolean>();
  private isOnLoopback = true;

  /**
   * @param configured OWLGATE_HOSTS, in lower case
   * @param origins hosts of OWLGATE_ORIGINS: a proxy serves their pages under these names
   */
  constructor(
    private readonly configured: readonly string[],
    origins: readonly string[],
  ) {
    this.names = new Set([...configured, ...origins]);
  }

  /** @param address on which the gateway listens */
  listensOn(address: string): void {
    this.isOnLoopback = isLoopbackAddress(canonicalAddress(address) ?? '');
  }

  /**
   * Checks the host name of a request. HTTP/1.0 may omit `Host`; browsers never do.
   *
   * @throws OwlgateError HostRefused
   */
  require(request: Arrival): void {
    if (!this.isOnLoopback && this.configured.length === 0) return;
    const refused = this.foreignName(request);
    if (refused === undefined) return;
    throw new OwlgateError('HostRefused', { host: refused === '' ? '(none)' : JSON.stringify(refused.slice(0, 200)) });
  }

  /**
   * True if the host name of a request is the gateway's. Assumed, without a check, on a gateway without configured
   * names that is reached from another machine.
   */
  isNamed(request: Arrival): boolean {
    const isChecked = this.isOnLoopback || this.configured.length > 0;
    const isFromHere = isLoopbackAddress(canonicalAddress(request.socket.localAddress ?? '') ?? '');
    return (!isChecked && !isFromHere) || this.foreignName(request) === undefined;
  }

  /** Returns a host name that is not the gateway's; undefined for a name of the gateway. */
  private foreignName({ headers }: Arrival): string | undefined {
    const { host = '' } = headers;
    if (host === '') return isFromBrowser(headers) ? host : undefined;
    return this.isGateway(host) ? undefined : host;
  }

  private isGateway(authority: string): boolean {
    let verdict = this.verdicts.get(authority);
    if (verdict === undefined) {
      const name = hostName(authority);
      verdict = name !== undefined && (isIP(name) !== 0 || isLocalName(name) || this.names.has(name));
      if (this.verdicts.size >= MAX_VERDICTS) this.verdicts.clear();
      if (authority.length <= MAX_CHARACTERS) this.verdicts.set(detached(authority), verdict);
    }
    return verdict;
  }
}

const isFromBrowser = (headers: Arrival['headers']): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

/**
 * Returns the host of an authority, as browsers read it: in lower case, numbers as IPv4 addresses, without brackets and
 * without a dot at the end.
 *
 * @returns undefined for text that is not a host and port
 */
export function hostName(authority: string): string | undefined {
  if (!AUTHORITY.test(authority) || !URL.canParse(`http://${authority}`)) return undefined;
  return bareName(new URL(`http://${authority}`));
}

export const bareName = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** True if a host name always means the local machine (RFC 6761, section 6.3). */
export function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(canonicalAddress(name) ?? '');
}

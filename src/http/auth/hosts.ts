/**
 * Names under which the gateway may be asked. A web page can have its own name stand for this machine's address (DNS
 * rebinding) and then asks the gateway as its own origin; it cannot hide that name, which stands in `Host`. So a gateway that
 * listens on loopback answers to addresses, names of loopback and configured names alone.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { OwlgateError } from '../../errors';
import { canonicalAddress, isLoopbackAddress } from '../../util/address';
import { detached } from '../../util/text';

/** Host and port of a URL without its userinfo, as browsers and libraries send it. */
const AUTHORITY = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i;
/** Verdicts kept, and characters of a `Host` with one: both are the client's to choose. */
const MOST_KEPT = 1_000;
const MOST_CHARACTERS = 300;

export class Hosts {
  private readonly names: ReadonlySet<string>;
  private readonly verdicts = new Map<string, boolean>();
  private isOnLoopback = true;

  /**
   * @param configured OWLGATE_HOSTS, in lower case
   * @param origins hosts of OWLGATE_ORIGINS: their pages come through a proxy under these names
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
   * HTTP/1.0 may leave `Host` out; browsers never do.
   *
   * @throws OwlgateError HostRefused
   */
  require(request: IncomingMessage): void {
    if (!this.isOnLoopback && this.configured.length === 0) return;
    const refused = this.strangeName(request);
    if (refused === undefined) return;
    throw new OwlgateError('HostRefused', { host: refused === '' ? '(none)' : JSON.stringify(refused.slice(0, 200)) });
  }

  /**
   * Tells whether the name that a request was sent to is no stranger's. It cannot be known where the gateway is reached from
   * elsewhere and has no configured names.
   */
  isNamed(request: IncomingMessage): boolean {
    const isChecked = this.isOnLoopback || this.configured.length > 0;
    const isFromHere = isLoopbackAddress(canonicalAddress(request.socket.localAddress ?? '') ?? '');
    return (!isChecked && !isFromHere) || this.strangeName(request) === undefined;
  }

  /** The name that is none of the gateway's; undefined where there is no such. */
  private strangeName({ headers }: IncomingMessage): string | undefined {
    const { host = '' } = headers;
    if (host === '') return isOfBrowser(headers) ? host : undefined;
    return this.isOurs(host) ? undefined : host;
  }

  private isOurs(authority: string): boolean {
    let verdict = this.verdicts.get(authority);
    if (verdict === undefined) {
      const name = hostName(authority);
      verdict = name !== undefined && (isIP(name) !== 0 || isLocalName(name) || this.names.has(name));
      if (this.verdicts.size >= MOST_KEPT) this.verdicts.clear();
      if (authority.length <= MOST_CHARACTERS) this.verdicts.set(detached(authority), verdict);
    }
    return verdict;
  }
}

const isOfBrowser = (headers: IncomingMessage['headers']): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

/**
 * Host of an authority, as browsers read it: in lower case, numbers in any notation as the IPv4 address that they are,
 * without brackets and without a dot at the end.
 *
 * @returns undefined for what is no host and port
 */
export function hostName(authority: string): string | undefined {
  if (!AUTHORITY.test(authority) || !URL.canParse(`http://${authority}`)) return undefined;
  return bareName(new URL(`http://${authority}`));
}

export const bareName = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Tells whether a host name stands for the machine that asks, everywhere (RFC 6761, section 6.3). */
export function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(canonicalAddress(name) ?? '');
}

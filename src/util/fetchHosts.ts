/**
 * OWLGATE_IMPORTS_FETCH: hosts that owlgate may fetch documents from, and the addresses that the hosts may have.
 *
 *     www.w3.org                    host, on the default ports of http and https
 *     *.example.org:8443            all hosts below a domain, on one port (`:*` for any)
 *     *                             all hosts
 *     10.1.2.3:8080, 10.0.0.0/8     hosts that the URL gives by address
 *     intranet.example=10.0.0.0/8   host that may resolve to such an address
 *
 * owlgate connects to a non-public address (loopback, private, link-local, multicast, shared, mapped or translated
 * IPv4, a cloud's metadata service) only if an entry names that address.
 */
import { isIP } from 'node:net';
import type { BlockList } from 'node:net';
import { parse } from 'ipaddr.js';
import { addressList } from './addressList';

interface HostRule {
  readonly matches: (host: string) => boolean;
  /** Undefined for the default port of the protocol. */
  readonly port: number | 'any' | undefined;
  /** Addresses that the entry names. */
  readonly addresses: BlockList | undefined;
}

/** Metadata services at addresses in public ranges (Microsoft Azure). */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16']);

const HOST = /^(?:\*|(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*)$/;

export class FetchHosts {
  private readonly rules: readonly HostRule[];

  /** @throws Error for a malformed entry */
  constructor(entries: readonly string[]) {
    this.rules = entries.map((entry) => {
      const rule = readRule(entry);
      if (!rule) throw new Error(`"${entry}" is not a host: write www.w3.org, *.example.org or 10.1.2.3:8080`);
      return rule;
    });
  }

  get isEmpty(): boolean {
    return this.rules.length === 0;
  }

  /** @returns reason why owlgate must not fetch a URL; undefined if it may */
  refusalOf(url: URL): string | undefined {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return `${url.protocol} is not fetched`;
    if (url.username !== '' || url.password !== '') return 'it holds a login, which is not sent';
    const rules = this.rulesFor(url);
    if (rules.length === 0) return `${url.host} is not among the hosts of OWLGATE_IMPORTS_FETCH`;
    const host = plainHost(url);
    return isIP(host) === 0 ? undefined : this.refusalOfAddress(url, host);
  }

  /** Like `refusalOf`, for an address that the URL's host resolves to. */
  refusalOfAddress(url: URL, address: string): string | undefined {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (this.rulesFor(url).some(({ addresses }) => addresses?.check(address, family))) return undefined;
    const range = rangeOf(address);
    if (range === 'unicast') return undefined;
    return `${address} is not a public address (${range}), and OWLGATE_IMPORTS_FETCH does not name it with the host`;
  }

  private rulesFor(url: URL): HostRule[] {
    const host = plainHost(url);
    const isDefault = url.port === '';
    return this.rules.filter(({ matches, port }) => {
      const fits = port === undefined ? isDefault : port === 'any' || String(port) === effectivePort(url);
      return fits && matches(host);
    });
  }
}

/** True if every entry is well-formed. */
export function areHosts(entries: readonly string[]): boolean {
  return entries.every((entry) => readRule(entry) !== undefined);
}

function readRule(entry: string): HostRule | undefined {
  const [name = '', named, ...rest] = entry.toLowerCase().split('=');
  if (rest.length > 0) return undefined;
  const [, host = '', , portText] = /^(\[[^\]]*\](\/\d+)?|[^:]*)(?::(\d{1,5}|\*))?$/.exec(name) ?? [];
  const port = portText === undefined ? undefined : portText === '*' ? 'any' : Number(portText);
  if (typeof port === 'number' && (port < 1 || port > 65_535)) return undefined;
  const addresses = named === undefined ? undefined : addressList([named]);
  if (named !== undefined && !addresses) return undefined;
  const literal = host.replace(/^\[([^\]]*)\]/, '$1');
  const literalAddresses = isIP(literal.split('/')[0]!) === 0 ? undefined : addressList([literal]);
  if (literalAddresses) {
    if (named !== undefined) return undefined;
    const matches = (address: string) =>
      isIP(address) !== 0 && literalAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    return { matches, port, addresses: literalAddresses };
  }
  // A name without a dot is a host of the local network and needs an address.
  if (!HOST.test(host) || (named === undefined && host !== '*' && !host.includes('.'))) return undefined;
  return { matches: nameTest(host), port, addresses };
}

function nameTest(pattern: string): (host: string) => boolean {
  if (pattern === '*') return () => true;
  if (!pattern.startsWith('*.')) return (host) => host === pattern;
  return (host) => host.endsWith(pattern.slice(1)) && isIP(host) === 0;
}

/** Returns the host without the brackets of IPv6 and without the dot of the DNS root. */
const plainHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const effectivePort = ({ port, protocol }: URL): string => (port !== '' ? port : protocol === 'https:' ? '443' : '80');

function rangeOf(address: string): string {
  if (METADATA.has(address)) return 'metadata';
  // Zones (`fe80::1%eth0`) are local to this machine.
  return address.includes('%') ? 'zone' : parse(address).range();
}

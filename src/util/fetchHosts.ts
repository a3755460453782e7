/**
 * Hosts that documents may be fetched from, as OWLGATE_IMPORTS_FETCH names them, and the addresses that they may have.
 *
 *     www.w3.org                    a host, on the ports of http and https
 *     *.example.org:8443            every host below a domain, on one port (`:*` for any)
 *     *                             every host
 *     10.1.2.3:8080, 10.0.0.0/8     a host that is told by its address
 *     intranet.example=10.0.0.0/8   a host that may have such an address
 *
 * An address that is not of the public network (loopback, private, link-local, multicast, shared, mapped or translated IPv4,
 * a cloud's metadata) is connected to only where an entry names it.
 */
import { isIP } from 'node:net';
import type { BlockList } from 'node:net';
import { parse } from 'ipaddr.js';
import { addressList } from './addressList';

interface HostRule {
  readonly matches: (host: string) => boolean;
  /** Undefined for the protocol's own. */
  readonly port: number | 'any' | undefined;
  /** Addresses that are named with it. */
  readonly addresses: BlockList | undefined;
}

/** Public by its range, and a metadata service all the same (Microsoft Azure). */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16']);

const HOST = /^(?:\*|(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*)$/;

export class FetchHosts {
  private readonly rules: readonly HostRule[];

  /** @throws Error for an entry that cannot be read */
  constructor(entries: readonly string[]) {
    this.rules = entries.map((entry) => {
      const rule = readRule(entry);
      if (!rule) throw new Error(`"${entry}" is no host: write www.w3.org, *.example.org or 10.1.2.3:8080`);
      return rule;
    });
  }

  get isEmpty(): boolean {
    return this.rules.length === 0;
  }

  /** @returns why an address must not be asked; undefined where it may */
  refusalOf(url: URL): string | undefined {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return `${url.protocol} is not fetched`;
    if (url.username !== '' || url.password !== '') return 'it holds a login, which is not sent';
    const rules = this.rulesFor(url);
    if (rules.length === 0) return `${url.host} is not among the hosts of OWLGATE_IMPORTS_FETCH`;
    const host = plainHost(url);
    return isIP(host) === 0 ? undefined : this.refusalOfAddress(url, host);
  }

  /** The same, for an address that its host has. */
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

/** Tells if every entry can be read. */
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
    const matches = (given: string) =>
      isIP(given) !== 0 && literalAddresses.check(given, isIP(given) === 6 ? 'ipv6' : 'ipv4');
    return { matches, port, addresses: literalAddresses };
  }
  // A word alone is a host of this network, and needs its address.
  if (!HOST.test(host) || (named === undefined && host !== '*' && !host.includes('.'))) return undefined;
  return { matches: nameTest(host), port, addresses };
}

function nameTest(pattern: string): (host: string) => boolean {
  if (pattern === '*') return () => true;
  if (!pattern.startsWith('*.')) return (host) => host === pattern;
  return (host) => host.endsWith(pattern.slice(1)) && isIP(host) === 0;
}

/** Without the brackets of IPv6, and without the dot of a name's root. */
const plainHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const effectivePort = ({ port, protocol }: URL): string => (port !== '' ? port : protocol === 'https:' ? '443' : '80');

function rangeOf(address: string): string {
  if (METADATA.has(address)) return 'metadata';
  // A zone (`fe80::1%eth0`) is of this machine.
  return address.includes('%') ? 'zone' : parse(address).range();
}

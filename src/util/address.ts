/** Canonical spelling of IP addresses, for comparing and counting them. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the canonical form of an address: IPv4 for an IPv4-mapped IPv6 address, IPv6 compressed, without a zone.
 *
 * @returns undefined for any other text, including other notations of IPv4 (`2130706433`, `0177.0.0.1`)
 */
export function canonicalAddress(text: string): string | undefined {
  const bare = text.split('%', 1)[0]!;
  switch (isIP(bare)) {
    case 4:
      return bare;
    case 6:
      return ipaddr.process(bare).toString();
    default:
      return undefined;
  }
}

/** True if a canonical address is a loopback address. */
export const isLoopbackAddress = (address: string): boolean => address.startsWith('127.') || address === '::1';

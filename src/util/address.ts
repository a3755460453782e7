/** IP addresses in one spelling each, so that they can be compared and counted. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Canonical form of an address: IPv4 for an IPv4-mapped IPv6 address, IPv6 compressed, without a zone.
 *
 * @returns undefined for anything but an address, numbers in other notations (`2130706433`, `0177.0.0.1`) among them
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

/** Tells whether a canonical address is of this machine alone. */
export const isLoopbackAddress = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** IP addresses in one spelling each, so that they can be compared and counted. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Canonical form of an address: IPv4 for an IPv4-mapped IPv6 address, IPv6 compressed, without a zone.
 *
 * @returns undefined for anything but an address, numbers in other notations (`2130706433`, `0177.0.0.1`) among them
 */
export function canonicalAddress(text: string): string | undefined {
  switch (isIP(text)) {
    case 4:
      return text;
    case 6:
      // `::127.0.0.1` (IPv4-compatible, deprecated) is no IPv4 address; ipaddr.js takes it for one unless it is spelled so.
      return ipaddr.process(text.split('%', 1)[0]!.replace(/^::(?=\d+\.)/, '0::')).toString();
    default:
      return undefined;
  }
}

/** Tells whether a canonical address is of this machine alone. */
export const isLoopbackAddress = (address: string): boolean => address.startsWith('127.') || address === '::1';

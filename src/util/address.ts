/** Canonical spelling of IP addresses, for comparing and counting them. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the canonical form of an address: IPv4 for an IPv4-mapped IPv6 address, IPv6 compressed, without a zone.
 *
 * @returns undefined for any other text, including other notations of IPv4 (`2130706433`, `0177.0.0.1`)
 */
export function canonicalAddress(text: string): string | undefined {
  switch (isIP(text)) {
    case 4:
      return text;
    case 6:
      // `::127.0.0.1` (IPv4-compatible, deprecated) is no IPv4 address. ipaddr.js takes it for one, unless it begins
      // with `0::`.
      return ipaddr.process(text.split('%', 1)[0]!.replace(/^::(?=\d+\.)/, '0::')).toString();
    default:
      return undefined;
  }
}

/** Length of the network that providers assign to one client (RFC 6177, section 2). */
const CLIENT_PREFIX = 56;

/**
 * Returns the key by which a client is counted: its address; for IPv6 the network, all of which belongs to one client.
 */
export const clientNetwork = (address: string): string =>
  isIP(address) === 6 ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/${CLIENT_PREFIX}`).toString() : address;

/** True if a canonical address is a loopback address. */
export const isLoopbackAddress = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** Parser of address lists, as settings write them. */
import { BlockList, isIP } from 'node:net';

/**
 * Returns the set of the addresses; undefined if an entry is malformed.
 *
 * @param entries IP addresses, CIDR blocks, and ranges `from:to` of IPv4 addresses, as in Dgraph's whitelist
 */
export function addressList(entries: readonly string[]): BlockList | undefined {
  const list = new BlockList();
  for (const entry of entries) if (!addAddresses(list, entry)) return undefined;
  return list;
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function addAddresses(list: BlockList, entry: string): boolean {
  if (isIP(entry) !== 0) {
    list.addAddress(entry, family(entry));
    return true;
  }
  const [network = '', prefix = '', ...rest] = entry.split('/');
  if (prefix !== '') {
    const bits = isIP(network) === 6 ? 128 : 32;
    if (isIP(network) === 0 || rest.length > 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) return false;
    list.addSubnet(network, Number(prefix), family(network));
    return true;
  }
  const [from = '', to = '', ...more] = entry.split(':');
  if (isIP(from) !== 4 || isIP(to) !== 4 || more.length > 0) return false;
  try {
    list.addRange(from, to, 'ipv4');
    return true;
  } catch {
    // The range ends before it begins.
    return false;
  }
}

/** True if a server that listens on this host is reachable from this machine only. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host);

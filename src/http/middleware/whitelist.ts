/**
 * Who may administer. Behind a gateway every client has the gateway's address, so that Dgraph's own whitelist cannot tell
 * them apart: the gateway asks for itself.
 */
import type { IncomingMessage } from 'node:http';
import { isIP, type BlockList } from 'node:net';
import { OwlgateError } from '../../errors';
import { addressList } from '../../util/addressList';
import { invariant } from '../../util/assert';

const LOOPBACK = ['127.0.0.0/8', '::1'];

export class Whitelist {
  private readonly list: BlockList;

  /** @param entries as OWLGATE_WHITELIST takes them; loopback is always on the list, as with Dgraph */
  constructor(entries: readonly string[]) {
    const list = addressList([...LOOPBACK, ...entries]);
    invariant(list, 'the whitelist was checked with the configuration');
    this.list = list;
  }

  /**
   * The client and everyone that the request says it came through have to be on the list. A client can make that header
   * up, but only to its own harm; a proxy on this machine does not so make everyone a neighbour.
   *
   * @throws OwlgateError NotWhitelisted
   */
  require(request: IncomingMessage): void {
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().flatMap((header) => header.split(','));
    for (const given of [request.socket.remoteAddress ?? '', ...forwarded]) {
      const address = plainAddress(given.trim());
      if (!this.has(address)) throw notWhitelisted(address);
    }
  }

  private has(address: string): boolean {
    const version = isIP(address);
    return version !== 0 && this.list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  }
}

/** The message is Dgraph's; what to do about it stands beside it. */
function notWhitelisted(address: string): OwlgateError {
  const advice = 'OWLGATE_WHITELIST names those who may administer besides loopback';
  return new OwlgateError('NotWhitelisted', { address: address.slice(0, 64) }, { advice });
}

/** An IPv4 address as IPv6 sockets show it is an IPv4 address; some proxies add the port. */
function plainAddress(text: string): string {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  return bare.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
}

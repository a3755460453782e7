/**
 * Address of a client: one decision for the whitelist, attempt limits, limits of concurrency and logs.
 *
 * Without proxies it is the address of the connection. Behind a proxy of OWLGATE_TRUSTED_PROXIES it is the right-most
 * address in this proxy's header that is not a trusted proxy. The client may have forged everything left of it.
 */
import { OwlgateError } from '../../errors';
import { canonicalAddress } from '../../util/address';
import type { TrustedProxies } from '../../util/trustedProxies';
import type { Arrival, Peer } from './arrival';
import { forwardingHeader, readHops, type Hop } from './forwarding';
import { Attachment } from '../../util/attachment';

interface Client {
  /**
   * Canonical address. The address of the nearest proxy if that does not name its client; '' for a closed connection.
   */
  readonly address: string;
  /** Reason to doubt the address; undefined for a certain one. */
  readonly doubt: string | undefined;
}

export class ClientAddresses {
  private readonly peers = new Attachment<Peer, string>('address');
  private readonly clients = new Attachment<Arrival, Client>('client');

  constructor(private readonly proxies: TrustedProxies) {}

  /** Returns the address for counting and for logs. */
  addressOf(request: Arrival): string {
    return this.proxies.isEmpty ? this.peerOf(request.socket) : this.clientOf(request).address;
  }

  /**
   * Returns an address that a whitelist may trust.
   *
   * @throws OwlgateError ForwardedRequest if the address is in doubt
   */
  certainAddressOf(request: Arrival): string {
    const { address, doubt } = this.clientOf(request);
    if (doubt !== undefined) throw new OwlgateError('ForwardedRequest', { address, reason: doubt });
    return address;
  }

  clientOf(request: Arrival): Client {
    let client = this.clients.get(request);
    if (!client) this.clients.set(request, (client = this.determine(request)));
    return client;
  }

  private peerOf(socket: Peer): string {
    let peer = this.peers.get(socket);
    if (peer === undefined) this.peers.set(socket, (peer = canonicalAddress(socket.remoteAddress ?? '') ?? ''));
    return peer;
  }

  private determine(request: Arrival): Client {
    const peer = this.peerOf(request.socket);
    if (this.proxies.headerOf(peer) !== undefined) return this.behindProxy(request, peer);
    const header = forwardingHeader(request.rawHeaders, this.proxies.headers);
    const doubt =
      header === undefined
        ? undefined
        : `by the header ${header.slice(0, 64)} the request says that it was forwarded; ` +
          `OWLGATE_TRUSTED_PROXIES has to name the proxy ${peer}, if it is yours`;
    return { address: peer, doubt };
  }

  /** Follows the proxies, each by the header that it sets, to the first address that is not a proxy. */
  private behindProxy({ headers }: Arrival, peer: string): Client {
    const hopsByHeader = new Map<string, Hop[]>();
    const inDoubt = (doubt: string): Client => ({ address: peer, doubt });
    let address = peer;
    for (;;) {
      const header = this.proxies.headerOf(address);
      if (header === undefined) return { address, doubt: undefined };
      let hops = hopsByHeader.get(header);
      if (!hops) {
        const value = headers[header];
        const parsedHops = typeof value === 'string' ? readHops(header, value) : [];
        if (!parsedHops) return inDoubt(`the header ${header}, which the proxy ${address} sets, is malformed`);
        hopsByHeader.set(header, (hops = [...parsedHops]));
      }
      // A client can make some proxies omit their entry (`Connection: X-Forwarded-For`). A proxy is never the client.
      if (hops.length === 0) {
        return inDoubt(`the proxy ${address} has not set the header ${header}, in which it names its client`);
      }
      const next = hops.pop();
      if (next === undefined) return inDoubt(`the header ${header} names no address where it should name the client`);
      address = next;
    }
  }
}

/**
 * Addresses that may administer. Behind a gateway every client has the gateway's address, so that Dgraph's own
 * whitelist cannot distinguish clients: the gateway checks addresses itself.
 */
import { isIP, type BlockList } from 'node:net';
import { OwlgateError } from '../../errors';
import { addressList } from '../../util/addressList';
import { invariant } from '../../util/assert';
import type { Arrival } from './arrival';
import type { ClientAddresses } from './client-address';

const LOOPBACK = ['127.0.0.0/8', '::1'];

export class Whitelist {
  private readonly list: BlockList;

  /** @param entries in the syntax of OWLGATE_WHITELIST; loopback is always on the list, as in Dgraph */
  constructor(
    entries: readonly string[],
    private readonly addresses: ClientAddresses,
  ) {
    const list = addressList([...LOOPBACK, ...entries]);
    invariant(list, 'the whitelist was checked with the configuration');
    this.list = list;
  }

  /** @throws OwlgateError NotWhitelisted, ForwardedRequest */
  require(request: Arrival): void {
    const address = this.addresses.certainAddressOf(request);
    if (!this.has(address)) throw notWhitelisted(address);
  }

  /** Returns true if the client certainly has an address on the list. */
  includes(request: Arrival): boolean {
    try {
      this.require(request);
      return true;
    } catch {
      return false;
    }
  }

  private has(address: string): boolean {
    const version = isIP(address);
    return version !== 0 && this.list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  }
}

/** Returns the refusal with Dgraph's message, and advice beside it. */
function notWhitelisted(address: string): OwlgateError {
  const advice = 'OWLGATE_WHITELIST lists the addresses that may administer besides loopback';
  return new OwlgateError('NotWhitelisted', { address }, { advice });
}

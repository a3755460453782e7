/** OWLGATE_TRUSTED_PROXIES: reverse proxies in front of the gateway, and the header in which each names its client. */
import { isIP, type BlockList } from 'node:net';
import { addressList } from './addressList';

const DEFAULT_HEADER = 'x-forwarded-for';
/** Name of a header field (RFC 9110, section 5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

interface Proxy {
  readonly addresses: BlockList;
  readonly header: string;
}

export class TrustedProxies {
  static readonly NONE = new TrustedProxies([]);

  /** Headers that the proxies set, in lower case. */
  readonly headers: ReadonlySet<string>;

  private constructor(private readonly proxies: readonly Proxy[]) {
    this.headers = new Set(proxies.map(({ header }) => header));
  }

  /**
   * Reads entries such as `10.0.0.5` and `192.168.0.0/16=forwarded`.
   *
   * @returns undefined where an entry is none
   */
  static parse(entries: readonly string[]): TrustedProxies | undefined {
    const proxies: Proxy[] = [];
    for (const entry of entries) {
      const [range = '', header = DEFAULT_HEADER, ...rest] = entry.split('=').map((part) => part.trim());
      const addresses = addressList([range]);
      const name = header.toLowerCase();
      if (!addresses || !TOKEN.test(name) || rest.length > 0) return undefined;
      proxies.push({ addresses, header: name });
    }
    return new TrustedProxies(proxies);
  }

  get isEmpty(): boolean {
    return this.proxies.length === 0;
  }

  /**
   * Name of the header, in lower case, that the proxy with this address sets; the first entry that fits counts.
   *
   * @param address canonical
   * @returns undefined for an address of no trusted proxy
   */
  headerOf(address: string): string | undefined {
    const version = isIP(address);
    if (version === 0) return undefined;
    return this.proxies.find(({ addresses }) => addresses.check(address, version === 6 ? 'ipv6' : 'ipv4'))?.header;
  }
}

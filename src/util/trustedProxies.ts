/** OWLGATE_TRUSTED_PROXIES: reverse proxies in front of the gateway, each with the header that names its client. */
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

  /** Headers of all proxies, in lower case. */
  readonly headers: ReadonlySet<string>;

  private constructor(private readonly proxies: readonly Proxy[]) {
    this.headers = new Set(proxies.map(({ header }) => header));
  }

  /**
   * Parses entries such as `10.0.0.5` and `192.168.0.0/16=forwarded`.
   *
   * @returns undefined if an entry is malformed
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
   * Returns the header, in lower case, that the proxy at this address sets; the first matching entry counts.
   *
   * @param address canonical
   * @returns undefined if no trusted proxy has the address
   */
  headerOf(address: string): string | undefined {
    const version = isIP(address);
    if (version === 0) return undefined;
    return this.proxies.find(({ addresses }) => addresses.check(address, version === 6 ? 'ipv6' : 'ipv4'))?.header;
  }
}

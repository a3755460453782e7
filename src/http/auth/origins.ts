/**
 * Web pages that may change something. A browser lets any page send requests to this machine, and says which page it was:
 * in `Origin`, in `Sec-Fetch-Site` where a request has no origin (links, forms, images), in `Referer` where a browser is old.
 * Programs send none of these. Pages of the gateway's own origin, of loopback and of configured origins are no strangers.
 */
import type { IncomingMessage } from 'node:http';
import { bareName, isLocalName, type Hosts } from './hosts';

/** Values of `Sec-Fetch-Site` for a request that no other site has caused (W3C, Fetch Metadata, section 2.4). */
const OF_NO_OTHER_SITE: ReadonlySet<string> = new Set(['same-origin', 'none']);
const MOST_SHOWN = 200;

export class Origins {
  private readonly configured: ReadonlySet<string>;

  /** @param configured as `https://app.example` */
  constructor(
    configured: readonly string[],
    private readonly hosts: Hosts,
  ) {
    this.configured = new Set(configured.map((origin) => new URL(origin).origin));
  }

  /**
   * The stranger's page that a request comes from, for messages.
   *
   * @returns undefined for a program, and for a page that may change something
   */
  strangerOf(request: IncomingMessage): string | undefined {
    const { origin, referer, 'sec-fetch-site': site } = request.headers;
    if (origin !== undefined) {
      const isWelcome = isSerialized(origin) && this.isWelcome(new URL(origin), request);
      return isWelcome ? undefined : `a page of the origin ${origin.slice(0, MOST_SHOWN)}`;
    }
    if (site !== undefined && !OF_NO_OTHER_SITE.has(site)) return 'a page of another site (Sec-Fetch-Site)';
    if (site === undefined && referer !== undefined) {
      const isWelcome = URL.canParse(referer) && this.isWelcome(new URL(referer), request);
      if (!isWelcome) return 'a page of another site (Referer)';
    }
    // With GET and HEAD, browsers name no origin to what they take for a page's own.
    const mayHideOrigin = request.method === 'GET' || request.method === 'HEAD';
    return mayHideOrigin && !this.hosts.isNamed(request)
      ? `a page of the host ${(request.headers.host ?? '').slice(0, MOST_SHOWN)}, if it is one`
      : undefined;
  }

  private isWelcome(page: URL, request: IncomingMessage): boolean {
    if (page.protocol !== 'http:' && page.protocol !== 'https:') return false;
    return this.configured.has(page.origin) || isLocalName(bareName(page)) || this.isSameOrigin(page, request);
  }

  /** Without regard to the scheme: a proxy may speak https for the gateway. */
  private isSameOrigin({ protocol, host }: URL, request: IncomingMessage): boolean {
    const asked = `${protocol}//${request.headers.host ?? ''}`;
    return URL.canParse(asked) && new URL(asked).host === host && this.hosts.isNamed(request);
  }
}

/** Tells whether a text is an origin as browsers write it (RFC 6454, section 6.2); `null` is none. */
const isSerialized = (origin: string): boolean =>
  URL.canParse(origin) && new URL(origin).origin === origin.toLowerCase();

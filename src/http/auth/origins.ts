/**
 * Origins of web pages that may change data. A browser lets any page send requests to this machine, and names the page:
 * in `Origin`, or in `Sec-Fetch-Site` for requests without an origin (links, forms, images). An old browser names it in
 * `Referer`. Programs send none of these. Pages of the gateway's own origin, of loopback and of configured origins are
 * trusted.
 */
import type { Arrival } from './arrival';
import { bareName, isLocalName, type Hosts } from './hosts';

/** Values of `Sec-Fetch-Site` for requests that no other site caused (W3C, Fetch Metadata, section 2.4). */
const SAME_SITE_VALUES: ReadonlySet<string> = new Set(['same-origin', 'none']);
const MAX_SHOWN_CHARACTERS = 200;

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
   * Describes the foreign page that sent a request, for messages.
   *
   * @returns undefined for a program or a trusted page
   */
  foreignPageOf(request: Arrival): string | undefined {
    const { origin, referer, 'sec-fetch-site': site } = request.headers;
    if (origin !== undefined) {
      const isTrusted = isSerialized(origin) && this.isTrusted(new URL(origin), request);
      return isTrusted ? undefined : `a page of the origin ${origin.slice(0, MAX_SHOWN_CHARACTERS)}`;
    }
    if (site !== undefined && !SAME_SITE_VALUES.has(site)) return 'a page of another site (Sec-Fetch-Site)';
    if (site === undefined && referer !== undefined) {
      const isTrusted = URL.canParse(referer) && this.isTrusted(new URL(referer), request);
      if (!isTrusted) return 'a page of another site (Referer)';
    }
    // Browsers omit the origin of GET and HEAD requests to the page's own host.
    const mayHideOrigin = request.method === 'GET' || request.method === 'HEAD';
    return mayHideOrigin && !this.hosts.isNamed(request)
      ? `a page of the host ${(request.headers.host ?? '').slice(0, MAX_SHOWN_CHARACTERS)}, if it is one`
      : undefined;
  }

  private isTrusted(page: URL, request: Arrival): boolean {
    if (page.protocol !== 'http:' && page.protocol !== 'https:') return false;
    return this.configured.has(page.origin) || isLocalName(bareName(page)) || this.isSameOrigin(page, request);
  }

  /** Ignores the scheme: a proxy may terminate TLS for the gateway. */
  private isSameOrigin({ protocol, host }: URL, request: Arrival): boolean {
    const target = `${protocol}//${request.headers.host ?? ''}`;
    return URL.canParse(target) && new URL(target).host === host && this.hosts.isNamed(request);
  }
}

/** True for an origin as browsers write it (RFC 6454, section 6.2), except `null`. */
const isSerialized = (origin: string): boolean =>
  URL.canParse(origin) && new URL(origin).origin === origin.toLowerCase();

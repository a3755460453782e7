/**
 * Web pages of strangers. A page can have its own name stand for this machine's address (DNS rebinding), and then asks it
 * as its own origin; what it cannot do is hide its name. So where no key is asked for, requests have to name this machine
 * (`Host`), and pages have to be of it (`Origin`), or of an origin that was configured.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { OwlgateError } from '../../errors';

export class Origins {
  private readonly origins: ReadonlySet<string>;
  private readonly hosts: ReadonlySet<string>;

  /** @param origins as `https://app.example` */
  constructor(origins: readonly string[]) {
    this.origins = new Set(origins.map((origin) => new URL(origin).origin));
    this.hosts = new Set(origins.map((origin) => new URL(origin).hostname));
  }

  /** Requests of programs name no origin. @throws OwlgateError OriginRefused */
  requireOrigin({ headers }: IncomingMessage, path: string): void {
    const { origin } = headers;
    if (origin === undefined || this.origins.has(origin) || isThisMachine(hostOf(origin))) return;
    throw new OwlgateError('OriginRefused', { what: `a page of the origin ${origin.slice(0, 200)}`, path });
  }

  /** An address is nobody's name. @throws OwlgateError OriginRefused */
  requireHost({ headers }: IncomingMessage, path: string): void {
    const host = hostOf(`http://${headers.host ?? ''}`);
    if (isThisMachine(host) || isIP(host) !== 0 || this.hosts.has(host)) return;
    throw new OwlgateError('OriginRefused', { what: `a request to the host ${host.slice(0, 200)}`, path });
  }
}

/** Without brackets; '' for what is no address. */
const hostOf = (origin: string): string =>
  URL.canParse(origin) ? new URL(origin).hostname.replace(/^\[|\]$/g, '') : '';

const isThisMachine = (host: string): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|::1)$/.test(host);

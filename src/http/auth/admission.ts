/**
 * Admission of requests. With configured keys, every request needs a key with a sufficient role (roles.ts). Without
 * them, Dgraph's routes are open as in Dgraph; validations and the gateway's routes under /api and /mcp are open to the
 * whitelist only. Administration always needs the whitelist, as with Dgraph's own token.
 *
 * Foreign web pages (origins.ts) may only read, unless they present a secret: a valid key, or the access token of a
 * login to a cluster with access control, which checks it. A browser sends the header of either only after a preflight.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { OwlgateError } from '../../errors';
import { once } from '../../util/memo';
import type { Concurrency } from '../limits/concurrency';
import type { Work } from '../limits/work';
import type { Arrival, Departure } from './arrival';
import { admitted, KEYLESS, demand, type Caller } from './caller';
import type { ClientAddresses } from './client-address';
import type { Keyring } from './keyring';
import { LiveRequests } from './live-requests';
import type { Origins } from './origins';
import { takeKey } from './presented-key';
import type { Quotas } from './quota';
import type { Needed, Role } from './roles';
import type { Whitelist } from './whitelist';

/** Routes that need the whitelist on a gateway without keys, also for reading. */
const GATEWAY_PATHS = /^\/(api\/|mcp$)/;
const ACCESS_TOKEN = 'x-dgraph-accesstoken';
/** Names in `Access-Control-Request-Headers` that announce a key. */
const KEY_HEADERS = ['authorization', 'x-owlgate-key', 'x-auth-token'];

interface AdmissionParts {
  /** Undefined without configured keys. */
  readonly keyring: Keyring | undefined;
  readonly whitelist: Whitelist;
  readonly origins: Origins;
  readonly addresses: ClientAddresses;
  readonly concurrency: Concurrency;
  /** True for an engine that checks access tokens: a cluster with access control. */
  readonly checksTokens: boolean;
}

/** Request before admission. */
interface AdmissionRequest {
  readonly request: Arrival;
  /** Undefined for a connection that becomes a WebSocket. */
  readonly response: Departure | undefined;
  readonly needed: Needed;
  readonly path: string;
  readonly work?: Work | undefined;
}

export class Admission {
  private readonly quotas = once(async (): Promise<Quotas> => new (await import('./quota.js')).Quotas());
  private readonly live = new LiveRequests();

  constructor(private readonly parts: AdmissionParts) {
    const { keyring } = parts;
    keyring?.onChange(() => this.live.review((digest) => keyring.findDigest(digest)));
  }

  /** Waiting requests by the place that they wait for. */
  get queues(): Readonly<Record<string, number>> {
    return this.parts.concurrency.queues;
  }

  /**
   * Removes the key from a request and admits it.
   *
   * @returns undefined if the request is admitted at once
   * @throws OwlgateError NotWhitelisted, ForwardedRequest, OriginRefused; as rejections KeyMissing, KeyInvalid,
   *   RoleMissing, QuotaExhausted, TooManyAttempts, TooManyRequests
   */
  admit(arrival: AdmissionRequest): Promise<void> | undefined {
    const { request, needed, path } = arrival;
    const key = takeKey(request);
    if (needed === 'none') return undefined;
    const { keyring } = this.parts;
    if (keyring) return this.admitKey(key, keyring, arrival, needed);
    const caller = this.callerWithoutKey(request, path);
    const isRestricted = GATEWAY_PATHS.test(path) || needed === 'validate';
    demand(caller, isRestricted ? 'admin' : needed, `${request.method} ${path}`);
    if (isRestricted) this.parts.whitelist.require(request);
    admitted(request, caller);
    return this.holdPlaces(arrival, needed);
  }

  /**
   * Checks that the request announced by a preflight would be admitted.
   *
   * @param needed role that the announced request needs
   * @throws OwlgateError OriginRefused
   */
  requirePreflight(request: Arrival, needed: Needed, path: string): void {
    const announcedHeaders = (request.headers['access-control-request-headers'] ?? '').toLowerCase();
    const names = announcedHeaders.split(',').map((name) => name.trim());
    if (this.parts.keyring && names.some((name) => KEY_HEADERS.includes(name))) return;
    const headers = names.includes(ACCESS_TOKEN) ? { [ACCESS_TOKEN]: 'announced' } : {};
    const caller = this.callerWithoutKey(request, path, headers);
    const isRestricted = !this.parts.keyring && GATEWAY_PATHS.test(path);
    const method = (request.headers['access-control-request-method'] ?? '').slice(0, 20);
    demand(caller, isRestricted ? 'admin' : needed, `${method} ${path}`);
  }

  /** Returns the caller of a request without a key. */
  private callerWithoutKey(request: Arrival, path: string, headers: IncomingHttpHeaders = request.headers): Caller {
    const foreignPage = this.parts.origins.foreignPageOf(request);
    if (foreignPage === undefined || this.presentsToken(headers, path)) return KEYLESS;
    return { name: undefined, role: 'read', foreignPage };
  }

  /**
   * True for a token that the engine checks. Under /api and /mcp a request may concern another database, whose engine
   * may not check it.
   */
  private presentsToken(headers: IncomingHttpHeaders, path: string): boolean {
    return this.parts.checksTokens && !GATEWAY_PATHS.test(path) && (headers[ACCESS_TOKEN] ?? '') !== '';
  }

  private async admitKey(
    presentedKey: string | undefined,
    keyring: Keyring,
    arrival: AdmissionRequest,
    needed: Role,
  ): Promise<void> {
    const { request, response, path } = arrival;
    const key = presentedKey === undefined ? undefined : keyring.find(presentedKey);
    if (!key) {
      await (await this.quotas()).countAttempt(this.parts.addresses.addressOf(request));
      throw new OwlgateError(presentedKey === undefined ? 'KeyMissing' : 'KeyInvalid');
    }
    const caller: Caller = { name: key.name, role: key.role, used: 'read' };
    demand(caller, needed, `${request.method} ${path}`);
    this.live.watch(key, caller, request, response);
    admitted(request, caller);
    await (await this.quotas()).count(key, response);
    await this.holdPlaces(arrival, key.role);
  }

  /** True for a request of a web page that is not trusted. */
  isForeignPage(request: Arrival): boolean {
    return this.parts.origins.foreignPageOf(request) !== undefined;
  }

  /** Takes a place for a stream of a request that needs no role. @throws OwlgateError TooManyRequests */
  admitStream(request: Arrival, response: Departure): void {
    const { concurrency, addresses } = this.parts;
    concurrency.admitSocket(request, response, addresses.addressOf(request));
  }

  private holdPlaces({ request, response, work }: AdmissionRequest, role: Role): Promise<void> | undefined {
    const { concurrency, addresses } = this.parts;
    const address = addresses.addressOf(request);
    if (response) return concurrency.admit(request, response, address, role, work);
    concurrency.admitSocket(request, request.socket, address);
    return undefined;
  }
}

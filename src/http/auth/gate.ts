/**
 * Admission of requests. Where keys are configured every request takes one whose role allows it (roles.ts); where none are,
 * Dgraph's routes are open as Dgraph's are, and the gateway's own under /api and /mcp to those on the whitelist alone.
 * Administering takes the whitelist in any case, as with Dgraph's own token.
 *
 * The pages of strangers (origins.ts) may read. They may do more with what no page can have without being given it: a valid
 * key, or the access token of a login to a cluster with access control, which checks it. Both travel in headers for which a
 * browser first asks whether a page may send them.
 */
import { ServerResponse, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { OwlgateError } from '../../errors';
import type { Concurrency } from '../limits/concurrency';
import type { Work } from '../limits/work';
import type { Whitelist } from '../middleware/whitelist';
import { ANYONE, admitted, demand, type Caller } from './caller';
import type { ClientAddresses } from './client-address';
import type { Keyring } from './keyring';
import { LiveRequests } from './live-requests';
import type { Origins } from './origins';
import { takeKey } from './presented';
import { Quotas } from './quota';
import type { Needed, Role } from './roles';

/** Routes that are closed to the world without keys, reading included. */
const NOT_DGRAPHS = /^\/(api\/|mcp$)/;
const ACCESS_TOKEN = 'x-dgraph-accesstoken';
/** Headers of a preflight that announce a key. */
const KEY_HEADERS = ['authorization', 'x-owlgate-key', 'x-auth-token'];

export interface GateParts {
  /** Undefined where no keys are asked for. */
  readonly keyring: Keyring | undefined;
  readonly whitelist: Whitelist;
  readonly origins: Origins;
  readonly addresses: ClientAddresses;
  readonly concurrency: Concurrency;
  /** True for an engine that checks access tokens: a cluster with access control. */
  readonly checksTokens: boolean;
}

/** A request at the gate. */
export interface Arrival {
  readonly request: IncomingMessage;
  /** Undefined for a connection that becomes a WebSocket. */
  readonly response: ServerResponse | undefined;
  readonly needed: Needed;
  readonly path: string;
  readonly work?: Work | undefined;
}

export class Gate {
  private readonly quotas: Quotas;
  private readonly live = new LiveRequests();

  constructor(private readonly parts: GateParts) {
    this.quotas = new Quotas(parts.addresses);
    const { keyring } = parts;
    keyring?.onChange(() => this.live.review((digest) => keyring.findDigest(digest)));
  }

  /**
   * Takes the key off the request and lets it in.
   *
   * @returns undefined where there is nothing to wait for
   * @throws OwlgateError NotWhitelisted, ForwardedRequest, OriginRefused; KeyMissing, KeyInvalid, RoleMissing, QuotaExhausted,
   *   TooManyAttempts, TooManyRequests by the promise
   */
  admit(arrival: Arrival): Promise<void> | undefined {
    const { request, needed, path } = arrival;
    const key = takeKey(request);
    if (needed === 'none') return undefined;
    const { keyring } = this.parts;
    if (keyring) return this.admitKey(key, keyring, arrival, needed);
    const caller = this.anyone(request, path);
    const isClosed = NOT_DGRAPHS.test(path) || needed === 'validate';
    demand(caller, isClosed ? 'admin' : needed, `${request.method} ${path}`);
    if (isClosed) this.parts.whitelist.require(request);
    admitted(request, caller);
    return this.holdPlaces(arrival, needed);
  }

  /**
   * Answers for a preflight whether the request that it announces would be let in.
   *
   * @param needed by the announced request
   * @throws OwlgateError OriginRefused
   */
  requirePreflight(request: IncomingMessage, needed: Needed, path: string): void {
    const announced = (request.headers['access-control-request-headers'] ?? '').toLowerCase();
    const names = announced.split(',').map((name) => name.trim());
    if (this.parts.keyring && names.some((name) => KEY_HEADERS.includes(name))) return;
    const headers = names.includes(ACCESS_TOKEN) ? { [ACCESS_TOKEN]: 'announced' } : {};
    const caller = this.anyone(request, path, headers);
    const isClosed = !this.parts.keyring && NOT_DGRAPHS.test(path);
    const method = (request.headers['access-control-request-method'] ?? '').slice(0, 20);
    demand(caller, isClosed ? 'admin' : needed, `${method} ${path}`);
  }

  /** Caller without a key. */
  private anyone(request: IncomingMessage, path: string, headers: IncomingHttpHeaders = request.headers): Caller {
    const stranger = this.parts.origins.strangerOf(request);
    if (stranger === undefined || this.provesItself(headers, path)) return ANYONE;
    return { name: undefined, role: 'read', stranger };
  }

  /** Under /api and /mcp a request may be about another database, whose engine may not look at the token. */
  private provesItself(headers: IncomingHttpHeaders, path: string): boolean {
    return this.parts.checksTokens && !NOT_DGRAPHS.test(path) && (headers[ACCESS_TOKEN] ?? '') !== '';
  }

  private async admitKey(
    presented: string | undefined,
    keyring: Keyring,
    arrival: Arrival,
    needed: Role,
  ): Promise<void> {
    const { request, path } = arrival;
    const response = arrival.response ?? new ServerResponse(request);
    const key = presented === undefined ? undefined : keyring.find(presented);
    if (!key) {
      await this.quotas.countAttempt(request, response);
      throw new OwlgateError(presented === undefined ? 'KeyMissing' : 'KeyInvalid');
    }
    const caller: Caller = { name: key.name, role: key.role, used: 'read' };
    demand(caller, needed, `${request.method} ${path}`);
    this.live.watch(key, caller, request, arrival.response);
    admitted(request, caller);
    await this.quotas.count(key, request, response);
    await this.holdPlaces(arrival, key.role);
  }

  private holdPlaces({ request, response, work }: Arrival, role: Role): Promise<void> | undefined {
    const { concurrency, addresses } = this.parts;
    const address = addresses.addressOf(request);
    if (response) return concurrency.admit(request, response, address, role, work);
    concurrency.admitSocket(request, request.socket, address);
    return undefined;
  }
}

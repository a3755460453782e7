/**
 * Who may ask at all. Where keys are configured every request takes one whose role allows it (roles.ts); where none are,
 * Dgraph's routes are open as Dgraph's are, and the gateway's own under /api and /mcp to those on the whitelist alone.
 * Administering takes the whitelist in any case, as with Dgraph's own token.
 */
import { ServerResponse, type IncomingMessage } from 'node:http';
import { OwlgateError } from '../../errors';
import type { Whitelist } from '../middleware/whitelist';
import { ANYONE, admitted, demand, type Caller } from './caller';
import type { Keyring } from './keyring';
import type { Origins } from './origins';
import { takeKey } from './presented';
import { Quotas } from './quota';
import type { Needed } from './roles';

const MCP = '/mcp';
const NOT_DGRAPHS = /^\/(api\/|mcp$)/;

export class Gate {
  private readonly quotas = new Quotas();

  constructor(
    private readonly keyring: Keyring | undefined,
    private readonly whitelist: Whitelist,
    private readonly origins: Origins,
  ) {}

  /**
   * Takes the key off the request and lets it in.
   *
   * @param what for messages: method and path
   * @returns undefined where there is nothing to wait for
   * @throws OwlgateError NotWhitelisted, OriginRefused; KeyMissing, KeyInvalid, RoleMissing, QuotaExhausted, TooManyAttempts by the promise
   */
  admit(
    request: IncomingMessage,
    response: ServerResponse | undefined,
    needed: Needed,
    path: string,
  ): Promise<void> | undefined {
    const key = takeKey(request);
    const isOurs = needed !== 'none' && NOT_DGRAPHS.test(path);
    // The protocol asks servers to look at the origin in any case; elsewhere a key is proof enough.
    if (isOurs && (!this.keyring || path === MCP)) this.origins.requireOrigin(request, path);
    if (this.keyring) return this.check(key, this.keyring, request, response, needed, path);
    if (isOurs) {
      this.whitelist.require(request);
      this.origins.requireHost(request, path);
    }
    admitted(request, ANYONE);
    return undefined;
  }

  private async check(
    presented: string | undefined,
    keyring: Keyring,
    request: IncomingMessage,
    response = new ServerResponse(request),
    needed: Needed,
    path: string,
  ): Promise<void> {
    if (needed === 'none') return;
    const key = presented === undefined ? undefined : keyring.find(presented);
    if (!key) {
      await this.quotas.countAttempt(request, response);
      throw new OwlgateError(presented === undefined ? 'KeyMissing' : 'KeyInvalid');
    }
    const caller: Caller = { name: key.name, role: key.role };
    demand(caller, needed, `${request.method} ${path}`);
    await this.quotas.count(key, request, response);
    admitted(request, caller);
  }
}

/**
 * Login of the gateway to a cluster with access control. Dgraph issues an access token for some hours and a refresh
 * token for some weeks, both configurable. A session provides a valid access token and renews it in time.
 */
import { OwlgateError } from '../errors';
import { EngineFailure } from './failure';
import type { Login, LoginRequest } from './types';

/** User that logs in. */
export interface Identity {
  readonly userid: string;
  readonly password: string;
  readonly namespace: number;
}

/** Share of a token's life that must remain for the token to be used. */
const MARGIN = 0.2;
/** Life of a token that does not state its expiry. */
const DEFAULT_LIFE_MS = 60_000;

interface CurrentTokens extends Login {
  /** Milliseconds since 1970, by this process's clock. */
  readonly usableUntil: number;
}

export class Session {
  private tokens: CurrentTokens | undefined;
  private renewing: Promise<CurrentTokens> | undefined;

  /**
   * @param login sends a login to the engine; throws EngineFailure if it is refused
   * @param now milliseconds since 1970
   */
  constructor(
    readonly identity: Identity,
    private readonly login: (request: LoginRequest) => Promise<Login>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns a valid access token. @throws OwlgateError LoginRefused; as `login` does, if no answer comes */
  async token(): Promise<string> {
    const { tokens: current } = this;
    if (current && this.now() < current.usableUntil) return current.accessJwt;
    return (await this.renew()).accessJwt;
  }

  /** Returns a token other than the refused one: the engine's clock may be ahead of this machine's. @throws as token */
  async tokenAfter(refused: string): Promise<string> {
    if (this.tokens?.accessJwt !== refused) return this.token();
    return (await this.renew()).accessJwt;
  }

  private renew(): Promise<CurrentTokens> {
    this.renewing ??= this.renewNow().finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  private async renewNow(): Promise<CurrentTokens> {
    const login = (await this.refresh()) ?? (await this.logIn());
    const now = this.now();
    const life = Math.max(0, (claimsOf(login.accessJwt).expiresAt ?? now + DEFAULT_LIFE_MS) - now);
    return (this.tokens = { ...login, usableUntil: now + life * (1 - MARGIN) });
  }

  /** Returns undefined if there is no valid refresh token. */
  private async refresh(): Promise<Login | undefined> {
    if (!this.tokens) return undefined;
    try {
      return await this.login({ refreshToken: this.tokens.refreshJwt });
    } catch (error) {
      if (error instanceof EngineFailure) return undefined;
      throw error;
    }
  }

  private async logIn(): Promise<Login> {
    const { userid } = this.identity;
    try {
      return await this.login(this.identity);
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      throw new OwlgateError('LoginRefused', { user: userid, reason: error.message }, {}, { cause: error });
    }
  }
}

/** Claims of a token; only the engine can verify them. */
interface Claims {
  readonly userid?: string;
  readonly namespace?: number;
  readonly groups?: readonly string[];
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Returns the claims of an access token (a JWT); empty for any other text. */
export function claimsOf(token: string): Claims {
  try {
    const { userid, namespace, groups, exp } = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    ) as {
      readonly userid?: unknown;
      readonly namespace?: unknown;
      readonly groups?: unknown;
      readonly exp?: unknown;
    };
    return {
      ...(typeof userid === 'string' && { userid }),
      ...(typeof namespace === 'number' && { namespace }),
      ...(Array.isArray(groups) && { groups: groups.filter((group) => typeof group === 'string') }),
      ...(typeof exp === 'number' && { expiresAt: exp * 1000 }),
    };
  } catch {
    return {};
  }
}

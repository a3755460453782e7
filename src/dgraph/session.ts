/**
 * The gateway's own login to a cluster with access control. Dgraph gives an access token for a few hours and a refresh token
 * for some weeks, both as it is configured; a session has one at hand that still holds, and gets another in time.
 */
import { OwlgateError } from '../errors';
import { EngineFailure } from './failure';
import type { Login, LoginRequest } from './types';

/** Who logs in. */
export interface Identity {
  readonly userid: string;
  readonly password: string;
  readonly namespace: number;
}

/** Of a token's life, how much has to be left for it to be used. */
const MARGIN = 0.2;
/** Where a token does not say how long it holds. */
const DEFAULT_LIFE_MS = 60_000;

interface Held extends Login {
  /** By this process's clock. */
  readonly usableUntil: number;
}

export class Session {
  private held: Held | undefined;
  private renewing: Promise<Held> | undefined;

  /**
   * @param login asks the engine; throws EngineFailure where it refuses
   * @param now milliseconds since 1970
   */
  constructor(
    readonly identity: Identity,
    private readonly login: (who: LoginRequest) => Promise<Login>,
    private readonly now: () => number = Date.now,
  ) {}

  /** An access token that holds. @throws OwlgateError LoginRefused; as `login` does, where it does not come to an answer */
  async token(): Promise<string> {
    const { held } = this;
    if (held && this.now() < held.usableUntil) return held.accessJwt;
    return (await this.renew()).accessJwt;
  }

  /** Another one than that, which the engine did not take: its clock may go before ours. @throws as token */
  async tokenAfter(refused: string): Promise<string> {
    if (this.held?.accessJwt !== refused) return this.token();
    return (await this.renew()).accessJwt;
  }

  private renew(): Promise<Held> {
    this.renewing ??= this.renewNow().finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  private async renewNow(): Promise<Held> {
    const login = (await this.refreshed()) ?? (await this.loggedIn());
    const now = this.now();
    const life = Math.max(0, (claimsOf(login.accessJwt).expiresAt ?? now + DEFAULT_LIFE_MS) - now);
    return (this.held = { ...login, usableUntil: now + life * (1 - MARGIN) });
  }

  /** Undefined where there is no refresh token, or none that holds any more. */
  private async refreshed(): Promise<Login | undefined> {
    if (!this.held) return undefined;
    try {
      return await this.login({ refreshToken: this.held.refreshJwt });
    } catch (error) {
      if (error instanceof EngineFailure) return undefined;
      throw error;
    }
  }

  private async loggedIn(): Promise<Login> {
    const { userid } = this.identity;
    try {
      return await this.login(this.identity);
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      throw new OwlgateError('LoginRefused', { user: userid, reason: error.message }, {}, { cause: error });
    }
  }
}

/** What a token says of itself, which the engine alone can verify. */
export interface Claims {
  readonly userid?: string;
  readonly namespace?: number;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Of an access token (a JWT); empty for what is none. */
export function claimsOf(token: string): Claims {
  try {
    const { userid, namespace, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      readonly userid?: unknown;
      readonly namespace?: unknown;
      readonly exp?: unknown;
    };
    return {
      ...(typeof userid === 'string' && { userid }),
      ...(typeof namespace === 'number' && { namespace }),
      ...(typeof exp === 'number' && { expiresAt: exp * 1000 }),
    };
  } catch {
    return {};
  }
}

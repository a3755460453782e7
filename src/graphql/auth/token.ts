/** JSON Web Token → variables of rules. Key sets are fetched on demand and cached. */
import { createPublicKey } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify, type JWTPayload, type JWTVerifyGetKey, type KeyLike } from 'jose';
import { isMembers } from '../members';
import { messageOf } from '../request/failure';
import type { Authorization } from './authorization';

export type Claims = Readonly<Record<string, unknown>>;

/** By header name, in any case. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const KEYS_TIMEOUT_MS = 5_000;

/** Verifies the tokens of requests to one schema. */
export class Tokens {
  private readonly keys: readonly (JWTVerifyGetKey | KeyLike | Uint8Array)[];

  /** @throws Error for an invalid key */
  constructor(private readonly authorization: Authorization) {
    const { verificationKey, algorithm, keySets } = authorization;
    this.keys =
      verificationKey === undefined
        ? keySets.map((url) => createRemoteJWKSet(new URL(url), { timeoutDuration: KEYS_TIMEOUT_MS }))
        : [keyOf(verificationKey, algorithm!)];
  }

  /**
   * Returns the claims of a request's token: all of them, and the members of the schema's namespace.
   *
   * @throws Error with Dgraph's message: the token is malformed, has a wrong signature, has expired or has another
   *   audience; or it is missing, and the schema requires one
   */
  async claims(headers: Headers): Promise<Claims> {
    const token = tokenOf(headers, this.authorization.header);
    if (token === undefined) {
      if (this.authorization.closedByDefault) throw new Error('a valid JWT is required but was not provided');
      return {};
    }
    const payload = await this.verified(token);
    this.checkAudience(payload);
    const { [this.authorization.namespace]: namespaced, ...claims } = payload;
    return { ...claims, ...membersOf(namespaced) };
  }

  private async verified(token: string): Promise<JWTPayload> {
    const { algorithm } = this.authorization;
    let reason: unknown;
    for (const key of this.keys) {
      try {
        const options = algorithm === undefined ? {} : { algorithms: [algorithm] };
        // The overloads differ only in the kind of key.
        const { payload } = await jwtVerify(token, key as JWTVerifyGetKey, options);
        return payload;
      } catch (error) {
        reason = error;
      }
    }
    throw new Error(`unable to parse jwt token:${messageOf(reason)}`);
  }

  private checkAudience({ aud }: JWTPayload): void {
    if (aud === undefined || aud.length === 0) return;
    const { audience } = this.authorization;
    if (!audience) throw new Error('audience value was expected but not provided');
    const audiences = Array.isArray(aud) ? aud : [aud];
    if (!audiences.some((each) => audience.includes(each))) {
      throw new Error("JWT `aud` value doesn't match with the audience");
    }
  }
}

function keyOf(text: string, algorithm: string): KeyLike | Uint8Array {
  if (algorithm.startsWith('HS')) return new TextEncoder().encode(text);
  // Line ends in JSON strings are often escaped twice.
  return createPublicKey(text.replaceAll('\\n', '\n'));
}

/** Returns the first value of a header. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return typeof value === 'object' ? value[0] : value;
}

function tokenOf(headers: Headers, name: string): string | undefined {
  const value = headerOf(headers, name);
  if (value === undefined || value === '') return undefined;
  if (!/^bearer /i.test(value)) return value;
  const [, token, more] = value.split(' ');
  if (token === undefined || token === '' || more !== undefined) {
    throw new Error('invalid Bearer-formatted header value for JWT');
  }
  return token;
}

/** Accepts the members as an object or, like some issuers, as JSON text. */
function membersOf(value: unknown): Claims {
  if (typeof value !== 'string') return isMembers(value) ? value : {};
  try {
    const parsed: unknown = JSON.parse(value);
    return isMembers(parsed) ? parsed : {};
  } catch (error) {
    throw new Error(`unable to parse jwt token:${messageOf(error)}`, { cause: error });
  }
}

/** A JSON Web Token → the variables of rules. Sets of keys are fetched when a token asks for one, and kept. */
import { createPublicKey } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify, type JWTPayload, type JWTVerifyGetKey, type KeyLike } from 'jose';
import { isMembers } from '../members';
import { messageOf } from '../request/failure';
import type { Authorization } from './authorization';

export type Claims = Readonly<Record<string, unknown>>;

/** By the name of a header, in any case. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const KEYS_TIMEOUT_MS = 5_000;

/** Reads the tokens of requests to one schema. */
export class Tokens {
  private readonly keys: readonly (JWTVerifyGetKey | KeyLike | Uint8Array)[];

  /** @throws Error for a key that is none */
  constructor(private readonly authorization: Authorization) {
    const { verificationKey, algorithm, keySets } = authorization;
    this.keys =
      verificationKey === undefined
        ? keySets.map((url) => createRemoteJWKSet(new URL(url), { timeoutDuration: KEYS_TIMEOUT_MS }))
        : [keyOf(verificationKey, algorithm!)];
  }

  /**
   * What the token of a request says: all of its claims, and the members of the one that is the schema's.
   *
   * @throws Error in Dgraph's words: the token is none, is not signed so, has expired, is for others; or there is none, and
   *   the schema is closed to those without
   */
  async claims(headers: Headers): Promise<Claims> {
    const token = tokenOf(headers, this.authorization.header);
    if (token === undefined) {
      if (this.authorization.closedByDefault) throw new Error('a valid JWT is required but was not provided');
      return {};
    }
    const payload = await this.verified(token);
    this.checkAudience(payload);
    const { [this.authorization.namespace]: own, ...claims } = payload;
    return { ...claims, ...membersOf(own) };
  }

  private async verified(token: string): Promise<JWTPayload> {
    const { algorithm } = this.authorization;
    let reason: unknown;
    for (const key of this.keys) {
      try {
        const options = algorithm === undefined ? {} : { algorithms: [algorithm] };
        // The overloads differ in nothing but the kind of key.
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
    const given = Array.isArray(aud) ? aud : [aud];
    if (!given.some((each) => audience.includes(each))) {
      throw new Error("JWT `aud` value doesn't match with the audience");
    }
  }
}

function keyOf(text: string, algorithm: string): KeyLike | Uint8Array {
  if (algorithm.startsWith('HS')) return new TextEncoder().encode(text);
  // In JSON's strings line ends are often escaped twice.
  return createPublicKey(text.replaceAll('\\n', '\n'));
}

/** The first value of a header. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return typeof found === 'object' ? found[0] : found;
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

/** Also as a text of JSON, as some issuers write it. */
function membersOf(value: unknown): Claims {
  if (typeof value !== 'string') return isMembers(value) ? value : {};
  try {
    const parsed: unknown = JSON.parse(value);
    return isMembers(parsed) ? parsed : {};
  } catch (error) {
    throw new Error(`unable to parse jwt token:${messageOf(error)}`, { cause: error });
  }
}

/** Bearer of a token of a GraphQL schema (`# Dgraph.Authorization`), whenever it was given. */

/** Claims of one token, not of its owner (RFC 7519, section 4.1). */
const OF_TOKEN = new Set(['exp', 'iat', 'jti', 'nbf']);

/**
 * A text that is the same for all tokens of one owner. The token is verified before anything is carried out or answered.
 *
 * @param value of the header, with `Bearer ` before it or without
 */
export function callerOf(value: string): string {
  const token = value.replace(/^Bearer\s+/i, '');
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const owned = Object.entries(claims as object).filter(([name]) => !OF_TOKEN.has(name));
    return JSON.stringify(owned.sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return token;
  }
}

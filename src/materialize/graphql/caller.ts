/**
 * Identity of a caller by the token of a GraphQL schema (`# Dgraph.Authorization`), independent of when the token was
 * issued.
 */

/** Claims that differ between tokens of one owner (RFC 7519, section 4.1). */
const OF_TOKEN = new Set(['exp', 'iat', 'jti', 'nbf']);

/**
 * Returns a text that is the same for all tokens of one owner. The token is verified elsewhere, before anything is
 * carried out or answered.
 *
 * @param value of the header, with or without a leading `Bearer `
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

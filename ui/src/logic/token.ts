/** Access tokens of a cluster with access control: JSON Web Tokens, whose claims the page reads but cannot verify. */

/** Seconds before its end at which a token is refreshed. */
const MARGIN_S = 30;

/** End of a token in seconds since 1970; 0 if it names none. */
export function expiryOf(token: string): number {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(payload)) as { readonly exp?: unknown };
    return typeof exp === 'number' ? exp : 0;
  } catch {
    return 0;
  }
}

/** @param now milliseconds since 1970 */
export const isEnding = (token: string, now: number): boolean => expiryOf(token) - MARGIN_S < now / 1000;

/** Roles of API keys. The table of routes (../routes.ts) names the role of each route. */

/** Roles in ascending order; each includes those before it. */
export const ROLES = ['read', 'validate', 'write', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Role that a request needs; `none` for requests without a key. */
export type Needed = Role | 'none';

export const allows = (role: Role, needed: Needed): boolean =>
  needed === 'none' || ROLES.indexOf(role) >= ROLES.indexOf(needed);

interface OwnReach {
  readonly admin?: true | readonly string[];
  readonly reads?: readonly string[];
  readonly validates?: readonly string[];
}

/**
 * Returns the role that a request to an owlgate route needs: `read` for reading methods, `write` for others that
 * are not for administrators.
 *
 * @param target path and query string
 */
export function ownRole({ admin, reads = [], validates = [] }: OwnReach, method: string, target: string): Needed {
  if (method === 'OPTIONS') return 'none';
  if (validates.includes(method) && isValidation(target)) return 'validate';
  if (admin === true || admin?.includes(method)) return 'admin';
  return method === 'GET' || method === 'HEAD' || reads.includes(method) ? 'read' : 'write';
}

/** True for exactly one `validate=true`; handlers refuse every other spelling. */
function isValidation(target: string): boolean {
  const question = target.indexOf('?');
  if (question < 0) return false;
  const values = new URLSearchParams(target.slice(question + 1)).getAll('validate');
  return values.length === 1 && values[0] === 'true';
}

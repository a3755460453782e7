/** Roles of API keys. The table of routes (../routes.ts) says which one a request takes. */

/** In the order of what they allow; each allows what those before it do. */
export const ROLES = ['read', 'validate', 'write', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What a request takes: a key of that role, or none at all. */
export type Needed = Role | 'none';

export const allows = (role: Role, needed: Needed): boolean =>
  needed === 'none' || ROLES.indexOf(role) >= ROLES.indexOf(needed);

interface OwnReach {
  readonly admin?: true | readonly string[];
  readonly reads?: readonly string[];
  readonly validates?: readonly string[];
}

/**
 * Role that a request to a route of owlgate's own takes: to read what it reads, to write whatever else is not for admins.
 *
 * @param target path and query string
 */
export function ownRole({ admin, reads = [], validates = [] }: OwnReach, method: string, target: string): Needed {
  if (method === 'OPTIONS') return 'none';
  if (validates.includes(method) && isValidation(target)) return 'validate';
  if (admin === true || admin?.includes(method)) return 'admin';
  return method === 'GET' || method === 'HEAD' || reads.includes(method) ? 'read' : 'write';
}

/** Tells whether a request only validates: `validate=true`, once and spelled so. Handlers refuse every other spelling. */
function isValidation(target: string): boolean {
  const question = target.indexOf('?');
  if (question < 0) return false;
  const given = new URLSearchParams(target.slice(question + 1)).getAll('validate');
  return given.length === 1 && given[0] === 'true';
}

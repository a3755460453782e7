/** Roles of API keys. The table of routes (../routes.ts) says which one a request takes. */

/** In the order of what they allow; each allows what those before it do. */
export const ROLES = ['read', 'write', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What a request takes: a key of that role, or none at all. */
export type Needed = Role | 'none';

export const allows = (role: Role, needed: Needed): boolean =>
  needed === 'none' || ROLES.indexOf(role) >= ROLES.indexOf(needed);

interface OwnReach {
  readonly admin?: true | readonly string[];
  readonly reads?: readonly string[];
}

/** What a request to a route of owlgate's own takes: to read what it reads, to write whatever else is not for admins. */
export function ownRole({ admin, reads = [] }: OwnReach, method: string): Needed {
  if (method === 'OPTIONS') return 'none';
  if (admin === true || admin?.includes(method)) return 'admin';
  return method === 'GET' || method === 'HEAD' || reads.includes(method) ? 'read' : 'write';
}

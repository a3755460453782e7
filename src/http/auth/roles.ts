/** Roles of API keys. The table of routes (../routes.ts) names the role of each route. */

/** Roles in ascending order; each includes those before it. */
export const ROLES = ['read', 'validate', 'write', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Role that a request needs; `none` for requests without a key. */
export type Needed = Role | 'none';

export const allows = (role: Role, needed: Needed): boolean =>
  needed === 'none' || ROLES.indexOf(role) >= ROLES.indexOf(needed);

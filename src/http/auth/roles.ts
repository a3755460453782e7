/** What a key allows, and what each request takes. docs/security.md has the table. */

/** In the order of what they allow; each allows what those before it do. */
export const ROLES = ['read', 'validate', 'write', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What a request takes: a key of that role, or none at all. */
export type Needed = Role | 'none';

export const allows = (role: Role, needed: Needed): boolean =>
  needed === 'none' || ROLES.indexOf(role) >= ROLES.indexOf(needed);

interface PathRule {
  readonly path: string;
  /** Everything below the path too. */
  readonly subtree?: true;
  readonly role: Needed;
}

/**
 * Of Dgraph's routes, by the path as the engine will read it. A GraphQL mutation takes more than its path does: see
 * graphqlRole.ts.
 */
export const DGRAPH_PATHS: readonly PathRule[] = [
  // For load balancers and orchestrators, which have no key.
  { path: '/health', role: 'none' },
  { path: '/probe/graphql', role: 'none' },
  { path: '/query', subtree: true, role: 'read' },
  { path: '/graphql', role: 'read' },
  { path: '/login', role: 'read' },
  { path: '/debug/prometheus_metrics', role: 'read' },
  { path: '/ui/keywords', role: 'read' },
  { path: '/', role: 'read' },
  { path: '/mutate', subtree: true, role: 'write' },
  { path: '/commit', role: 'write' },
];

/** What is not in the table may do anything. */
const EVERYTHING_ELSE: Role = 'admin';

/**
 * What a request to a route of Dgraph's takes.
 *
 * @param path decoded, without the query string
 * @param target path and query string
 */
export function dgraphRole(path: string, method: string, target: string): Needed {
  if (method === 'OPTIONS') return 'none';
  const rule = DGRAPH_PATHS.find((each) => path === each.path || (each.subtree && path.startsWith(`${each.path}/`)));
  if (!rule) return EVERYTHING_ELSE;
  // `/health?all` names the members of the cluster.
  return rule.role === 'none' && target.includes('?') ? 'read' : rule.role;
}

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

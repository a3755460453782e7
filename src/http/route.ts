/** Routes: the two kinds of rows in the route table (routes.ts), and the decisions that follow from a row. */
import type { Request, Response } from 'express';
import type { Needed } from './auth/roles';
import type { ParameterTable } from './engine-parameters';
import type { Exchange } from './exchange';
import type { Work } from './limits/work';
import type { Services } from './services';

type DgraphHandler = (exchange: Exchange, services: Services) => Promise<void>;
export type OwlgateHandler = (request: Request, response: Response, services: Services) => Promise<void> | void;
/** Methods of owlgate's routes. HEAD is answered by the handler of GET. */
type Method = 'GET' | 'POST' | 'DELETE';

interface Restricted {
  /** Restricted to addresses that may administer; a list restricts these methods only. */
  readonly admin?: true | readonly string[];
}

/** Route of Dgraph. Refusals have Dgraph's form. */
export interface DgraphRoute extends Restricted {
  readonly kind: 'dgraph';
  readonly path: string;
  /** `alias`: the engine treats every path below like this one. `below`: paths below are separate paths. */
  readonly subtree?: 'alias' | 'below';
  /**
   * Accepted methods. Others are refused in Dgraph's words and do not reach the engine. OPTIONS is answered on every
   * route.
   */
  readonly methods: readonly string[];
  /**
   * Role of the API key that a request needs. Without keys, `admin` needs an administering address. A GraphQL mutation
   * needs a higher role: see auth/graphql-role.ts.
   */
  readonly role: Needed;
  readonly handler: DgraphHandler;
  /** Query parameters passed to the engine; none by default. */
  readonly parameters?: ParameterTable;
  /** A refused address gets the real status, and not Dgraph's 200: no client of Dgraph calls this route. */
  readonly realStatus?: true;
  /** The engine answers OPTIONS, since its GraphQL schema may name allowed origins. */
  readonly preflight?: 'engine';
}

/** Route of owlgate's own. Refusals have the statuses of errors.ts. */
export interface OwlgateRoute extends Restricted {
  readonly kind: 'owlgate';
  /** Path; a segment that begins with `:` matches any and is available in `request.params`. */
  readonly path: string;
  readonly handlers: Readonly<Partial<Record<Method, OwlgateHandler>>>;
  /** Methods besides GET that change only the gateway's own records: the role to read suffices. */
  readonly reads?: readonly Method[];
  /** Methods that change nothing with `validate=true`: the role to validate suffices. */
  readonly validates?: readonly Method[];
  /** Addresses on OWLGATE_METRICS need no key. */
  readonly scraped?: true;
  /** `none` for a route that needs no key. */
  readonly role?: 'none';
  /** Expensive work by method. */
  readonly work?: Readonly<Partial<Record<Method, Work>>>;
}

export type Route = DgraphRoute | OwlgateRoute;

/** Query string of a request. */
interface Query {
  /** As received, without its question mark. */
  readonly search: string;
  /** Parameters that the engine gets. */
  readonly parameters: URLSearchParams;
}

/** Returns true if a route serves a path that target.ts has parsed. */
export function serves(route: Route, path: string): boolean {
  if (path === route.path) return true;
  if (route.kind === 'owlgate') return fits(route.path, path);
  return route.subtree !== undefined && path.startsWith(route.path.endsWith('/') ? route.path : `${route.path}/`);
}

function fits(pattern: string, path: string): boolean {
  const variable = pattern.indexOf(':');
  if (variable < 0 || !path.startsWith(pattern.slice(0, variable))) return false;
  const segments = path.split('/');
  const parts = pattern.split('/');
  return (
    parts.length === segments.length &&
    parts.every((part, i) => (part.startsWith(':') ? segments[i] !== '' : part === segments[i]))
  );
}

/** Returns the accepted methods of a route, without OPTIONS. */
export const methodsOf = (route: Route): readonly string[] =>
  route.kind === 'dgraph'
    ? route.methods
    : Object.keys(route.handlers).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

/** Returns the role that a request needs. */
export function neededRole(route: Route, method: string, { search, parameters }: Query): Needed {
  if (method === 'OPTIONS') return 'none';
  if (route.kind === 'dgraph') return route.role === 'none' && parameters.size > 0 ? 'read' : route.role;
  if (route.role === 'none') return 'none';
  const { reads = [], validates = [] } = route;
  const isOneOf = (methods: readonly string[]): boolean => methods.includes(method);
  if (isOneOf(validates) && isValidation(search)) return 'validate';
  if (needsAdmin(route, method)) return 'admin';
  return method === 'GET' || method === 'HEAD' || isOneOf(reads) ? 'read' : 'write';
}

/** True for exactly one `validate=true`; handlers refuse every other spelling. */
function isValidation(search: string): boolean {
  const values = new URLSearchParams(search).getAll('validate');
  return values.length === 1 && values[0] === 'true';
}

/** Returns true if requests with a method are restricted to addresses that may administer. */
export const needsAdmin = ({ admin }: Route, method: string): boolean =>
  admin === true || (admin?.includes(method) ?? false);

/** Returns the expensive work of a request. */
export const workOf = (route: Route, method: string): Work | undefined =>
  route.kind === 'dgraph' ? undefined : route.work?.[(method === 'HEAD' ? 'GET' : method) as Method];

/** Returns the path to request from the engine. */
export const enginePath = ({ path, subtree }: DgraphRoute, requestedPath: string): string =>
  subtree === 'alias' ? path : requestedPath;

/** Returns the pattern of a route, for metrics and logs: one of a bounded set, unlike paths. */
export const patternOf = (route: Route): string =>
  route.kind === 'dgraph' && route.subtree === 'below' ? `${route.path.replace(/\/$/, '')}/*` : route.path;

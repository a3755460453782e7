/**
 * Route table: owlgate's own routes, and every path of an engine. Routing and roles depend on this table alone;
 * docs/security.md describes it.
 *
 * Dgraph's routes are dispatched without a framework; owlgate's own form an express application (application.ts).
 */
import type { Request, Response } from 'express';
import type { Exchange } from './exchange';
import { access } from './handlers/access';
import type { Needed } from './auth/roles';
import type { ParameterTable } from './engine-parameters';
import { handleAdmin, handleAdminSchema } from './handlers/admin';
import { handleAlter } from './handlers/alter';
import { deleteConversation, getConversations, getMessageEvents, getMessages, postMessage } from './handlers/chat';
import { handleCommit } from './handlers/commit';
import { currentOntology } from './handlers/currentOntology';
import { deleteDocument, getDocuments, postDocuments, relinkDocuments } from './handlers/documents';
import { explain } from './handlers/explain';
import { forward, forwardAs } from './handlers/forward';
import { handleGraphql } from './handlers/graphql';
import { introspect } from './handlers/introspect';
import { loadOntology } from './handlers/loadOntology';
import { materialization, materialize } from './handlers/materialization';
import { handleMutate } from './handlers/mutate';
import { deleteGraphqlExtension, graphqlExtension, setGraphqlExtension } from './handlers/ontologyGraphql';
import { handleQuery } from './handlers/query';
import { retrieve } from './handlers/retrieve';
import { violations } from './handlers/violations';
import { mcp } from './handlers/mcp';
import { openapi } from './handlers/openapi';
import type { Services } from './services';

export type DgraphHandler = (exchange: Exchange, services: Services) => Promise<void>;
export type OwnHandler = (request: Request, response: Response, services: Services) => Promise<void>;

interface Reach {
  /** Restricted to clients that may administer; a list restricts these methods only. */
  readonly admin?: true | readonly string[];
  /** Methods besides GET that change only the gateway's own records: the role to read suffices. */
  readonly reads?: readonly string[];
  /** Methods that change nothing with `validate=true`: the role to validate suffices. */
  readonly validates?: readonly string[];
}

/** Route of Dgraph. */
export interface DgraphRoute extends Reach {
  readonly path: string;
  /** `alias`: the engine treats every path below like this one. `below`: paths below are paths of their own. */
  readonly subtree?: 'alias' | 'below';
  /**
   * Accepted methods. Others are refused in Dgraph's words and do not reach the engine. OPTIONS is answered on every
   * route.
   */
  readonly methods: readonly string[];
  /**
   * Role of the API key that a request needs. Without keys, `admin` needs an administering address. A GraphQL mutation
   * needs more than its path: see auth/graphqlRole.ts.
   */
  readonly role: Needed;
  readonly handler: DgraphHandler;
  /** Query parameters passed to the engine; none by default. */
  readonly parameters?: ParameterTable;
  /** Address refusals use the real status: no Dgraph client, which would expect 200, calls this route. */
  readonly realStatus?: true;
  /** The engine answers OPTIONS, since its GraphQL schema may name allowed origins. */
  readonly preflight?: 'engine';
}

/** Route of owlgate's own. */
export interface OwnRoute extends Reach {
  /** Path; a segment that begins with `:` matches any and is available in `request.params`. */
  readonly path: string;
  readonly handlers: { readonly GET?: OwnHandler; readonly POST?: OwnHandler; readonly DELETE?: OwnHandler };
}

const READ = ['GET', 'HEAD'];
const POSTED = ['POST', 'PUT'];
const EVERY = [...READ, ...POSTED, 'PATCH', 'DELETE'];
const SDL_TYPE = 'application/graphql';
/** Dgraph's MCP server, whose tools alter and mutate. */
const MCP = {
  subtree: 'below',
  methods: EVERY,
  role: 'admin',
  handler: forward,
  admin: true,
  parameters: 'any',
  realStatus: true,
} as const;
const CONVERSATIONS = '/api/v1/databases/:id/chat/conversations';

export const OWN_ROUTES: readonly OwnRoute[] = [
  { path: '/openapi.json', handlers: { GET: openapi } },
  { path: '/mcp', handlers: { POST: mcp }, reads: ['POST'] },
  { path: '/ontology', handlers: { GET: currentOntology, POST: loadOntology }, admin: ['POST'], validates: ['POST'] },
  {
    path: '/ontology/graphql',
    handlers: { GET: graphqlExtension, POST: setGraphqlExtension, DELETE: deleteGraphqlExtension },
    admin: true,
    validates: ['POST'],
  },
  { path: '/ontology/access', handlers: { GET: access } },
  { path: '/ontology/introspect', handlers: { GET: introspect } },
  { path: '/ontology/explain', handlers: { GET: explain } },
  { path: '/ontology/violations', handlers: { GET: violations } },
  { path: '/ontology/materialize', handlers: { POST: materialize }, admin: true },
  { path: '/ontology/materialization', handlers: { GET: materialization } },
  {
    path: '/api/v1/databases/:id/documents',
    handlers: { GET: getDocuments, POST: postDocuments, DELETE: deleteDocument },
  },
  { path: '/api/v1/databases/:id/documents/relink', handlers: { POST: relinkDocuments } },
  { path: '/api/v1/databases/:id/retrieve', handlers: { POST: retrieve }, reads: ['POST'] },
  { path: CONVERSATIONS, handlers: { GET: getConversations } },
  { path: `${CONVERSATIONS}/:conversation`, handlers: { DELETE: deleteConversation }, reads: ['DELETE'] },
  {
    path: `${CONVERSATIONS}/:conversation/messages`,
    handlers: { GET: getMessages, POST: postMessage },
    reads: ['POST'],
  },
  { path: `${CONVERSATIONS}/:conversation/messages/:message/events`, handlers: { GET: getMessageEvents } },
];

const JSON_TYPE = 'application/json';
const TRANSACTION = { startTs: 'unsigned', hash: 'text' } as const;
const GRAPHQL = { query: 'text', operationName: 'text', variables: 'text', extensions: 'text' } as const;

/**
 * All paths of an engine; the first match counts. The last entry covers unknown paths: a later Dgraph may do anything
 * there.
 */
export const DGRAPH_ROUTES: readonly DgraphRoute[] = [
  // For load balancers and orchestrators, which have no key. With a parameter, /health lists the members of the
  // cluster.
  { path: '/health', methods: READ, role: 'none', handler: forward, parameters: { all: 'present', live: 'present' } },
  { path: '/probe/graphql', methods: READ, role: 'none', handler: forward },
  { path: '/login', methods: POSTED, role: 'read', handler: forwardAs(JSON_TYPE) },
  {
    path: '/query',
    subtree: 'alias',
    methods: POSTED,
    role: 'read',
    handler: handleQuery,
    parameters: {
      ...TRANSACTION,
      debug: 'boolean',
      timeout: 'duration',
      ro: 'boolean',
      be: 'boolean',
      respFormat: 'text',
    },
  },
  {
    path: '/mutate',
    subtree: 'alias',
    methods: POSTED,
    role: 'write',
    handler: handleMutate,
    parameters: { ...TRANSACTION, commitNow: 'boolean' },
  },
  {
    path: '/commit',
    methods: POSTED,
    role: 'write',
    handler: handleCommit,
    parameters: { ...TRANSACTION, abort: 'boolean' },
  },
  {
    path: '/alter',
    methods: POSTED,
    role: 'admin',
    handler: handleAlter,
    admin: true,
    parameters: { runInBackground: 'boolean' },
  },
  {
    path: '/graphql',
    methods: EVERY,
    role: 'read',
    handler: handleGraphql,
    parameters: GRAPHQL,
    preflight: 'engine',
  },
  { path: '/admin', methods: ['GET', 'POST'], role: 'admin', handler: handleAdmin, admin: true, parameters: GRAPHQL },
  { path: '/admin/schema', methods: POSTED, role: 'admin', handler: handleAdminSchema, admin: true },
  { path: '/admin/schema/validate', methods: POSTED, role: 'admin', handler: forwardAs(SDL_TYPE), admin: true },
  { path: '/admin/shutdown', methods: ['GET'], role: 'admin', handler: forward, admin: true },
  {
    path: '/admin/draining',
    methods: POSTED,
    role: 'admin',
    handler: forwardAs(JSON_TYPE),
    admin: true,
    parameters: { enable: 'text' },
  },
  { path: '/admin/config/cache_mb', methods: ['GET', 'PUT'], role: 'admin', handler: forward, admin: true },
  { path: '/admin', subtree: 'below', methods: EVERY, role: 'admin', handler: forward, admin: true, parameters: 'any' },
  // For an alpha started with --mcp. POST /mcp itself is owlgate's own.
  { path: '/mcp', ...MCP },
  { path: '/mcp-ro', ...MCP },
  { path: '/', methods: READ, role: 'read', handler: forward },
  { path: '/ui/keywords', methods: READ, role: 'read', handler: forward },
  { path: '/state', methods: READ, role: 'admin', handler: forward },
  { path: '/metrics', methods: READ, role: 'admin', handler: forward, parameters: 'any' },
  { path: '/debug', subtree: 'below', methods: EVERY, role: 'admin', handler: forward, parameters: 'any' },
  { path: '/', subtree: 'below', methods: EVERY, role: 'admin', handler: forward, parameters: 'any' },
];

/** Returns true if a request needs a client that may administer. */
export function needsAdmin({ admin }: Reach, method: string): boolean {
  return admin === true || (admin?.includes(method) ?? false);
}

/** Returns the route of a path that target.ts has parsed. */
export function findDgraphRoute(path: string): DgraphRoute {
  return DGRAPH_ROUTES.find(
    (route) => path === route.path || (route.subtree !== undefined && path.startsWith(withSlash(route.path))),
  )!;
}

/** Returns the role that a request to one of Dgraph's routes needs, given its parsed query string. */
export function dgraphRole({ role }: DgraphRoute, method: string, parameters: URLSearchParams): Needed {
  if (method === 'OPTIONS') return 'none';
  return role === 'none' && parameters.size > 0 ? 'read' : role;
}

/** Returns the path to request from the engine. */
export const sentPath = ({ path, subtree }: DgraphRoute, asked: string): string => (subtree === 'alias' ? path : asked);

/** Returns the route of a path without percent-encoding. */
export function findOwnRoute(path: string): OwnRoute | undefined {
  const segments = path.split('/');
  return OWN_ROUTES.find(({ path: pattern }) => pattern === path || fits(pattern.split('/'), segments));
}

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, i) => (part.startsWith(':') ? segments[i] !== '' : part === segments[i]));

const withSlash = (path: string): string => (path.endsWith('/') ? path : `${path}/`);

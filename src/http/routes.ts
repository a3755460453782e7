/**
 * Route table: owlgate's own routes, and every path of an engine. Routing, roles, addresses and limits of work depend
 * on this table alone. dispatcher.ts takes every request through the same steps by it; docs/security/keys.md lists it.
 *
 * Only the handlers of owlgate's own routes run in Express. On the hot path (/query, /mutate) Express would add 20 µs
 * to each request, where this table takes 0.5 µs, and handlers of Dgraph's routes need nothing of Express. The figures
 * are those of `npm run bench -- express`.
 */
import { access } from './handlers/access';
import { handleAdmin, handleAdminSchema } from './handlers/admin';
import { handleAlter } from './handlers/alter';
import { deleteConversation, getConversations, getMessageEvents, getMessages, postMessage } from './handlers/chat';
import { handleCommit } from './handlers/commit';
import { currentOntology } from './handlers/current-ontology';
import { deleteDocument, getDocuments, postDocuments, relinkDocuments } from './handlers/documents';
import { explain } from './handlers/explain';
import { exportGraph } from './handlers/export';
import { health } from './handlers/health';
import { forward, forwardAs } from './handlers/forward';
import { handleGraphql } from './handlers/graphql';
import { importRdf, importState } from './handlers/import';
import { introspect, terms } from './handlers/introspect';
import { loadOntology } from './handlers/load-ontology';
import { materialization, materialize } from './handlers/materialization';
import { handleLogin } from './handlers/login';
import { handleMutate } from './handlers/mutate';
import { deleteGraphqlExtension, graphqlExtension, setGraphqlExtension } from './handlers/ontology-graphql';
import { handleQuery } from './handlers/query';
import { blame, documentation, rollback, versionDifference, versions } from './handlers/ontology-history';
import { retrieve } from './handlers/retrieve';
import { violations } from './handlers/violations';
import { mcp } from './handlers/mcp';
import { openapi } from './handlers/openapi';
import { metrics } from './handlers/metrics';
import { livez, readyz } from './handlers/probes';
import { root } from './handlers/root';
import { session, workbenchAsset, workbenchEntry, workbenchPage } from './handlers/workbench';
import { serves, type DgraphRoute, type OwlgateRoute, type Route } from './route';

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

const OWLGATE_ROUTES: readonly Omit<OwlgateRoute, 'kind'>[] = [
  { path: '/openapi.json', handlers: { GET: openapi } },
  { path: '/', handlers: { GET: root } },
  { path: '/livez', handlers: { GET: livez }, role: 'none' },
  { path: '/readyz', handlers: { GET: readyz }, role: 'none' },
  { path: '/metrics', handlers: { GET: metrics }, admin: true, scraped: true },
  // Files of the workbench have no data; what it reads takes a key.
  { path: '/ui', handlers: { GET: workbenchEntry }, role: 'none' },
  { path: '/ui/', handlers: { GET: workbenchPage }, role: 'none' },
  { path: '/ui/assets/:file', handlers: { GET: workbenchAsset }, role: 'none' },
  { path: '/ui/session', handlers: { GET: session } },
  { path: '/mcp', handlers: { POST: mcp }, reads: ['POST'] },
  {
    path: '/ontology',
    handlers: { GET: currentOntology, POST: loadOntology },
    admin: ['POST'],
    validates: ['POST'],
    // A validation costs as much as a load: it omits only the last step.
    work: { POST: 'loads' },
  },
  {
    path: '/ontology/graphql',
    handlers: { GET: graphqlExtension, POST: setGraphqlExtension, DELETE: deleteGraphqlExtension },
    admin: true,
    validates: ['POST'],
    work: { POST: 'loads' },
  },
  { path: '/ontology/versions', handlers: { GET: versions }, work: { GET: 'explanations' } },
  { path: '/ontology/diff', handlers: { GET: versionDifference }, work: { GET: 'explanations' } },
  { path: '/ontology/blame', handlers: { GET: blame }, work: { GET: 'explanations' } },
  {
    path: '/ontology/rollback',
    handlers: { POST: rollback },
    admin: true,
    validates: ['POST'],
    work: { POST: 'loads' },
  },
  { path: '/ontology/docs', handlers: { GET: documentation }, work: { GET: 'explanations' } },
  { path: '/ontology/access', handlers: { GET: access } },
  { path: '/ontology/introspect', handlers: { GET: introspect } },
  { path: '/ontology/terms', handlers: { GET: terms } },
  { path: '/ontology/explain', handlers: { GET: explain }, work: { GET: 'explanations' } },
  { path: '/ontology/violations', handlers: { GET: violations }, work: { GET: 'explanations' } },
  { path: '/ontology/materialize', handlers: { POST: materialize }, admin: true },
  { path: '/ontology/materialization', handlers: { GET: materialization } },
  { path: '/export', handlers: { GET: exportGraph }, work: { GET: 'exports' } },
  { path: '/import', handlers: { POST: importRdf }, work: { POST: 'imports' } },
  { path: '/import/:id', handlers: { GET: importState } },
  {
    path: '/api/v1/databases/:id/documents',
    handlers: { GET: getDocuments, POST: postDocuments, DELETE: deleteDocument },
  },
  { path: '/api/v1/databases/:id/documents/relink', handlers: { POST: relinkDocuments } },
  {
    path: '/api/v1/databases/:id/retrieve',
    handlers: { POST: retrieve },
    reads: ['POST'],
    work: { POST: 'retrievals' },
  },
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

/** All paths of an engine. The last entry covers unknown paths: a later Dgraph may do anything there. */
const DGRAPH_ROUTES: readonly Omit<DgraphRoute, 'kind'>[] = [
  // Load balancers and orchestrators have no key. With a parameter, /health lists the members of the cluster and needs
  // one.
  { path: '/health', methods: READ, role: 'none', handler: health, parameters: { all: 'present', live: 'present' } },
  { path: '/probe/graphql', methods: READ, role: 'none', handler: forward },
  { path: '/login', methods: POSTED, role: 'read', handler: handleLogin },
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
  // Dgraph's own, for an alpha started with --mcp. POST /mcp is owlgate's.
  { path: '/mcp', ...MCP },
  { path: '/mcp-ro', ...MCP },
  { path: '/ui/keywords', methods: READ, role: 'read', handler: forward },
  { path: '/state', methods: READ, role: 'admin', handler: forward },
  { path: '/debug', subtree: 'below', methods: EVERY, role: 'admin', handler: forward, parameters: 'any' },
  { path: '/', subtree: 'below', methods: EVERY, role: 'admin', handler: forward, parameters: 'any' },
];

/** All routes; the first that serves a path counts. */
export const ROUTES: readonly Route[] = [
  ...OWLGATE_ROUTES.map((route): Route => ({ kind: 'owlgate', ...route })),
  ...DGRAPH_ROUTES.map((route): Route => ({ kind: 'dgraph', ...route })),
];

/** Returns the route of a path that target.ts has parsed. */
export const findRoute = (path: string): Route => BY_PATH.get(path) ?? searchRoute(path);

const searchRoute = (path: string): Route => ROUTES.find((route) => serves(route, path))!;

/** Routes of the paths that are named in the table. */
const BY_PATH: ReadonlyMap<string, Route> = new Map(ROUTES.map(({ path }) => [path, searchRoute(path)]));

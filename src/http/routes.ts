/**
 * The table of routes: what owlgate answers itself, what it looks into, and, for all the rest, the engine.
 *
 * Dgraph's routes are byte streams and are dispatched without a framework; owlgate's own are an express application
 * (application.ts).
 */
import type { Request, Response } from 'express';
import type { Exchange } from './exchange';
import { handleAdmin } from './handlers/admin';
import { handleAlter } from './handlers/alter';
import { deleteConversation, getConversations, getMessageEvents, getMessages, postMessage } from './handlers/chat';
import { handleCommit } from './handlers/commit';
import { currentOntology } from './handlers/currentOntology';
import { deleteDocument, getDocuments, postDocuments, relinkDocuments } from './handlers/documents';
import { explain } from './handlers/explain';
import { forward } from './handlers/forward';
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
import type { Services } from './services';

export type DgraphHandler = (exchange: Exchange, services: Services) => Promise<void>;
export type OwnHandler = (request: Request, response: Response, services: Services) => Promise<void>;

interface Reach {
  /** Open only to those who may administer; a list names the methods of which this is true. */
  readonly admin?: true | readonly string[];
  /** Methods besides GET that change nothing but what the gateway keeps of its own: a key that may read will do. */
  readonly reads?: readonly string[];
}

/** A route of Dgraph's. */
export interface DgraphRoute extends Reach {
  readonly path: string;
  /** Everything below the path too. */
  readonly subtree?: true;
  /** Other methods go to the engine, which refuses them in its own words. */
  readonly methods?: readonly string[];
  readonly handler: DgraphHandler;
  /** Who answers OPTIONS: the engine's GraphQL schema may name the origins that it allows. */
  readonly preflight?: 'engine';
}

/** A route of owlgate's own. */
export interface OwnRoute extends Reach {
  /** A segment that begins with `:` stands for any; handlers find it in `request.params`. */
  readonly path: string;
  readonly handlers: { readonly GET?: OwnHandler; readonly POST?: OwnHandler; readonly DELETE?: OwnHandler };
}

const POSTED = ['POST', 'PUT'];
const CONVERSATIONS = '/api/v1/databases/:id/chat/conversations';

export const OWN_ROUTES: readonly OwnRoute[] = [
  { path: '/mcp', handlers: { POST: mcp }, reads: ['POST'] },
  { path: '/ontology', handlers: { GET: currentOntology, POST: loadOntology }, admin: ['POST'] },
  {
    path: '/ontology/graphql',
    handlers: { GET: graphqlExtension, POST: setGraphqlExtension, DELETE: deleteGraphqlExtension },
    admin: true,
  },
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

/** The first that fits. */
export const DGRAPH_ROUTES: readonly DgraphRoute[] = [
  { path: '/query', subtree: true, methods: POSTED, handler: handleQuery },
  { path: '/mutate', subtree: true, methods: POSTED, handler: handleMutate },
  { path: '/commit', methods: POSTED, handler: handleCommit },
  { path: '/alter', methods: POSTED, handler: handleAlter, admin: POSTED },
  { path: '/admin', subtree: true, handler: handleAdmin, admin: true },
  { path: '/graphql', handler: handleGraphql, preflight: 'engine' },
  { path: '/', subtree: true, handler: forward },
];

/** Whether a request has to come from someone who may administer. */
export function needsAdmin({ admin }: Reach, method: string): boolean {
  return admin === true || (admin?.includes(method) ?? false);
}

/** The handler for a path, as the engine reads it, and a method. */
export function findDgraphRoute(path: string): DgraphRoute {
  return DGRAPH_ROUTES.find(
    (route) => path === route.path || (route.subtree && path.startsWith(withSlash(route.path))),
  )!;
}

/** By a path without percent-encoding. */
export function findOwnRoute(path: string): OwnRoute | undefined {
  const segments = path.split('/');
  return OWN_ROUTES.find(({ path: pattern }) => pattern === path || fits(pattern.split('/'), segments));
}

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, i) => (part.startsWith(':') ? segments[i] !== '' : part === segments[i]));

const withSlash = (path: string): string => (path.endsWith('/') ? path : `${path}/`);

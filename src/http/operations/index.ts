/** Operations of owlgate's own routes, by path and method. */
import { EXPORT } from './export';
import * as history from './history';
import * as imports from './imports';
import * as ontology from './ontology';
import { operation, type Operation, type Schema } from './operation';
import * as probes from './probes';
import * as questions from './questions';
import * as workbench from './workbench';

/** Error of JSON-RPC 2.0. */
const RPC_ERROR: Schema = {
  type: 'object',
  required: ['jsonrpc', 'error'],
  properties: {
    jsonrpc: { const: '2.0' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' } },
    },
  },
};

export const MCP = operation({
  id: 'mcp',
  tag: 'agents',
  summary: 'Message of the Model Context Protocol (streamable HTTP, without sessions)',
  parameters: {},
  body: { required: true, content: { 'application/json': { type: 'object', description: 'JSON-RPC 2.0 message.' } } },
  answers: {
    200: {
      description: 'Answer of the protocol.',
      content: { 'application/json': { type: 'object' }, 'text/event-stream': { type: 'string' } },
    },
    202: { description: 'A notification was accepted.' },
    400: {
      description: 'Not a message of the protocol, or of an unknown version.',
      content: { 'application/json': RPC_ERROR },
    },
    406: { description: 'JSON and event streams are not both accepted.', content: { 'application/json': RPC_ERROR } },
    415: { description: 'Not JSON.', content: { 'application/json': RPC_ERROR } },
  },
  errors: [],
});

export const OPENAPI = operation({
  id: 'getOpenApi',
  tag: 'service',
  summary: 'This document',
  parameters: {},
  answers: { 200: { description: 'OpenAPI 3.1.', content: { 'application/json': { type: 'object' } } } },
  errors: [],
});

const DATABASE = '/api/v1/databases/:id';
const CONVERSATION = `${DATABASE}/chat/conversations/:conversation`;

export type Method = 'GET' | 'POST' | 'DELETE';

/** Path of a route, as routes.ts has it → method → operation. */
export const OPERATIONS: Readonly<Record<string, Readonly<Partial<Record<Method, Operation>>>>> = {
  '/ontology': { GET: ontology.CURRENT, POST: ontology.LOAD },
  '/ontology/graphql': {
    GET: ontology.GRAPHQL_EXTENSION,
    POST: ontology.SET_GRAPHQL_EXTENSION,
    DELETE: ontology.DELETE_GRAPHQL_EXTENSION,
  },
  '/ontology/versions': { GET: history.VERSIONS },
  '/ontology/diff': { GET: history.DIFF },
  '/ontology/blame': { GET: history.BLAME },
  '/ontology/rollback': { POST: history.ROLLBACK },
  '/ontology/docs': { GET: history.PAGE },
  '/ontology/access': { GET: ontology.ACCESS },
  '/ontology/introspect': { GET: ontology.INTROSPECT },
  '/ontology/terms': { GET: ontology.TERMS },
  '/ontology/explain': { GET: ontology.EXPLAIN },
  '/ontology/violations': { GET: ontology.VIOLATIONS },
  '/ontology/materialize': { POST: ontology.MATERIALIZE },
  '/ontology/materialization': { GET: ontology.MATERIALIZATION },
  '/export': { GET: EXPORT },
  '/import': { POST: imports.IMPORT },
  '/import/:id': { GET: imports.IMPORT_STATE },
  [`${DATABASE}/documents`]: {
    GET: questions.GET_DOCUMENTS,
    POST: questions.POST_DOCUMENTS,
    DELETE: questions.DELETE_DOCUMENT,
  },
  [`${DATABASE}/documents/relink`]: { POST: questions.RELINK },
  [`${DATABASE}/retrieve`]: { POST: questions.RETRIEVE },
  [`${DATABASE}/chat/conversations`]: { GET: questions.LIST_CONVERSATIONS },
  [CONVERSATION]: { DELETE: questions.DELETE_CONVERSATION },
  [`${CONVERSATION}/messages`]: { GET: questions.LIST_MESSAGES, POST: questions.POST_MESSAGE },
  [`${CONVERSATION}/messages/:message/events`]: { GET: questions.MESSAGE_EVENTS },
  '/mcp': { POST: MCP },
  '/openapi.json': { GET: OPENAPI },
  '/': { GET: probes.ROOT },
  '/livez': { GET: probes.LIVE },
  '/readyz': { GET: probes.READY },
  '/metrics': { GET: probes.METRICS },
  '/ui': { GET: workbench.ENTRY },
  '/ui/': { GET: workbench.PAGE },
  '/ui/assets/:file': { GET: workbench.ASSET },
  '/ui/session': { GET: workbench.SESSION },
};

export const SCHEMAS: Readonly<Record<string, Schema>> = {
  ...ontology.SCHEMAS,
  ...history.SCHEMAS,
  ...questions.SCHEMAS,
  ...workbench.SCHEMAS,
};

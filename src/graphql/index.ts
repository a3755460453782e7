/**
 * Dgraph's GraphQL: an API generated from SDL, and answered over DQL. This room does no I/O; it runs on a
 * GraphqlBackend.
 *
 *     const api = new GraphqlApi(readSdl(text));
 *     await api.execute({ query, variables, operationName }, backend)   → { errors, data }
 *
 * sdl (text → model) → api (model → generated schema); request (text → selections) → query or mutation (selections →
 * DQL) → answer (DQL's answer → GraphQL's).
 */
export { GraphqlApi, type GraphqlResponse } from './execute';
export type { GraphqlBackend, Upsert, UpsertAnswer } from './backend';
export { DEFAULT_LIMITS, type GraphqlLimits } from './request/limits';
export type { GraphqlRequest, ReadRequest } from './request';
export { RequestFailure, type ResponseError } from './request/failure';
export { readSdl } from './sdl/read';
export { GraphqlSchemaError, type SchemaProblem } from './sdl/schema-error';
export type { GraphqlModel } from './sdl/model';

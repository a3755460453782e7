/**
 * Dgraph's GraphQL: an API generated from SDL and answered over DQL. This room does no I/O; it uses a GraphqlBackend.
 * const api = new GraphqlApi(readSdl(text));
 * await api.execute({ query, variables, operationName }, backend) → { errors, data }
 * Stages: sdl (text → model) → api (model → generated schema); request (text → selections) → query or mutation
 * (selections → DQL) → answer (DQL's answer → GraphQL's).
 * Processes that may never answer a GraphQL request enter through `sdl` and `request`, which load far less.
 */
export { GraphqlApi, printResponse, type GraphqlResponse } from './execute';
export { upsertBody } from './backend';
export type { Admit, GraphqlBackend, Remembered, Remembering, Upsert, UpsertAnswer } from './backend';
export { completeApi } from './api/complete';
export { printApi } from './api/print';
export { ruleProblems } from './auth/check';
export { headerOf } from './auth/token';
export { lambdaProblems } from './custom/lambda';
export { bare } from './query/text';
export { Screen } from './request/screen';
export { schemaProblems } from './sdl/check';
export { poll, POLL_INTERVAL_MS, type PolledAnswer } from './subscription/poll';

/** Requests and subscriptions as clients send them, before any schema is read: HTTP, WebSocket, limits, failures. */
export { noSchema, parametersOf, printRequest, readHttpRequest, responseHead } from '../http';
export type { HttpRequest, ResponseHead } from '../http';
export { foldMembers, isMembers } from '../members';
export { checkHash, PERSISTED_QUERY, persistedHash, persistedText } from '../persisted';
export { headersOf, SUB_PROTOCOLS, type SubProtocol } from '../subscription/messages';
export { SubscriptionSession, type Subscriber, type SubscriptionHost } from '../subscription/session';
export { mayExceed } from './bound';
export { RequestFailure, type ResponseError } from './failure';
export { checkLimits, DEFAULT_LIMITS, ENGINE_LIMITS, type GraphqlLimits } from './limits';
export { parseDocument } from './parse';
export type { GraphqlRequest, ReadRequest } from './read';

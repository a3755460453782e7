/** Parts of the HTTP room that calls over gRPC share: decisions about clients, queries, changes of the schema. */
export type { Arrival, Departure, Peer } from '../auth/arrival';
export { callerOf, demand } from '../auth/caller';
export { KEY_PREFIX } from '../auth/keys';
export { onExchangeEnd } from '../exchange-end';
export type { Needed } from '../auth/roles';
export { engineHeaders, requireSingleHeaders } from '../headers';
export { leaseOf, paceOf } from '../limits/body-budget';
export { BodyPace } from '../limits/body-pace';
export { becomesStream, countAnswer } from '../limits/concurrency';
export { decompress } from '../middleware/decompress';
export { refusalOf } from '../middleware/failures';
export { requestIdOf } from '../middleware/request-id';
export { DgraphRefusal } from '../refusal';
export type { Services } from '../services';
export type { SharedParts } from './parts';
export { mayNeedRewrite, rewriteQuery } from './queries';
export { changeSchema, hasSucceeded, MAX_SCHEMA_BYTES } from './schema-change';

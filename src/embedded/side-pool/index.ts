/** Side pool: threads for long queries and large mutations. */
export { SidePool } from './side-pool';
export { ThreadFailure, type PoolThread, type LentState } from './handle';
export type { Applied, MutationBody, Prepared, ToThread } from './messages';
export type { Cancellation } from './pool';

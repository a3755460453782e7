/** Side pool: threads for long queries and large mutations. */
export { Aside } from './aside';
export { AsideFailure, type AsideThread, type LentState } from './handle';
export type { Applied, MutationBody, Prepared, ToThread } from './messages';
export type { Cancellation as Patience } from './pool';

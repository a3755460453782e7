/** Long work, beside the engine's own thread. */
export { Aside } from './aside';
export { AsideFailure, type AsideThread, type LentState } from './handle';
export type { Applied, MutationBody, Prepared, ToThread } from './messages';
export type { Patience } from './pool';

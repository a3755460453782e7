/** Shared state of a running query. */
import type { ReadView } from '../storage/view';
import type { Limits } from './limits';
import type { Variables } from './node';

export interface Context {
  readonly view: ReadView;
  readonly limits: Limits;
  /** Variables defined so far. */
  readonly variables: Variables;
  /** True if every node shows its uid. */
  readonly debug: boolean;
}

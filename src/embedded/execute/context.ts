/** What every part of a running query shares. */
import type { ReadView } from '../storage/view';
import type { Limits } from './limits';
import type { Variables } from './variables';

export interface Context {
  readonly view: ReadView;
  readonly limits: Limits;
  /** What the blocks before this one have defined. */
  readonly variables: Variables;
  /** Every node shows its uid. */
  readonly debug: boolean;
}

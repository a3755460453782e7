/** Results of fields, and the response that they make up. */
import type { ResponseError } from '../request/failure';
import type { Completed } from './complete';

/** Result of one field. */
export interface FieldResult {
  readonly value: unknown;
  readonly errors: readonly ResponseError[];
}

/** Fields of a response, with their errors. */
export interface Resolved {
  /** Key of the response → value. As in Dgraph, a field whose query fails is omitted. */
  readonly data: Completed | null;
  readonly errors: readonly ResponseError[];
}

/** What the engine and a thread that answers long queries say to each other. */
import type { QueryRequest } from '../requests';

export interface AsideData {
  readonly directory: string;
}

/** What a query is, without what the engine does about transactions. */
export type AsideQuery = Pick<QueryRequest, 'query' | 'variables' | 'debug' | 'format'>;

export type ToThread =
  /** Take the state that is committed now. */
  | { readonly kind: 'hold' }
  /** Answer from it, and let it go. */
  | { readonly kind: 'run'; readonly request: AsideQuery; readonly deadline: number };

export interface AsideAnswer {
  readonly json: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly parsing: number;
}

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'held' }
  | ({ readonly kind: 'answer' } & AsideAnswer)
  /** `message` is for the client; `timeout` says that it is because of the deadline. */
  | { readonly kind: 'failure'; readonly message: string; readonly timeout: boolean };

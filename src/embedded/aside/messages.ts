/** What the engine and a thread that does long work say to each other: one message each, by turns. */
import type { PredicateDeclaration, TypeDeclaration } from '../../dql/schema/ast';
import type { QueryRequest } from '../requests';
import type { SdlAnswer, SdlQuestion } from '../graphql/work-out';
import type { DeltaPart, PredicateEntry } from '../storage';

export interface AsideData {
  readonly directory: string;
}

/** What a query is, without what the engine does about transactions. */
export type AsideQuery = Pick<QueryRequest, 'query' | 'variables' | 'debug' | 'format'>;

/** The body of a mutation, as it came. */
export interface MutationBody {
  readonly type: 'json' | 'rdf';
  readonly bytes: Uint8Array;
  /** What the labels of new nodes without a name begin with. */
  readonly labels: string;
}

export type ToThread =
  /** Work on the state that the engine holds under this name until the work is done. */
  | { readonly kind: 'state'; readonly snapshot: number; readonly adopted: readonly PredicateEntry[] }
  /** And on this, which the transaction has written. */
  | { readonly kind: 'written'; readonly part: DeltaPart }
  /** Answer a query. */
  | { readonly kind: 'query'; readonly request: AsideQuery; readonly deadline: number }
  /** Read a mutation; it needs no state. */
  | { readonly kind: 'read'; readonly body: MutationBody }
  /** Answer its query, and choose what of it is to be done. */
  | { readonly kind: 'decide'; readonly deadline: number }
  /** Hold it against the schema; the uids are for its new nodes. */
  | { readonly kind: 'prepare'; readonly uids: Float64Array; readonly catalog: CatalogData }
  /**
   * Apply it; the entries are those of every predicate that it writes. `keys` are the transaction's conflict keys so far,
   * where the client is to be told them.
   */
  | { readonly kind: 'apply'; readonly entries: readonly PredicateEntry[]; readonly keys?: Float64Array }
  /** The next part of what the transaction has written now. */
  | { readonly kind: 'part' }
  /** Check a GraphQL schema; it needs no state. */
  | { readonly kind: 'sdl'; readonly question: SdlQuestion }
  /** Forget what this was about. */
  | { readonly kind: 'end' };

/** The schema in force. */
export interface CatalogData {
  readonly predicates: readonly PredicateEntry[];
  readonly types: readonly TypeDeclaration[];
}

export interface AsideAnswer {
  readonly json: string;
  readonly counts: ReadonlyMap<string, number>;
  /** Nanoseconds. */
  readonly parsing: number;
}

/** A mutation that has been read. */
export interface ReadSummary {
  /** Without mutations it is a query, and nothing else. */
  readonly mutations: number;
  readonly parsing: number;
}

/** What a mutation needs of the engine before it is prepared. */
export interface Needs {
  readonly newNodes: number;
  /** Uids that the client has chosen: of each block the highest. */
  readonly explicit: readonly number[];
  /** The query's answer, where there is one. */
  readonly queries?: string;
  readonly counts: ReadonlyMap<string, number>;
}

export interface Prepared {
  readonly undeclared: readonly PredicateDeclaration[];
  readonly predicates: readonly string[];
  readonly cost: number;
}

/** What a mutation has come to: in forms that take no time to pass on. */
export interface Applied {
  /** The uids of new nodes by label, as a JSON object. */
  readonly uids: string;
  /** Conflict keys of this mutation, ascending. */
  readonly conflicts: Float64Array;
  /** Those of the whole transaction as JSON strings between commas. */
  readonly keys: string;
}

export type FromThread =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'answer' } & AsideAnswer)
  | ({ readonly kind: 'read' } & ReadSummary)
  | ({ readonly kind: 'needs' } & Needs)
  | ({ readonly kind: 'prepared' } & Prepared)
  | ({ readonly kind: 'applied' } & Applied)
  | { readonly kind: 'sdl'; readonly answer: SdlAnswer }
  /** Absent after the last. */
  | { readonly kind: 'part'; readonly part?: DeltaPart }
  /**
   * `message` is for the client; `timeout` says that it is because of the deadline; `named` are the predicates that the
   * request would have written.
   */
  | {
      readonly kind: 'failure';
      readonly message: string;
      readonly timeout: boolean;
      readonly named?: readonly string[];
    };

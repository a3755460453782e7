/** Messages between the engine and a thread of the side pool. Each side sends one and waits for the other. */
import type { PredicateDeclaration, TypeDeclaration } from '../../dql';
import type { QueryRequest } from '../requests';
import type { SdlResult, SdlRequest } from '../graphql/compile-sdl';
import type { DeltaPart, PredicateEntry } from '../storage';

export interface ThreadData {
  readonly directory: string;
  /** Shared memory: not 0 once the thread is to end. */
  readonly stop: Int32Array;
}

/** Query without its transaction parameters. */
export type PoolQuery = Pick<QueryRequest, 'query' | 'variables' | 'debug' | 'format'>;

/** Body of a mutation, undecoded. */
export interface MutationBody {
  readonly type: 'json' | 'rdf';
  readonly bytes: Uint8Array;
  /** Prefix of the labels of new nodes without a name. */
  readonly labels: string;
}

export type ToThread =
  /** Sets the state for the following messages. `snapshot` is the handle of a snapshot that the engine holds. */
  | { readonly kind: 'state'; readonly snapshot: number; readonly adopted: readonly PredicateEntry[] }
  /** Adds writes of the transaction to the state. */
  | { readonly kind: 'written'; readonly part: DeltaPart }
  /** Goes on with the state of the last mutation, which was one of the same transaction. */
  | { readonly kind: 'resume'; readonly adopted: readonly PredicateEntry[] }
  /** Answers a query. */
  | { readonly kind: 'query'; readonly request: PoolQuery; readonly deadline: number }
  /** Parses a mutation; needs no state. */
  | { readonly kind: 'read'; readonly body: MutationBody }
  /** Answers the query of the mutation and evaluates its conditions. */
  | { readonly kind: 'decide'; readonly deadline: number }
  /** Checks the mutation against the schema. `uids` are for its new nodes. */
  | { readonly kind: 'prepare'; readonly uids: Float64Array; readonly catalog: CatalogData }
  /**
   * Applies the mutation. `entries` has every predicate that it writes. `keys`: conflict keys of the transaction so
   * far, if the client needs them. `parts`: writes that the following `part` messages request, those of the whole
   * transaction or of this mutation.
   */
  | {
      readonly kind: 'apply';
      readonly entries: readonly PredicateEntry[];
      readonly keys?: Float64Array;
      readonly parts: 'transaction' | 'mutation';
    }
  /** Requests the next part of the writes. */
  | { readonly kind: 'part' }
  /** Checks a GraphQL schema; needs no state. */
  | { readonly kind: 'sdl'; readonly question: SdlRequest }
  /** Drops the mutation, and the state unless `keepsState`. */
  | { readonly kind: 'end'; readonly keepsState: boolean }
  /** Asks for a sign that the thread reads nothing any more. */
  | { readonly kind: 'stop' };

/** The schema in force. */
interface CatalogData {
  readonly predicates: readonly PredicateEntry[];
  readonly types: readonly TypeDeclaration[];
}

export interface PoolAnswer {
  readonly json: string;
  readonly counts: ReadonlyMap<string, number>;
  /** Nanoseconds. */
  readonly parsing: number;
}

/** Result of parsing a mutation. */
export interface ReadSummary {
  /** 0 for a plain query. */
  readonly mutations: number;
  readonly parsing: number;
}

/** Input that a mutation needs from the engine before `prepare`. */
export interface Needs {
  readonly newNodes: number;
  /** Highest client-chosen uid of each block. */
  readonly explicit: readonly number[];
  /** JSON text of the query's answer; absent without a query. */
  readonly queries?: string;
  readonly counts: ReadonlyMap<string, number>;
}

export interface Prepared {
  readonly undeclared: readonly PredicateDeclaration[];
  readonly predicates: readonly string[];
  readonly cost: number;
}

/** Result of a mutation, in forms that are cheap to post. */
export interface Applied {
  /** JSON object: label of a new node → uid. */
  readonly uids: string;
  /** Conflict keys of this mutation, ascending. */
  readonly conflicts: Float64Array;
  /** Conflict keys of the whole transaction: JSON strings, joined by commas. */
  readonly keys: string;
}

export type FromThread =
  | { readonly kind: 'ready' }
  /** Answers `stop`. */
  | { readonly kind: 'stopped' }
  | ({ readonly kind: 'answer' } & PoolAnswer)
  | ({ readonly kind: 'read' } & ReadSummary)
  | ({ readonly kind: 'needs' } & Needs)
  | ({ readonly kind: 'prepared' } & Prepared)
  | ({ readonly kind: 'applied' } & Applied)
  | { readonly kind: 'sdl'; readonly answer: SdlResult }
  /** `part` is absent after the last part. */
  | { readonly kind: 'part'; readonly part?: DeltaPart }
  /**
   * `message` is for the client. `timeout`: the deadline has passed. `writtenPredicates`: predicates that the request
   * would have written.
   */
  | {
      readonly kind: 'failure';
      readonly message: string;
      readonly timeout: boolean;
      readonly writtenPredicates?: readonly string[];
    };

/** Backend of GraphQL: DQL queries, and upserts. */

export interface Upsert {
  /** Blocks that define variables for the mutations; answers of named blocks come back in `queries`. */
  readonly query?: string;
  readonly mutations: readonly {
    /** `gt(len(x), 0)`, without `@if`. */
    readonly cond?: string;
    /** JSON of Dgraph's mutations: objects with `uid`, predicates as keys. */
    readonly set?: readonly unknown[];
    readonly delete?: readonly unknown[];
  }[];
}

export interface UpsertAnswer {
  /** Name of a blank node, without `_:` → its uid. */
  readonly uids: Readonly<Record<string, string>>;
  readonly queries: Readonly<Record<string, unknown>>;
  /** Commit timestamp of the transaction, if known. */
  readonly commitTs?: number | undefined;
  /** Stored result of this field, if an earlier request carried it out; nothing was written now. */
  readonly remembered?: Remembered | undefined;
}

/** Stored result of a mutation's field, for answering a repeated request. */
export interface Remembered {
  /** Uids of the nodes at the top. */
  readonly touched: readonly string[];
  readonly count: number;
  /** Value of the field for deleted nodes, which cannot be read any more. */
  readonly value?: unknown;
}

/** Field that runs once, however often its request is sent. */
export interface Remembering {
  /** Index of the field in the operation. */
  readonly place: number;
  /** Undefined if nothing was written and nothing is to be stored. */
  readonly of: (answer: UpsertAnswer) => Remembered | undefined;
}

/** Backend of a request. Messages of its errors go to the client. */
export interface GraphqlBackend {
  /**
   * @param variables of the query's head, `$name` → value
   * @returns `data`, parsed. Numbers beyond JavaScript's precision are objects that print as the number (as in
   *   lossless-json); the response repeats them unchanged.
   */
  query(dql: string, variables?: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>>;
  /** Aborts when the client no longer waits for the answer; absent if unknown. */
  readonly signal?: AbortSignal;
  /**
   * Runs an upsert in one transaction, and commits it.
   *
   * @param admit checks the transaction before the commit; if it rejects, so does the upsert, and nothing is written
   * @param remembering the result to store in the transaction, if the request must run only once
   */
  mutate(upsert: Upsert, admit?: Admit, remembering?: Remembering): Promise<UpsertAnswer>;
  /** Returns stored results of fields; absent if there are none. */
  readonly recall?: (place: number) => Promise<Remembered | undefined>;
}

export type Admit = (
  answer: UpsertAnswer,
  query: (dql: string) => Promise<Readonly<Record<string, unknown>>>,
) => Promise<void>;

/** JSON body of `/mutate`. */
export const upsertBody = ({ query, mutations }: Upsert): object => ({
  ...(query && { query }),
  mutations: mutations.map(({ cond, ...rest }) => ({ ...rest, ...(cond && { cond: `@if(${cond})` }) })),
});

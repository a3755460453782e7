/** What GraphQL runs on: DQL queries, and upserts. */

export interface Upsert {
  /** Blocks whose variables the mutations use; what named blocks answer comes back in `queries`. */
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
  /** Name of a blank node, without `_:` → the uid that it got. */
  readonly uids: Readonly<Record<string, string>>;
  readonly queries: Readonly<Record<string, unknown>>;
  /** Of the transaction, where it is known. */
  readonly commitTs?: number | undefined;
  /** Of a field that another request had carried out meanwhile: nothing was written now. */
  readonly remembered?: Remembered | undefined;
}

/** Result of a mutation's field as it is remembered, so that it can be answered again. */
export interface Remembered {
  /** Uids of the nodes at the top. */
  readonly touched: readonly string[];
  readonly count: number;
  /** Of what has been deleted, which cannot be read any more: the field's value. */
  readonly value?: unknown;
}

/** A field that is carried out once, however often its request is sent. */
export interface Remembering {
  /** Of the field, among those of the operation. */
  readonly place: number;
  /** Undefined: nothing was written, and nothing is to be remembered. */
  readonly of: (answer: UpsertAnswer) => Remembered | undefined;
}

/** Rejections are Errors whose messages go to the client. */
export interface GraphqlBackend {
  /**
   * @param variables of the query's head, `$name` → value
   * @returns `data`, parsed. Numbers that JavaScript does not hold exactly are objects whose text is the number's (as
   *   lossless-json has them); they come back in the response as they are.
   */
  query(dql: string, variables?: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>>;
  /** Aborted when nobody waits for an answer any more; absent where that is not known. */
  readonly signal?: AbortSignal;
  /**
   * Runs in one transaction, and commits it.
   *
   * @param admit asks before the commit, in the transaction, whether it may be; what it rejects with is the rejection, and
   *   nothing was written
   * @param remembering what to remember in the transaction, where the request is to be carried out once
   */
  mutate(upsert: Upsert, admit?: Admit, remembering?: Remembering): Promise<UpsertAnswer>;
  /** Remembered results of fields; absent where none is remembered. */
  readonly recall?: (place: number) => Promise<Remembered | undefined>;
}

export type Admit = (
  answer: UpsertAnswer,
  query: (dql: string) => Promise<Readonly<Record<string, unknown>>>,
) => Promise<void>;

/** As JSON of `/mutate` has it. */
export const upsertBody = ({ query, mutations }: Upsert): object => ({
  ...(query && { query }),
  mutations: mutations.map(({ cond, ...rest }) => ({ ...rest, ...(cond && { cond: `@if(${cond})` }) })),
});

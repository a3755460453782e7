/**
 * The engine contract: Dgraph's HTTP API (https://dgraph.io/docs/dql/clients/raw-http/), as the rest of owlgate sees it.
 * A cluster and the embedded engine answer it alike; which of them stands behind an `Engine` matters only for what it can
 * serve.
 */
import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';

/** What a client's request says of who it is (`X-Dgraph-AccessToken`, …): sent on with every request made for it. */
export type Credentials = Readonly<Record<string, string>>;

export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'OPTIONS' | 'HEAD' | 'DELETE';
  /** Path and query string, as `/query?ro=true`. */
  readonly path: string;
  /** Each once, in whatever case; those of the connection and of the body's framing are the wire's. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** How long the answer may take in all; for ever by default. */
  readonly timeoutMs?: number;
  /** Limit of the answer's body; by default that of the engine's client. */
  readonly maxAnswerBytes?: number | undefined;
  /** Ends the exchange. */
  readonly signal?: AbortSignal;
  /** True for a request that changes nothing, although its method and path would let it. */
  readonly reads?: boolean;
}

export interface EngineAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One entry of Dgraph's `errors[]`. */
export interface EngineErrorEntry {
  readonly message: string;
  readonly path?: readonly unknown[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Dgraph's `extensions`. */
export interface EngineExtensions {
  readonly server_latency?: Readonly<Record<string, number>>;
  readonly txn?: TransactionContext;
  readonly [key: string]: unknown;
}

/** `extensions.txn`. */
export interface TransactionContext {
  readonly start_ts: number;
  readonly commit_ts?: number;
  readonly keys?: readonly string[];
  readonly preds?: readonly string[];
  readonly hash?: string;
  readonly aborted?: boolean;
}

export interface QueryAnswer<Data = Record<string, unknown>> {
  readonly data: Data;
  readonly extensions: EngineExtensions;
  /** The answer as it came: numbers too large for a double keep their digits here. */
  readonly body: Buffer;
}

export interface MutateAnswer {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly uids: Readonly<Record<string, string>>;
  /** Answers of an upsert's query; numbers too large for a double keep their digits (`body` has them). */
  readonly queries: Readonly<Record<string, unknown>> | null;
  readonly extensions: EngineExtensions;
  /** The answer as it came. */
  readonly body: Buffer;
}

export interface QueryOptions {
  readonly credentials?: Credentials;
  readonly variables?: Readonly<Record<string, string>>;
  /** Reads in this transaction; a new one by default, whose start is in the answer. */
  readonly startTs?: number;
  readonly hash?: string;
  readonly readOnly?: boolean;
  readonly bestEffort?: boolean;
  /** As Dgraph's `timeout`, e.g. `20s`. */
  readonly timeout?: string;
  /** Limit of the answer's body; `isTooLarge` tells the error of an answer above it. */
  readonly maxAnswerBytes?: number;
}

export interface MutateOptions {
  readonly credentials?: Credentials;
  readonly contentType: 'application/rdf' | 'application/json';
  readonly startTs?: number;
  readonly hash?: string;
  readonly commitNow?: boolean;
  /** Further parameters, sent as they are. */
  readonly parameters?: Readonly<Record<string, string>>;
}

export interface CommitOptions {
  readonly credentials?: Credentials;
  readonly startTs: number;
  readonly hash?: string;
  readonly keys?: readonly string[];
  readonly preds?: readonly string[];
  readonly abort?: boolean;
}

/** One entry of /health. */
export interface EngineHealth {
  readonly instance?: string;
  readonly address?: string;
  readonly status: string;
  readonly version?: string;
  readonly [key: string]: unknown;
}

/** The answer to `schema {}`. */
export interface EngineSchema {
  readonly schema: readonly StoredPredicate[];
  readonly types: readonly { readonly name: string; readonly fields: readonly { readonly name: string }[] }[];
}

export interface StoredPredicate {
  readonly predicate: string;
  readonly type: string;
  readonly index?: boolean;
  readonly tokenizer?: readonly string[];
  readonly list?: boolean;
  readonly reverse?: boolean;
  readonly count?: boolean;
  readonly lang?: boolean;
  readonly upsert?: boolean;
  readonly unique?: boolean;
  readonly [key: string]: unknown;
}

export type LoginRequest =
  | { readonly userid: string; readonly password: string; readonly namespace?: number }
  | { readonly refreshToken: string };

/** The tokens of an ACL login. */
export interface Login {
  readonly accessJwt: string;
  readonly refreshJwt: string;
}

/** The end of a transaction, and the engine's answer as it came. */
export interface CommitAnswer {
  /** Absent where the engine does not tell: after an abort. */
  readonly txn?: TransactionContext | undefined;
  readonly body: Buffer;
}

/**
 * An engine. Every call throws OwlgateError EngineUnreachable where no answer comes and nothing can have been done, and
 * OutcomeUnknown where a request that changes something was sent and its answer did not come. Calls that read the answer
 * throw `EngineFailure` where it carries `errors[]`.
 */
export interface Engine {
  readonly kind: 'embedded' | 'cluster';
  /** For messages; without credentials. */
  readonly url: string;
  /**
   * Who the gateway logs in as, for requests that are its own; undefined where it does not. Those made for a client carry
   * the client's credentials, and `NOBODY` where it has none.
   */
  readonly identity?: { readonly userid: string; readonly namespace: number } | undefined;
  /** One exchange, whatever its status. */
  send(request: EngineRequest): Promise<EngineAnswer>;
  /** One exchange whose answer is streamed to a client. The request is composed: nothing of the client's own goes on unread. */
  forward(request: EngineRequest, response: ServerResponse): Promise<void>;
  /**
   * A WebSocket of the gateway's own, for a client.
   *
   * @param path at the engine
   * @param headers besides those of the handshake
   * @returns when it is open
   */
  openWebSocket(path: string, protocol: string, headers: Readonly<Record<string, string>>): Promise<WebSocket>;
  query<Data = Record<string, unknown>>(text: string, options?: QueryOptions): Promise<QueryAnswer<Data>>;
  mutate(body: string | Buffer, options: MutateOptions): Promise<MutateAnswer>;
  commit(options: CommitOptions): Promise<CommitAnswer>;
  /** A schema text, or `{drop_attr: …}` and the like; waits and asks again while transactions are pending. */
  alter(operation: string | Readonly<Record<string, unknown>>, credentials?: Credentials): Promise<void>;
  /** The GraphQL schema in force, as SDL; undefined where there is none. */
  graphqlSchema(credentials?: Credentials): Promise<string | undefined>;
  /**
   * Puts a GraphQL schema in force. The predicates that it maps are then declared as it says, and lose what it does not
   * say: `@reverse`, `@count`, further indexes. Waits as `alter` does.
   */
  setGraphqlSchema(sdl: string, credentials?: Credentials): Promise<void>;
  /** What the engine has against a GraphQL schema, in its words; undefined: nothing. */
  refusalOfGraphqlSchema(sdl: string, credentials?: Credentials): Promise<string | undefined>;
  /**
   * Uids that no node has, as a cluster hands them out: clients may name those up to the last of them.
   *
   * @throws EngineFailure where the engine does not, as the embedded one, which takes any
   */
  assignUids(count: number, credentials?: Credentials): Promise<{ readonly first: number; readonly last: number }>;
  /** What GET /health says, of this alpha or with `all` of every node. */
  health(options?: { readonly all?: boolean; readonly credentials?: Credentials }): Promise<readonly EngineHealth[]>;
  /** What GET /state says: groups, members, tablets. */
  state(credentials?: Credentials): Promise<Readonly<Record<string, unknown>>>;
  /** What `schema {}` says: every predicate and type. */
  schema(credentials?: Credentials): Promise<EngineSchema>;
  /** Logs in to a cluster with access control. */
  login(who: LoginRequest): Promise<Login>;
  /** Ends what is still open. */
  close(): Promise<void>;
}

/**
 * Engine contract: Dgraph's HTTP API (https://dgraph.io/docs/dql/clients/raw-http/) as the rest of owlgate sees it. A
 * cluster and the embedded engine answer it alike and differ only in the features they serve.
 */
import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import type { MutationRequest } from '../dql';
import type { RequestWork } from '../util/requestScope';
import type { Span } from '../util/telemetry';

/** Headers by which the engine knows a client (`X-Dgraph-AccessToken`, …); sent with every request made for it. */
export type Credentials = Readonly<Record<string, string>>;

export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'OPTIONS' | 'HEAD' | 'DELETE';
  /** Path and query string, for example `/query?ro=true`. */
  readonly path: string;
  /** Each name once, in any case; `wire/` adds the headers of the connection and of the body's framing. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /**
   * Time limit of the whole answer, and of the head of one that is forwarded, with the connection; default: the limit
   * of the engine's client.
   */
  readonly timeoutMs?: number | undefined;
  /** Limit of the answer's body; default: the limit of the engine's client. */
  readonly maxAnswerBytes?: number | undefined;
  /** Ends the exchange. */
  readonly signal?: AbortSignal;
  /** True for a request that changes nothing although its method and path would allow it. */
  readonly reads?: boolean;
}

export interface EngineAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Entry of Dgraph's `errors[]`. */
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
  /** Answer as received; numbers too large for a double keep their digits here. */
  readonly body: Buffer;
  /** `data` as received, if it came apart from the rest. */
  readonly json?: Buffer;
}

export interface MutateAnswer {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly uids: Readonly<Record<string, string>>;
  /** Answers of an upsert's query. `body` keeps the digits of numbers too large for a double. */
  readonly queries: Readonly<Record<string, unknown>> | null;
  readonly extensions: EngineExtensions;
  /** Answer as received. */
  readonly body: Buffer;
}

export interface QueryOptions {
  readonly credentials?: Credentials;
  readonly variables?: Readonly<Record<string, string>>;
  /** Transaction to read in; default: a new one, whose start is in the answer. */
  readonly startTs?: number;
  readonly hash?: string;
  /** Begins no transaction. */
  readonly readOnly?: boolean;
  /** With `readOnly`: further queries read the same state, by the timestamp in the answer. Default: false. */
  readonly repeatable?: boolean;
  readonly bestEffort?: boolean;
  /** Dgraph's `timeout`, for example `20s`. */
  readonly timeout?: string;
  /** Limit of the answer's body; `isTooLarge` recognizes the error of an answer above it. */
  readonly maxAnswerBytes?: number;
  /** Ends the query; the reason is thrown. */
  readonly signal?: AbortSignal | undefined;
}

/** Answer that this process has computed or composed. */
export interface NearAnswer {
  readonly status: number;
  /** Names as Dgraph writes them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Reads that this thread can answer, from the snapshots of the embedded engine. */
export interface NearReads {
  /** Returns the engine's answer; undefined for a request that the engine has to answer. */
  answer(request: EngineRequest): NearAnswer | Promise<NearAnswer> | undefined;
  close(): Promise<void>;
}

/** Requests to the embedded engine by messages. */
export interface Posting {
  /** Returns undefined for a request to send over HTTP; rejects if the engine ends without an answer. */
  post(request: EngineRequest): Promise<EngineAnswer> | undefined;
  close(): void;
}

/** gRPC call of a method of api.Dgraph. */
export interface AlphaCall {
  /** Name of the method, such as `Query`. */
  readonly method: string;
  readonly message: Buffer;
  /** Credentials and trace, by lower-case name. */
  readonly metadata: Readonly<Record<string, string>>;
  /** True if the call changes nothing: only then is it tried again at another alpha after it was sent. */
  readonly reads: boolean;
  /** Time limit of the answer; default: the limit of the client of the calls. */
  readonly timeoutMs?: number;
  /** Maximum bytes of the answer; default: none. */
  readonly maxAnswerBytes?: number;
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** Client whose end cancels the call, at less cost than a signal. */
  readonly client?: CallClient | undefined;
  /** Request that the call is for; default: that of the current code. */
  readonly scope?: { readonly span?: Span | undefined; readonly work?: RequestWork | undefined };
}

export interface CallClient {
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/** gRPC calls to the alphas of a cluster. */
export interface AlphaCalls {
  /** True if a call would be sent at once. Otherwise begins to connect, so that a later call is. */
  readonly isReady: boolean;
  /**
   * Sends a message.
   *
   * @returns the answer's message
   * @throws CallFailure; OwlgateError OutcomeUnknown for a change whose answer did not come
   */
  call(call: AlphaCall): Promise<Buffer>;
  /** Takes no more calls. Resolves when the connections without calls are closed. */
  close(): Promise<void>;
}

/** Options of a read whose answer is its data alone. */
export type ReadOptions = Pick<QueryOptions, 'credentials' | 'variables' | 'signal'>;

/** Body of /mutate, or what it says. */
export type MutationContent = string | Buffer | MutationRequest;

export interface MutateOptions {
  readonly credentials?: Credentials;
  /** Media type of a body; statements need none. */
  readonly contentType?: 'application/rdf' | 'application/json';
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

/** Entry of /health. */
export interface EngineHealth {
  readonly instance?: string;
  readonly address?: string;
  readonly status: string;
  readonly version?: string;
  readonly [key: string]: unknown;
}

/** Answer to `schema {}`. */
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

/** Tokens of an ACL login. */
export interface Login {
  readonly accessJwt: string;
  readonly refreshJwt: string;
}

/** End of a transaction, and the engine's answer as received. */
export interface CommitAnswer {
  /** Absent after an abort. */
  readonly txn?: TransactionContext | undefined;
  readonly body: Buffer;
}

/**
 * Client of an engine. Every call throws OwlgateError EngineUnreachable if no answer comes and the request cannot have
 * been carried out, and OutcomeUnknown if a request that changes something was sent and its answer did not come. Calls
 * that read the answer throw `EngineFailure` if it carries `errors[]`.
 */
export interface Engine {
  readonly kind: 'embedded' | 'cluster';
  /** URL for messages, without credentials. */
  readonly url: string;
  /**
   * Login of the gateway for its own requests; undefined if it has none. Requests made for a client carry the client's
   * credentials, or `NOBODY` if it has none.
   */
  readonly identity?: { readonly userid: string; readonly namespace: number } | undefined;
  /** Alphas by URL without credentials, or `embedded`; false after a failed connection, and for one that hangs. */
  readonly states: ReadonlyMap<string, boolean>;
  /** gRPC calls to the alphas of a cluster; undefined for the embedded engine, and where they are off. */
  readonly alphas?: AlphaCalls | undefined;
  /** Sends a request and returns its answer, whatever the status. */
  send(request: EngineRequest): Promise<EngineAnswer>;
  /**
   * Answers a query at less cost than over HTTP, if that is possible: on this thread for the embedded engine, over
   * gRPC for a cluster. The whole answer is held.
   *
   * @param client its end cancels the work of a cluster
   * @returns undefined for a request to send
   */
  answerNear(request: EngineRequest, client?: CallClient): NearAnswer | Promise<NearAnswer | undefined> | undefined;
  /**
   * Sends a request that changes nothing to all alphas at once, hanging ones too, and returns the first answer with
   * status 200, else any.
   */
  sendToAll(request: EngineRequest & { readonly timeoutMs: number }): Promise<EngineAnswer>;
  /**
   * Sends a request and streams its answer to a client. The request is composed by the gateway: no unread part of the
   * client's request is passed on.
   */
  forward(request: EngineRequest, response: ServerResponse): Promise<void>;
  /**
   * Opens a WebSocket for a client.
   *
   * @param path at the engine
   * @param headers besides those of the handshake
   * @returns the open WebSocket
   */
  openWebSocket(path: string, protocol: string, headers: Readonly<Record<string, string>>): Promise<WebSocket>;
  query<Data = Record<string, unknown>>(text: string, options?: QueryOptions): Promise<QueryAnswer<Data>>;
  /**
   * Runs a query that belongs to no transaction; over gRPC where an alpha is connected, which costs less.
   *
   * @returns `data` as received
   */
  read(text: string, options?: ReadOptions): Promise<Buffer>;
  /**
   * Sends a body of /mutate, or statements; statements go over gRPC where an alpha is connected, which costs less.
   */
  mutate(content: MutationContent, options: MutateOptions): Promise<MutateAnswer>;
  commit(options: CommitOptions): Promise<CommitAnswer>;
  /** Applies a schema text or an operation such as `{drop_attr: …}`; retries while transactions are pending. */
  alter(operation: string | Readonly<Record<string, unknown>>, credentials?: Credentials): Promise<void>;
  /** Returns the GraphQL schema in force as SDL; undefined if there is none. */
  graphqlSchema(credentials?: Credentials): Promise<string | undefined>;
  /**
   * Puts a GraphQL schema in force. Dgraph redeclares its predicates, which lose everything that the schema does not
   * mention: `@reverse`, `@count`, further indexes. Retries like `alter`.
   */
  setGraphqlSchema(sdl: string, credentials?: Credentials): Promise<void>;
  /**
   * Leases uids that no node has. A cluster refuses requests with uids above the last leased one.
   *
   * @throws EngineFailure if the engine leases none: the embedded one accepts any uid
   */
  assignUids(count: number, credentials?: Credentials): Promise<{ readonly first: number; readonly last: number }>;
  /** Returns GET /health: of one alpha, or of every node with `all`. */
  health(options?: { readonly all?: boolean; readonly credentials?: Credentials }): Promise<readonly EngineHealth[]>;
  /** Returns GET /state: groups, members, tablets. */
  state(credentials?: Credentials): Promise<Readonly<Record<string, unknown>>>;
  /** Returns the answer to `schema {}`: every predicate and type. The same object as before for the same answer. */
  schema(credentials?: Credentials): Promise<EngineSchema>;
  /** Logs in to a cluster with access control. */
  login(request: LoginRequest): Promise<Login>;
  /** Closes all connections. */
  close(): Promise<void>;
}

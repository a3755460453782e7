/** Interface of the write service: mutations and commits of clients. */
import type { Credentials } from '../../dgraph';
import type { Idempotent } from '../idempotency/records';

export type { Idempotent };

export interface WriteService {
  /** True if this service must carry out the mutation; any other may be forwarded unchanged. */
  concerns(call: MutateCall): boolean;
  mutate(call: MutateCall): Promise<MutateReply>;
  /**
   * Ends a client's transaction. With an ontology in force, its commit is checked for conflicts with all others,
   * whatever keys the client sends, and through whichever gateway.
   *
   * @throws EngineFailure as the engine refuses; OwlgateError InvalidRequest, also for a timestamp that was not given
   *   out; OutcomeUnknown
   */
  commit(call: CommitCall): Promise<MutateReply>;
  /**
   * Returns the stored answer to a request with an `Idempotency-Key`; undefined if it has not been carried out.
   *
   * @throws OwlgateError IdempotencyKeyReused, AccessDenied; EngineFailure
   */
  recall(request: Idempotent, credentials?: Credentials): Promise<string | undefined>;
}

export interface MutateCall {
  /** Decompressed. */
  readonly body: Buffer;
  /** Without parameters, in lower case. */
  readonly contentType: string;
  /** Query string of the request. */
  readonly parameters: URLSearchParams;
  readonly credentials?: Credentials;
  /** From the `Idempotency-Key`, if there is one. */
  readonly idempotent?: Idempotent;
}

/** Request to /commit. */
export interface CommitCall {
  /** Decompressed. */
  readonly body: Buffer;
  /** Query string of the request. */
  readonly parameters: URLSearchParams;
  readonly credentials?: Credentials;
  /** From the `Idempotency-Key`, if there is one. */
  readonly idempotent?: Idempotent;
}

/** Answer to a client, ready to send: HTTP status 200 with Dgraph's body, for errors as well. */
export interface MutateReply {
  readonly body: string | Buffer;
  /** True if it repeats the answer to an earlier request with the same `Idempotency-Key`. */
  readonly isReplay?: boolean;
}

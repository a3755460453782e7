/** Interface of the write service: mutations and commits of clients. */
import type { Credentials } from '../../dgraph';
import type { NQuad } from '../../dql';
import type { OwlgateError } from '../../errors';
import type { WriteEffects } from '../../util/telemetry';
import type { Idempotent } from '../idempotency/records';
import type { ForeseenSchema } from './foreseen-schema';

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
  /**
   * Writes a batch of an import, in one transaction of its own or in the given one.
   *
   * @throws BatchRefused; EngineFailure, OwlgateError
   */
  writeBatch(batch: Batch): Promise<BatchOutcome>;
}

/** Part of an import: statements to set, with IRIs as identities of nodes. */
export interface Batch {
  readonly statements: readonly NQuad[];
  readonly credentials?: Credentials | undefined;
  /** Maximum facts added by inference. */
  readonly inferenceLimit: number;
  /** Stripe of its shared guards; random by default. */
  readonly stripe?: number;
  /** Open transaction of a dry run: nothing is committed. */
  readonly transaction?: { readonly startTs: number; readonly hash?: string | undefined };
  /** True to reason over the statements without sending them to the engine. */
  readonly isUnsent?: boolean | undefined;
  /** Present in a dry run: the schema that the import would make. */
  readonly foreseen?: ForeseenSchema | undefined;
  /** Returns statements of the importer for the transaction of the batch. */
  readonly note?: ((effect: BatchEffect) => readonly NQuad[]) | undefined;
}

export interface BatchEffect {
  readonly inferred: number;
  /** Stored values that new ones replaced, with what followed from them. */
  readonly retracted: number;
}

export interface BatchOutcome extends BatchEffect {
  /** Time of the reasoner; absent if no rule concerns the batch. */
  readonly inferenceMs?: number | undefined;
  /** Transaction of the write. */
  readonly txn: { readonly startTs: number; readonly hash?: string | undefined };
}

/** A batch contradicts the ontology, or entails more than its limit; nothing of it was written. */
export class BatchRefused extends Error {
  override readonly name = 'BatchRefused';

  /**
   * @param errors as far as the client may read their grounds
   * @param isOverflow true if it entails more than its limit
   */
  constructor(
    readonly errors: readonly OwlgateError[],
    readonly isOverflow: boolean,
  ) {
    super(errors.map(({ message }) => message).join('; '));
  }
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
  /** Ends the write until its statements are sent to the engine; its reason is thrown. */
  readonly signal?: AbortSignal;
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
  /** Effects under the ontology in force, for telemetry; absent for a replay and a dry run. */
  readonly effects?: WriteEffects;
}

/** Delivery of a write to the engine: its options, the statements and the outcome. */
import type { Credentials, MutateAnswer } from '../../dgraph';
import type { Mutation, MutationRequest } from '../../dql';
import type { AnswerRecorder } from '../idempotency/answer-recorder';
import type { Fact } from '../store/terms';
import type { DeletedNodes } from './deleted-nodes';
import type { Locks } from './guards';
import type { WriteWarning } from './name-warnings';

export interface WriteOptions {
  readonly credentials?: Credentials | undefined;
  readonly commitNow: boolean;
  readonly startTs?: number | undefined;
  readonly hash?: string | undefined;
  /** Ends the write until its statements are sent; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Number of the attempt, from 1. */
  readonly attempt?: number;
  /** Stripe of shared guards; random by default. */
  readonly stripe?: number | undefined;
  /** Warnings for the answer. */
  readonly warnings?: readonly WriteWarning[];
  /** Other parameters of the client's request. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Stores the answer of a request with an `Idempotency-Key`; `compose` makes that answer. */
  readonly recorder?: AnswerRecorder | undefined;
  readonly compose?: (outcome: WriteOutcome) => Promise<string>;
}

export interface DeliveryOptions extends WriteOptions {
  /** True if the client began the transaction and ends it. */
  readonly isOfClient?: boolean;
}

export interface Parcel {
  /** The client's statements, with its query. */
  readonly request: MutationRequest;
  /** Statements that the gateway adds. */
  readonly added: Mutation;
  /** Values of `owlgate.lock` that the decision takes; see guards.ts. */
  readonly guards: readonly string[];
  /** Locks behind the guards; absent for a write that reads nothing, and for one that excludes all others. */
  readonly locks?: Locks | undefined;
  /** True if the write takes no fact back that rules read. */
  readonly isAdditive?: boolean;
  /** Number of nodes that the statements create. Default: counted; printed statements cannot be. */
  readonly newNodes?: number;
  /** Composes the answer for the client from the engine's. */
  composeAnswer?(answer: MutateAnswer): Promise<string>;
}

/** Result of a write. */
export interface WriteOutcome {
  readonly answer: MutateAnswer;
  readonly asserted: number;
  readonly inferred: number;
  readonly retracted: number;
  /** Facts that the client took back and that are still entailed. */
  readonly stillEntailed: readonly Fact[];
  /** On a cluster with access control: numbers of inferred and retracted facts, by predicate. */
  readonly effects?: {
    readonly inferred: ReadonlyMap<string, number>;
    readonly retracted: ReadonlyMap<string, number>;
  };
  /** Nodes deleted whole. */
  readonly deleted?: DeletedNodes;
  /** Answer to the client's query, if it ran apart; otherwise it is in `answer`. */
  readonly queries?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly WriteWarning[];
  /** The client's labels of nodes, by the label that was sent. */
  readonly labels: ReadonlyMap<string, string>;
  /** Number of reads before the write. */
  readonly reads: number;
  /** Time of the reasoner; absent if no rule concerns the write. */
  readonly inferenceMs?: number;
}

/** Result of a write before the engine's answer. */
export type Consequences = Omit<WriteOutcome, 'answer'>;

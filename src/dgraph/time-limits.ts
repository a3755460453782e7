/** Time limits of a cluster's answers, in milliseconds. */

export interface TimeLimits {
  /** Answer to the gateway's own queries, to mutations and to commits. */
  readonly answerMs: number;
  /** Answer to a change of the schema, which waits for indexes, and to a client's request. */
  readonly longAnswerMs: number;
  /** Pause within an answer that is forwarded: Dgraph sends an answer at once, when it is complete. */
  readonly pauseMs: number;
  /** Answers about the health of an alpha, and about the state of the cluster. */
  readonly healthMs: number;
  readonly stateMs: number;
}

export const TIME_LIMITS: TimeLimits = {
  answerMs: 120_000,
  longAnswerMs: 3_600_000,
  pauseMs: 120_000,
  healthMs: 5_000,
  stateMs: 30_000,
};

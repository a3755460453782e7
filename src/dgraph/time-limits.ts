/** Time limits of a cluster's answers, in milliseconds. */

/** Answer to a change of the gateway's own. */
export const ANSWER_MS = 120_000;
/** Answer to a change of the schema, which waits for indexes, and to a client's request. */
export const LONG_ANSWER_MS = 3_600_000;
/** Answers about the health of an alpha, and about the state of the cluster. */
export const HEALTH_MS = 5_000;
export const STATE_MS = 30_000;

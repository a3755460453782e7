/** Timestamps, open transactions, and whether they commit. */
export { ConflictKeys, formatKey } from './conflict-keys';
export { AbortedError, UnknownTimestampError } from './errors';
export { DEFAULT_LIMITS, Oracle, type OracleLimits } from './oracle';
export { Transaction } from './transaction';

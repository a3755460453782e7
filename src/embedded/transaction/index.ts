/** Timestamps, open transactions, and conflict detection. */
export { ConflictKeys, formatKey } from './conflict-keys';
export { AbortedError, UnknownTimestampError } from './errors';
export { KeyList } from './key-list';
export { DEFAULT_LIMITS, Oracle, type OracleLimits } from './oracle';
export { givenOf, isOver, takeTimestamp, type TimestampBlock } from './timestamp-block';
export { Transaction } from './transaction';

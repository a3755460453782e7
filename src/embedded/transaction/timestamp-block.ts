/**
 * Consecutive timestamps of one snapshot, assigned at once so that another thread can give them to clients. A plain
 * object, which can be posted; the number of those given out is in shared memory.
 */
export interface TimestampBlock {
  readonly first: number;
  readonly count: number;
  /** Timestamp of all read-only queries of the snapshot, here and at the oracle; not one of the block. */
  readonly reading: number;
  readonly given: Int32Array<SharedArrayBuffer>;
}

export const newBlock = (first: number, count: number, reading: number): TimestampBlock => ({
  first,
  count,
  reading,
  given: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
});

export const lastOf = ({ first, count }: TimestampBlock): number => first + count - 1;

/** Number of timestamps given out. */
export const givenOf = ({ given }: TimestampBlock): number => Atomics.load(given, 0);

/** True if no timestamp is left, or the block was revoked. */
export const isOver = (block: TimestampBlock): boolean => givenOf(block) >= block.count;

/** Takes the next timestamp. @returns undefined if none is left */
export function takeTimestamp(block: TimestampBlock): number | undefined {
  if (isOver(block)) return undefined;
  const index = Atomics.add(block.given, 0, 1);
  return index < block.count ? block.first + index : undefined;
}

/** Ends a block: no further timestamp is given out. @returns number of those given out */
export const revoke = ({ count, given }: TimestampBlock): number => Math.min(count, Atomics.exchange(given, 0, count));

/**
 * Snapshots for timestamps that clients hold. An epoch is the time between two commits: all timestamps given out in it
 * share one snapshot. A client may come back with any of them, or never; so epochs are kept for a while, and only so many.
 */
import type { Snapshot } from '../storage';

export interface EpochLimits {
  /** Most epochs that are kept. */
  readonly count: number;
  /** How long an epoch is kept after its last timestamp was given out. */
  readonly ageMs: number;
  /** How far the file may grow because old snapshots keep it from reusing its pages: bytes, and part of its size. */
  readonly growthBytes: number;
  readonly growthShare: number;
}

export const DEFAULT_EPOCH_LIMITS: EpochLimits = {
  count: 512,
  ageMs: 5 * 60_000,
  growthBytes: 256 * 2 ** 20,
  growthShare: 0.5,
};

interface Epoch {
  readonly snapshot: Snapshot;
  readonly first: number;
  last: number;
  /** Clock when the last timestamp was given out. */
  time: number;
  /** Size of the file when the epoch began. */
  readonly fileSize: number;
}

export class Epochs {
  /** In order of time. */
  private readonly epochs: Epoch[] = [];

  constructor(
    private readonly limits: EpochLimits,
    private readonly fileSize: () => number,
  ) {}

  get count(): number {
    return this.epochs.length;
  }

  /** A timestamp was given out under a snapshot. Tells whether the oldest epochs had to go for it. */
  note(startTs: number, snapshot: Snapshot, now: number): boolean {
    const newest = this.epochs.at(-1);
    if (newest?.snapshot === snapshot) {
      newest.last = Math.max(newest.last, startTs);
      newest.time = now;
      return false;
    }
    const fileSize = this.fileSize();
    this.epochs.push({ snapshot: snapshot.acquire(), first: startTs, last: startTs, time: now, fileSize });
    const growth = Math.max(this.limits.growthBytes, fileSize * this.limits.growthShare);
    const before = this.epochs.length;
    while (this.epochs.length > this.limits.count || fileSize - this.epochs[0]!.fileSize > growth) this.dropOldest();
    return this.epochs.length < before;
  }

  /** The snapshot of a timestamp, if it is still kept. */
  find(startTs: number): Snapshot | undefined {
    let low = 0;
    let high = this.epochs.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const epoch = this.epochs[middle]!;
      if (startTs < epoch.first) high = middle - 1;
      else if (startTs > epoch.last) low = middle + 1;
      else return epoch.snapshot;
    }
    return undefined;
  }

  /** Drops what is too old; `inUse` keeps an epoch from being dropped for its age. */
  expire(now: number, inUse: (snapshot: Snapshot) => boolean): void {
    while (this.epochs.length > 0) {
      const oldest = this.epochs[0]!;
      if (now - oldest.time < this.limits.ageMs || inUse(oldest.snapshot)) return;
      this.dropOldest();
    }
  }

  dropAll(): void {
    while (this.epochs.length > 0) this.dropOldest();
  }

  dropOldest(): void {
    this.epochs.shift()!.snapshot.release();
  }

  /** The last commit that every kept timestamp sees: conflicts with earlier ones cannot happen any more. */
  get oldestCommitTs(): number {
    return this.epochs[0]?.snapshot.commitTs ?? Infinity;
  }

  /** The oldest timestamp that is kept. */
  get oldestTs(): number {
    return this.epochs[0]?.first ?? Infinity;
  }
}

/**
 * Snapshots for timestamps that clients hold. An epoch is the time between two commits: all timestamps assigned in it
 * share one snapshot. A client may return with any of them, or never, so epochs are kept for a limited time and number.
 */
import type { Snapshot } from '../storage';

export interface EpochLimits {
  /** Maximum number of epochs. */
  readonly count: number;
  /** Time that an epoch is kept after its last timestamp was assigned. */
  readonly ageMs: number;
  /**
   * Maximum growth of the file since the oldest epoch, because an old snapshot keeps the pages that it sees from reuse:
   * bytes, and share of the file's size.
   */
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
  /** Clock time when the last timestamp was assigned. */
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

  /** Records a timestamp assigned under a snapshot. @returns true if the oldest epochs had to be dropped */
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

  /** Returns the snapshot of a timestamp; undefined if it is no longer kept. */
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

  /** Drops epochs that are too old and not in use. */
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

  /** Last commit that every kept timestamp sees: it and earlier commits can no longer conflict. */
  get oldestCommitTs(): number {
    return this.epochs[0]?.snapshot.commitTs ?? Infinity;
  }

  /** Oldest timestamp kept. */
  get oldestTs(): number {
    return this.epochs[0]?.first ?? Infinity;
  }
}

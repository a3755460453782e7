/**
 * Snapshots for timestamps that clients hold. An epoch is the time between two commits: all timestamps assigned in it
 * share one snapshot. An epoch ends with the transactions that began in it. A client may also return with a timestamp
 * of a query, or never, so such epochs are kept for a limited time and number.
 */
import type { Snapshot } from '../storage';

export interface EpochLimits {
  /** Maximum number of epochs. */
  readonly count: number;
  /** Time that an epoch is kept after its last use: a timestamp was assigned, or read at. */
  readonly ageMs: number;
  /** The same, unless a transaction is open, while the file grows beyond `idleSpace`. */
  readonly idleEpochMs: number;
  /** Unused space of a growing file beyond which idle epochs are dropped: they keep their pages from reuse. */
  readonly idleSpace: UnusedSpace;
  /** The same for epochs whose timestamps were given out, and no client has come back with one. */
  readonly unclaimedEpochMs: number;
  /** Unused space of a growing file beyond which unclaimed epochs are dropped. */
  readonly unclaimedSpace: UnusedSpace;
  /** Unused space of a growing file beyond which any epoch is dropped, oldest first. */
  readonly maxSpace: UnusedSpace;
}

/** The larger of both. */
interface UnusedSpace {
  readonly bytes: number;
  /** Of the file's size. */
  readonly share: number;
}

export const DEFAULT_EPOCH_LIMITS: EpochLimits = {
  count: 512,
  ageMs: 5 * 60_000,
  idleEpochMs: 30_000,
  idleSpace: { bytes: 4 * 2 ** 20, share: 0.2 },
  unclaimedEpochMs: 2_000,
  unclaimedSpace: { bytes: 16 * 2 ** 20, share: 0.5 },
  maxSpace: { bytes: 256 * 2 ** 20, share: 0.5 },
};

/** Data file as the limits see it. */
interface FileUsage {
  /** Bytes. */
  fileSize(): number;
  /** Bytes of pages without data, those that only old snapshots see included. */
  unusedBytes(): number;
}

/**
 * Use of assigned timestamps: each begins a transaction, which ends; clients may share them, and return at any time; or
 * they are lent to another thread, whose clients begin transactions with some of them.
 */
type Use = 'transaction' | 'shared' | 'lent';

interface Epoch {
  readonly snapshot: Snapshot;
  first: number;
  last: number;
  /** Clock time of the last use. */
  time: number;
  /** Transactions that have begun and not ended. Those of lent timestamps count when the lending ends. */
  open: number;
  isShared: boolean;
  isLent: boolean;
  /** Timestamps with which a client has come back, and whose transactions have not ended. */
  readonly claimed: Set<number>;
}

export class Epochs {
  /** In order of their snapshots. An old one that is used keeps the younger ones: they keep no more pages. */
  private readonly epochs: Epoch[] = [];
  /** Size of the file at the beginning of the newest epoch. */
  private lastSize = Infinity;

  constructor(
    private readonly limits: EpochLimits,
    private readonly file: FileUsage,
    /** Tells the snapshots of transactions that have written. */
    private readonly inUse: () => ReadonlySet<Snapshot>,
  ) {}

  get count(): number {
    return this.epochs.length;
  }

  /**
   * Records consecutive timestamps assigned under a snapshot.
   *
   * @returns true if the oldest epochs had to be dropped
   */
  note([first, last]: readonly [number, number], snapshot: Snapshot, now: number, use: Use): boolean {
    let newest = this.epochs.at(-1);
    const isNew = newest?.snapshot !== snapshot;
    if (!newest || isNew) {
      const unused = { open: 0, isShared: false, isLent: false, claimed: new Set<number>() };
      newest = { snapshot: snapshot.acquire(), first, last, time: now, ...unused };
      this.epochs.push(newest);
    }
    // A timestamp that was to be used once may be older than the epoch.
    newest.first = Math.min(newest.first, first);
    newest.last = Math.max(newest.last, last);
    newest.time = now;
    if (use === 'transaction') newest.open++;
    else if (use === 'shared') newest.isShared = true;
    else newest.isLent = true;
    return isNew && this.limit(now);
  }

  /** Drops epochs beyond the limits. @returns true if there were any */
  private limit(now: number): boolean {
    const { count, idleEpochMs, idleSpace, unclaimedEpochMs, unclaimedSpace, maxSpace } = this.limits;
    const before = this.epochs.length;
    while (this.epochs.length > count) this.dropOldest();
    const size = this.file.fileSize();
    // A file grows when no page can be reused: its unused pages are those of the epochs.
    const isGrowing = size > this.lastSize;
    this.lastSize = size;
    const unused = isGrowing ? this.file.unusedBytes() : 0;
    const exceeds = ({ bytes, share }: UnusedSpace): boolean => unused > Math.max(bytes, size * share);
    if (exceeds(unclaimedSpace)) this.expire(now, unclaimedEpochMs, ({ claimed }) => claimed.size === 0);
    if (exceeds(idleSpace)) this.expire(now, idleEpochMs);
    if (exceeds(maxSpace)) for (let half = this.epochs.length >> 1; half > 0; half--) this.dropOldest();
    return this.epochs.length < before;
  }

  /** Returns the snapshot of a timestamp to read at; undefined if it is no longer kept. */
  find(startTs: number, now: number): Snapshot | undefined {
    const epoch = this.epochs[this.indexOf(startTs)];
    if (epoch) epoch.time = now;
    epoch?.claimed.add(startTs);
    return epoch?.snapshot;
  }

  private indexOf(startTs: number): number {
    let low = 0;
    let high = this.epochs.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const epoch = this.epochs[middle]!;
      if (startTs < epoch.first) high = middle - 1;
      else if (startTs > epoch.last) low = middle + 1;
      else return middle;
    }
    return -1;
  }

  /** Ends the transaction of a timestamp. */
  end(startTs: number): void {
    this.close(startTs, (epoch) => {
      epoch.open--;
      epoch.claimed.delete(startTs);
    });
  }

  /** Ends the lending of timestamps. @param begun number of those with which a transaction may have begun */
  endLending(first: number, begun: number): void {
    this.close(first, (epoch) => {
      epoch.isLent = false;
      epoch.open += begun;
    });
  }

  private close(startTs: number, change: (epoch: Epoch) => void): void {
    const index = this.indexOf(startTs);
    const epoch = this.epochs[index];
    if (!epoch) return;
    change(epoch);
    if (epoch.isShared || epoch.isLent || epoch.open > 0) return;
    this.epochs.splice(index, 1);
    epoch.snapshot.release();
  }

  /** Drops the oldest epochs that have an age and are not in use. */
  expire(now: number, ageMs = this.limits.ageMs, mayEnd: (epoch: Epoch) => boolean = () => true): void {
    const inUse = this.inUse();
    while (this.epochs.length > 0) {
      const oldest = this.epochs[0]!;
      if (now - oldest.time < ageMs || !mayEnd(oldest) || inUse.has(oldest.snapshot)) return;
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

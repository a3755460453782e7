/**
 * Counters of the store: timestamps, uids, spaces, long lists. No number is handed out twice, not even after a crash:
 * the file holds *leases*, upper bounds that are raised before a counter reaches them.
 */
import type { Uid } from './view';

/** Size of a lease; a crash loses its unused part. */
const TIMESTAMP_LEASE = 1_000_000;
const UID_LEASE = 10_000;

/**
 * Highest uid that a client may name; Dgraph calls it the lease. Uids are doubles, exact up to 2^53-1. The last 2^40
 * are reserved for new nodes, whatever uids clients choose.
 */
export const MAX_EXPLICIT_UID: Uid = Number.MAX_SAFE_INTEGER - 2 ** 40;

/** Size of the blocks in which client-chosen uids are recorded. New nodes get uids outside of these blocks. */
export const EXPLICIT_BLOCK = 65_536;

export interface Leases {
  readonly timestamps: number;
  readonly uids: number;
  readonly spaces: number;
  readonly lists: number;
}

export class Counters {
  private nextUid: number;
  private timestamp: number;
  private spaces: number;
  private lists: number;
  /** Leases in the file. */
  private leased: Leases;
  private newExplicit: number[] = [];

  constructor(
    leases: Leases,
    private readonly explicit = new Set<number>(),
  ) {
    this.leased = leases;
    this.nextUid = leases.uids;
    this.timestamp = leases.timestamps;
    this.spaces = leases.spaces;
    this.lists = leases.lists;
  }

  static readonly first: Leases = { timestamps: 1, uids: 1, spaces: 1, lists: 1 };

  /** Timestamp handed out last. */
  get lastTimestamp(): number {
    return this.timestamp;
  }

  nextTimestamp(): number {
    return ++this.timestamp;
  }

  /** Assigns consecutive timestamps. @returns the first */
  nextTimestamps(count: number): number {
    const first = this.timestamp + 1;
    this.timestamp += count;
    return first;
  }

  newSpace(): number {
    return this.spaces++;
  }

  newList(): number {
    return this.lists++;
  }

  /** Allocates new uids, ascending. */
  allocateUids(n: number): Uid[] {
    const uids: Uid[] = [];
    while (uids.length < n) {
      const block = Math.floor(this.nextUid / EXPLICIT_BLOCK);
      if (this.explicit.has(block)) this.nextUid = (block + 1) * EXPLICIT_BLOCK;
      else uids.push(this.nextUid++);
    }
    return uids;
  }

  /** Allocates `n` consecutive uids. @returns the first */
  leaseUids(n: number): Uid {
    let first = this.nextUid;
    const blocks = [...this.explicit].sort((a, b) => a - b);
    for (const block of blocks) {
      const from = block * EXPLICIT_BLOCK;
      if (from < first + n && from + EXPLICIT_BLOCK > first) first = from + EXPLICIT_BLOCK;
    }
    this.nextUid = first + n;
    return first;
  }

  /** Records a uid that a client chose. */
  noteExplicit(uid: Uid): void {
    if (uid < this.nextUid) return;
    const block = Math.floor(uid / EXPLICIT_BLOCK);
    if (this.explicit.has(block)) return;
    this.explicit.add(block);
    this.newExplicit.push(block);
  }

  /** Forgets client-chosen uids and the leases in the file, after all data was dropped. */
  forgetExplicit(): void {
    this.explicit.clear();
    this.newExplicit = [];
    this.leased = { ...this.leased, lists: 0 };
  }

  /** Returns the blocks that are recorded but not yet in the file. */
  takeNewExplicit(): number[] {
    const blocks = this.newExplicit;
    this.newExplicit = [];
    return blocks;
  }

  /** Puts back the blocks of `takeNewExplicit` after their transaction failed. */
  restoreExplicit(blocks: readonly number[]): void {
    this.newExplicit.push(...blocks);
  }

  /** True if the next timestamps are beyond the lease in the file. */
  exhaustsTimestamps(count: number): boolean {
    return this.timestamp + count >= this.leased.timestamps;
  }

  /** Returns the leases to write; undefined while those in the file suffice. */
  dueLeases(): Leases | undefined {
    const { timestamps, uids, spaces, lists } = this.leased;
    const due =
      this.timestamp + TIMESTAMP_LEASE / 2 > timestamps ||
      this.nextUid + UID_LEASE / 2 > uids ||
      this.spaces > spaces ||
      this.lists > lists;
    if (!due) return undefined;
    return {
      timestamps: this.timestamp + TIMESTAMP_LEASE,
      uids: this.nextUid + UID_LEASE,
      spaces: this.spaces,
      lists: this.lists,
    };
  }

  /** Records that the leases are in the file. */
  confirm(leases: Leases): void {
    this.leased = leases;
  }

  /** Exact counters. An orderly close writes them, so that no number is lost. */
  exact(): Leases {
    return { timestamps: this.timestamp, uids: this.nextUid, spaces: this.spaces, lists: this.lists };
  }

  /** Position for `rollBack`. */
  mark(): readonly [number, number] {
    return [this.spaces, this.lists];
  }

  /** Returns the spaces and lists of a failed write transaction. */
  rollBack([spaces, lists]: readonly [number, number]): void {
    this.spaces = spaces;
    this.lists = lists;
  }
}

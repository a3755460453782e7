/**
 * The numbers that the store hands out: timestamps, uids, spaces, long lists. None is ever handed out twice, not after a
 * crash either: the file holds *leases*, upper bounds that are moved up before they are reached.
 */
import type { Uid } from './view';

/** How far ahead leases are taken; what is left of one is lost in a crash. */
const TIMESTAMP_LEASE = 1_000_000;
const UID_LEASE = 10_000;

/**
 * Uids are doubles: exact up to 2^53-1. The last 2^40 are kept for new nodes, whatever uids clients choose.
 * Dgraph calls the highest uid that a client may name the lease.
 */
export const MAX_EXPLICIT_UID: Uid = Number.MAX_SAFE_INTEGER - 2 ** 40;

/** Uids that clients choose themselves are remembered by the block, and new nodes are given uids outside these blocks. */
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
  /** What the file says. */
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

  /** The timestamp handed out last. */
  get lastTimestamp(): number {
    return this.timestamp;
  }

  nextTimestamp(): number {
    return ++this.timestamp;
  }

  newSpace(): number {
    return this.spaces++;
  }

  newList(): number {
    return this.lists++;
  }

  /** New uids, ascending. */
  allocateUids(n: number): Uid[] {
    const uids: Uid[] = [];
    while (uids.length < n) {
      const block = Math.floor(this.nextUid / EXPLICIT_BLOCK);
      if (this.explicit.has(block)) this.nextUid = (block + 1) * EXPLICIT_BLOCK;
      else uids.push(this.nextUid++);
    }
    return uids;
  }

  /** Takes note of a uid that a client chose. */
  noteExplicit(uid: Uid): void {
    if (uid < this.nextUid) return;
    const block = Math.floor(uid / EXPLICIT_BLOCK);
    if (this.explicit.has(block)) return;
    this.explicit.add(block);
    this.newExplicit.push(block);
  }

  /** No node is left that a client chose the uid of; and the file has no leases. */
  forgetExplicit(): void {
    this.explicit.clear();
    this.newExplicit = [];
    this.leased = { ...this.leased, lists: 0 };
  }

  /** Blocks noted and not yet in the file. */
  takeNewExplicit(): number[] {
    const blocks = this.newExplicit;
    this.newExplicit = [];
    return blocks;
  }

  /** Puts back what `takeNewExplicit` gave: the transaction that was to keep it failed. */
  restoreExplicit(blocks: readonly number[]): void {
    this.newExplicit.push(...blocks);
  }

  /** Whether a timestamp could be handed out that the file's lease does not cover. */
  get timestampsExhausted(): boolean {
    return this.timestamp + 1 >= this.leased.timestamps;
  }

  /** Leases to write, or undefined while those in the file are good. */
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

  /** The leases are in the file. */
  confirm(leases: Leases): void {
    this.leased = leases;
  }

  /** Where each counter stands: what a store that is closed in order writes, so that nothing is lost. */
  exact(): Leases {
    return { timestamps: this.timestamp, uids: this.nextUid, spaces: this.spaces, lists: this.lists };
  }

  /** For `rollBack`. */
  mark(): readonly [number, number] {
    return [this.spaces, this.lists];
  }

  /** A write transaction was not kept: neither are the spaces and lists that it made. */
  rollBack([spaces, lists]: readonly [number, number]): void {
    this.spaces = spaces;
    this.lists = lists;
  }
}

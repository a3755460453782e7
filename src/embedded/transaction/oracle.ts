/**
 * Oracle: timestamps, open transactions and conflict detection. Snapshot isolation with the conflict rules of Dgraph.
 *
 * A request that is a transaction by itself (commitNow without a startTs) runs in the store's write queue, on the last
 * state, and cannot conflict. A transaction that a client keeps open reads the snapshot of its startTs and is checked
 * at commit.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deltaOf, partsOf, StoreView, type DeltaPart, type Snapshot, type Store, type WriteBatch } from '../storage';
import { CommitLog } from './commit-log';
import { DEFAULT_EPOCH_LIMITS, Epochs, type EpochLimits } from './epochs';
import { AbortedError, UnknownTimestampError } from './errors';
import type { KeyList } from './key-list';
import { givenOf, lastOf, newBlock, revoke, type TimestampBlock } from './timestamp-block';
import { Transaction } from './transaction';

export interface OracleLimits extends EpochLimits {
  /** Idle time after which a transaction that has written is aborted (Dgraph's txn-abort-after). */
  readonly idleMs: number;
  /** Maximum conflict keys remembered; beyond it the oldest snapshots are dropped. */
  readonly keys: number;
  /** Maximum ended transactions that are remembered; beyond it the oldest timestamps count as aborted. */
  readonly over: number;
}

export const DEFAULT_LIMITS: OracleLimits = {
  ...DEFAULT_EPOCH_LIMITS,
  idleMs: 5 * 60_000,
  keys: 4_000_000,
  over: 200_000,
};

const EXPIRY_INTERVAL_MS = 10_000;
/** Number of changed lists above which a transaction commits in slices. */
const LARGE = 20_000;
/** Length of a slice, without the time of its last part. */
const SLICE_MS = 5;

/** Timestamps of the current state that another thread gives to clients. */
interface Lent {
  readonly block: TimestampBlock;
  readonly snapshot: Snapshot;
  /** Number given out at the last check. */
  given: number;
}

/** State that a query at a timestamp reads, in a form that another thread can use. */
type StateAt = Pick<Transaction, 'snapshot' | 'adopted'> & Partial<Pick<Transaction, 'delta' | 'version'>>;

export class Oracle {
  private readonly epochs: Epochs;
  private readonly log = new CommitLog();
  private readonly open = new Map<number, Transaction>();
  /** Transactions that have ended, with the commit timestamp, or 0 for an abort. */
  private readonly over = new Map<number, number>();
  /** Latest timestamp that was evicted from `over`. */
  private forgottenTs = 0;
  /** Timestamps up to this one precede the start of the server, or the last drop of all data. */
  private floor: number;
  private readonly timer: NodeJS.Timeout;
  private lent: Lent | undefined;
  /** Last timestamps at the checks for expiry, oldest first. */
  private readonly ages: { readonly time: number; readonly lastTs: number }[] = [];
  private reading: { readonly startTs: number; readonly snapshot: Snapshot } | undefined;

  constructor(
    private readonly store: Store,
    private readonly limits: OracleLimits = DEFAULT_LIMITS,
    private readonly now: () => number = Date.now,
  ) {
    const inUse = (): ReadonlySet<Snapshot> => new Set([...this.open.values()].map(({ snapshot }) => snapshot));
    this.epochs = new Epochs(limits, store, inUse);
    this.floor = store.counters.lastTimestamp;
    this.timer = setInterval(() => this.expire(), EXPIRY_INTERVAL_MS);
    this.timer.unref();
  }

  /** Assigns a startTs that the client may use again. */
  begin(): number {
    const startTs = this.store.nextTimestamp();
    this.note([startTs, startTs], 'transaction');
    return startTs;
  }

  /** Assigns a startTs to a read-only query. It has no transaction; all such queries between two commits share one. */
  beginReading(): number {
    const startTs = this.readingTs();
    this.note([startTs, startTs], 'shared');
    return startTs;
  }

  /** Returns a timestamp of the current state for a query whose client will not use it again: no state is kept. */
  readingTs(): number {
    const { current } = this.store;
    const isCurrent = this.reading?.snapshot === current && this.reading.startTs > this.forgottenTs;
    if (!isCurrent) this.reading = { startTs: this.store.nextTimestamp(), snapshot: current };
    return this.reading!.startTs;
  }

  private note(range: readonly [number, number], use: 'transaction' | 'shared' | 'lent'): void {
    if (this.epochs.note(range, this.store.current, this.now(), use)) this.abortOrphans();
  }

  /**
   * Assigns timestamps of the current state, for another thread to give to clients. They are known here before any of
   * them is given out; those of an earlier block are given out no more.
   */
  lend(count: number): TimestampBlock {
    const { current } = this.store;
    this.endLending();
    const reading = this.readingTs();
    const block = newBlock(this.store.nextTimestamps(count), count, reading);
    this.note([reading, lastOf(block)], 'lent');
    this.lent = { block, snapshot: current, given: givenOf(block) };
    return block;
  }

  /** Assigns consecutive timestamps of the current state, for clients to use at any time. @returns the first */
  take(count: number): number {
    const first = this.store.nextTimestamps(count);
    this.note([first, first + count - 1], 'shared');
    return first;
  }

  /** Revokes lent timestamps. Their state is kept for those that were given out. */
  endLending(): void {
    const { block } = this.lent ?? {};
    this.lent = undefined;
    if (!block) return;
    this.epochs.endLending(block.first, revoke(block));
  }

  /** Keeps the epoch of lent timestamps while some are given out, and ends the lending otherwise. */
  private reviewLending(): void {
    const { lent } = this;
    if (!lent) return;
    const given = givenOf(lent.block);
    if (lent.snapshot !== this.store.current || given === lent.given) return this.endLending();
    lent.given = given;
    this.note([lent.block.first, lastOf(lent.block)], 'lent');
  }

  /** Timestamp assigned last. */
  lastTimestamp(): number {
    return this.store.counters.lastTimestamp;
  }

  /** Number of open transactions that have written. */
  get pending(): number {
    return this.open.size;
  }

  /**
   * View of a query at `startTs`: the snapshot, with the writes of the transaction on top.
   *
   * @throws AbortedError if the transaction has ended or its snapshot has been dropped, UnknownTimestampError for a
   *   timestamp that was never assigned
   */
  view(startTs: number): StoreView {
    const transaction = this.open.get(startTs);
    if (transaction) {
      transaction.lastUse = this.now();
      return transaction.view();
    }
    const { catalog, reader } = this.snapshotOf(startTs);
    return new StoreView(catalog, reader);
  }

  /**
   * Same as `view`, for another thread.
   *
   * @param startTs 0 for the last committed state
   */
  stateAt(startTs: number): StateAt {
    const transaction = this.open.get(startTs);
    if (!transaction) return { snapshot: startTs > 0 ? this.snapshotOf(startTs) : this.store.current, adopted: [] };
    transaction.lastUse = this.now();
    const { snapshot, adopted, delta, version } = transaction;
    return { snapshot, adopted, ...(!delta.empty && { delta, version }) };
  }

  /** Version of the writes of an open transaction. */
  versionAt(startTs: number): object | undefined {
    return this.open.get(startTs)?.version;
  }

  /** True while a mutation of the transaction is added in several turns of the event loop. */
  isChanging(startTs: number): boolean {
    return this.open.get(startTs)?.isChanging ?? false;
  }

  /** Resolves when all or nothing of each mutation of the transaction can be read. */
  async settled(startTs: number): Promise<void> {
    while (this.isChanging(startTs)) await this.exclusive(startTs, () => Promise.resolve());
  }

  /** Runs `work` after earlier requests of the transaction; see `Transaction.exclusive`. */
  exclusive<T>(startTs: number, work: () => Promise<T>): Promise<T> {
    return this.open.get(startTs)?.exclusive(work) ?? work();
  }

  private snapshotOf(startTs: number): Snapshot {
    const last = this.store.counters.lastTimestamp;
    if (!(startTs <= last)) throw new UnknownTimestampError(startTs, last);
    if (this.over.get(startTs) === 0 || startTs <= this.forgottenTs) throw new AbortedError();
    const snapshot = this.epochs.find(startTs, this.now());
    if (snapshot) return snapshot;
    // No epoch has this timestamp, but it is one of the current state.
    const { current } = this.store;
    if (startTs > this.floor && current.commitTs <= startTs) return current;
    throw new AbortedError();
  }

  /** Returns the open transaction of a startTs for writing; its first write opens it. */
  transaction(startTs: number): Transaction {
    const existing = this.open.get(startTs);
    if (existing) {
      existing.lastUse = this.now();
      return existing;
    }
    if (this.over.has(startTs)) throw new AbortedError();
    const transaction = new Transaction(startTs, this.snapshotOf(startTs), this.now());
    this.open.set(startTs, transaction);
    return transaction;
  }

  /** @throws AbortedError if the transaction has ended meanwhile */
  checkOpen(transaction: Transaction): void {
    if (this.transaction(transaction.startTs) !== transaction) throw new AbortedError();
  }

  /**
   * Commits a transaction; one that has not written commits without effect.
   *
   * @returns the commit timestamp, when the commit is on disk
   * @throws AbortedError on a conflict, or if the transaction has been aborted
   */
  async commit(startTs: number): Promise<number> {
    const transaction = this.open.get(startTs);
    if (!transaction) return this.commitNothing(startTs);
    if (transaction.delta.lists > LARGE) return this.commitInSlices(transaction, partsOf(transaction.delta));
    return this.committing(transaction, () =>
      this.store.write((batch) => {
        this.check(transaction);
        const commitTs = this.recordCommit(batch, transaction.conflicts);
        batch.apply(transaction.delta);
        batch.onCommitted(() => this.end(transaction, commitTs));
        return commitTs;
      }),
    );
  }

  /**
   * Same as `commit`, for a transaction of many changes: queries are served meanwhile, and later commits wait.
   *
   * @param parts all writes of the transaction, in place of its own delta
   */
  commitInSlices(transaction: Transaction, parts: Iterable<DeltaPart> | AsyncIterable<DeltaPart>): Promise<number> {
    return this.committing(transaction, () =>
      this.store.writeInSlices(async (batch, slice) => {
        this.check(transaction);
        transaction.isCommitting = true;
        let end = performance.now() + SLICE_MS;
        for await (const part of parts) {
          slice(() => batch.apply(deltaOf(part)));
          if (performance.now() < end) continue;
          await nextTurn();
          end = performance.now() + SLICE_MS;
        }
        const commitTs = slice(() => this.recordCommit(batch, transaction.conflicts));
        batch.onCommitted(() => {
          transaction.isCommitting = false;
          this.end(transaction, commitTs);
        });
        return commitTs;
      }),
    );
  }

  private async committing(transaction: Transaction, commit: () => Promise<number>): Promise<number> {
    try {
      return await commit();
    } catch (error) {
      transaction.isCommitting = false;
      if (error instanceof AbortedError) this.abort(transaction.startTs);
      throw error;
    }
  }

  /** @throws AbortedError if the transaction must not commit */
  private check(transaction: Transaction): void {
    if (this.open.get(transaction.startTs) !== transaction) throw new AbortedError();
    if (this.log.conflicts(transaction.conflicts, transaction.snapshot.commitTs)) throw new AbortedError();
  }

  private commitNothing(startTs: number): number {
    const earlierCommit = this.over.get(startTs);
    if (earlierCommit !== undefined && earlierCommit > 0) return earlierCommit;
    this.snapshotOf(startTs);
    const commitTs = this.store.nextTimestamp();
    this.remember(startTs, commitTs);
    return commitTs;
  }

  /** Assigns the timestamp of a commit in `batch`, and records its keys for open transactions. */
  recordCommit(batch: WriteBatch, conflicts: KeyList): number {
    const commitTs = this.store.nextTimestamp();
    batch.commitTs = commitTs;
    // Recorded at once, because the next commit in the same batch must see it, and so must transactions that begin
    // before this one is on disk: they see the state before.
    this.log.record(commitTs, conflicts);
    this.forget();
    return commitTs;
  }

  /** Number of keys that transactions are checked against. */
  get conflictKeys(): number {
    return this.log.size;
  }

  /** Aborts a transaction; ignores unknown ones. */
  abort(startTs: number): void {
    const transaction = this.open.get(startTs);
    if (transaction) return this.end(transaction, 0);
    const isGivenOut = startTs > this.floor && startTs <= this.lastTimestamp();
    if (isGivenOut && !this.over.has(startTs)) this.remember(startTs, 0);
  }

  private remember(startTs: number, commitTs: number): void {
    this.over.set(startTs, commitTs);
    this.epochs.end(startTs);
    for (const oldest of this.over.keys()) {
      if (this.over.size <= this.limits.over) return;
      this.over.delete(oldest);
      this.forgottenTs = Math.max(this.forgottenTs, oldest);
    }
  }

  private end(transaction: Transaction, commitTs: number): void {
    if (transaction.isCommitting || !this.open.delete(transaction.startTs)) return;
    this.remember(transaction.startTs, commitTs);
    transaction.release();
  }

  /** Aborts the open transactions that have written the predicate. @returns true if there was one */
  abortWritersOf(predicate: string): boolean {
    const writers = [...this.open.values()].filter((t) => t.delta.predicates.has(predicate));
    for (const transaction of writers) this.end(transaction, 0);
    return writers.length > 0;
  }

  /** Invalidates all timestamps, after all data was dropped. */
  reset(): void {
    for (const transaction of [...this.open.values()]) this.end(transaction, 0);
    this.endLending();
    this.epochs.dropAll();
    this.floor = this.store.counters.lastTimestamp;
    this.forget();
  }

  /** Ends transactions and epochs that have been idle for too long. */
  expire(): void {
    const now = this.now();
    this.reviewLending();
    for (const transaction of [...this.open.values()]) {
      if (now - transaction.lastUse >= this.limits.idleMs) this.end(transaction, 0);
    }
    this.epochs.expire(now);
    this.forget();
    const oldestTs = Math.min(this.epochs.oldestTs, this.agedTs(now));
    for (const startTs of this.over.keys()) if (startTs < oldestTs) this.over.delete(startTs);
  }

  /** Returns the timestamp before which all have the age of an epoch: clients no longer ask how they ended. */
  private agedTs(now: number): number {
    this.ages.push({ time: now, lastTs: this.lastTimestamp() });
    while (this.ages[1] && now - this.ages[1].time >= this.limits.ageMs) this.ages.shift();
    const [oldest] = this.ages;
    return oldest && now - oldest.time >= this.limits.ageMs ? oldest.lastTs : 0;
  }

  /** Aborts transactions whose snapshot has been dropped. */
  private abortOrphans(): void {
    const { oldestTs } = this.epochs;
    for (const transaction of [...this.open.values()]) if (transaction.startTs < oldestTs) this.end(transaction, 0);
    if (this.lent && this.lent.block.first < oldestTs) this.endLending();
    this.forget();
  }

  /** Drops keys that no remaining timestamp is checked against. */
  private forget(): void {
    this.forgetSeen();
    if (this.log.size <= this.limits.keys) return;
    while (this.log.size > this.limits.keys && this.epochs.count > 0) {
      this.epochs.dropOldest();
      this.forgetSeen();
    }
    this.abortOrphans();
  }

  /** Drops the keys of commits that all timestamps see, those that will be assigned included. */
  private forgetSeen(): void {
    this.log.forgetUpTo(Math.min(this.epochs.oldestCommitTs, this.store.current.commitTs));
  }

  close(): void {
    clearInterval(this.timer);
    for (const transaction of this.open.values()) transaction.release();
    this.open.clear();
    this.epochs.dropAll();
  }
}

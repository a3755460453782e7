/**
 * The store: one directory, the current snapshot for readers, and one queue for writers.
 *
 * Waiting writers are committed together, in order, in one transaction with one flush to disk. The work of each runs in
 * its turn and sees the work before it, so it needs no locks.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Logger } from '../../util/log';
import { ByteWriter } from './bytes';
import type { Catalog } from './catalog';
import type { Counters, Leases } from './counters';
import type { Environment, Slice } from './environment';
import { DiskFullError } from './errors';
import type { FacetKeys } from './facets';
import { COUNTERS_KEY, explicitUidsKey, FORMAT_KEY, FORMAT_VERSION } from './keys';
import { encodeLeases, openDirectory, type OpenedStore } from './open';
import { SpaceReader } from './reader';
import { Sizes } from './sizes';
import { Snapshot } from './snapshot';
import { WriteBatch } from './write-batch';
import { SpaceWriter } from './writer';

/** Time after which a batch takes no more work, so that readers get their turn. */
const BATCH_MS = 50;
/** Keys swept at a time, and the pause between two sweeps. */
const SWEEP_KEYS = 5000;
const SWEEP_PAUSE_MS = 20;
/** Interval between checks for killed readers, such as a backup. */
const READERS_MS = 60_000;

/** Work in the write queue. It must not throw after its first change. */
type Work<T> = (batch: WriteBatch) => T;

/** Long work in the write queue; it uses the batch in slices. If it rejects, nothing is written. */
type LongWork<T> = (batch: WriteBatch, slice: Slice) => Promise<T>;

interface Job {
  readonly work: Work<unknown> | LongWork<unknown>;
  readonly isLong: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class Store {
  readonly counters: Counters;
  readonly sizes: Sizes;
  private readonly env: Environment;
  private readonly facetKeys: FacetKeys;
  private readonly sweeps: Set<number>;
  private snapshot: Snapshot;
  private queue: Job[] = [];
  private pumping: Promise<void> | undefined;
  private sweeper: NodeJS.Timeout | undefined;
  private closed = false;
  private readersSeen = Date.now();
  /** Called when a snapshot has been replaced, before it is released, and before its write is answered. */
  onReplaced: (before: Snapshot) => void = () => {};

  private constructor(
    private readonly directory: string,
    opened: OpenedStore,
    private readonly logger: Logger,
  ) {
    this.env = opened.env;
    this.counters = opened.counters;
    this.facetKeys = opened.facetKeys;
    this.sweeps = opened.sweeps;
    this.sizes = new Sizes(this.env, () => this.snapshot.catalog);
    this.snapshot = this.takeSnapshot(opened.catalog, opened.counters.lastTimestamp);
    this.writeFirst();
    this.scheduleSweep();
  }

  /**
   * Opens a directory as a store; creates the store if needed.
   *
   * @throws StoreError if the directory cannot be used
   */
  static open(directory: string, logger: Logger): Store {
    return new Store(directory, openDirectory(directory, logger), logger);
  }

  /** Writes the format version and due leases before any other data. */
  private writeFirst(): void {
    const leases = this.counters.dueLeases();
    this.env.writeSync(() => {
      this.env.put(FORMAT_KEY, new ByteWriter(8).varint(FORMAT_VERSION));
      if (leases) this.env.put(COUNTERS_KEY, encodeLeases(leases));
    });
    if (leases) this.counters.confirm(leases);
  }

  /** Last committed state. A caller that keeps it across turns of the event loop must acquire and release it. */
  get current(): Snapshot {
    return this.snapshot;
  }

  /** Number of facet keys; readers of the file need all of those that its state has. */
  get facetKeyCount(): number {
    return this.facetKeys.size;
  }

  /** Size of the file in bytes. */
  fileSize(): number {
    return fs.statSync(path.join(this.directory, 'data.mdb')).size;
  }

  /** Bytes of the file's pages without data of the last committed state. */
  unusedBytes(): number {
    return this.env.unusedBytes();
  }

  private takeSnapshot(catalog: Catalog, commitTs: number): Snapshot {
    const transaction = this.env.snapshot();
    return new Snapshot(catalog, new SpaceReader(this.env, this.facetKeys, transaction), commitTs, transaction);
  }

  /** Assigns the next timestamp. */
  nextTimestamp(): number {
    return this.nextTimestamps(1);
  }

  /** Assigns consecutive timestamps. @returns the first */
  nextTimestamps(count: number): number {
    if (this.counters.exhaustsTimestamps(count)) this.extendLeases();
    return this.counters.nextTimestamps(count);
  }

  private extendLeases(): void {
    const leases = this.counters.dueLeases();
    if (!leases) return;
    const put = (): void => this.env.put(COUNTERS_KEY, encodeLeases(leases));
    if (this.env.writing) put();
    else this.env.writeSync(put);
    this.counters.confirm(leases);
  }

  /**
   * Queues work for the writer. Resolves with its result once the result is on disk and in the current snapshot.
   * Rejects with the error of the work or of the disk.
   */
  write<T>(work: Work<T>): Promise<T> {
    return this.enqueue(work, false);
  }

  /**
   * Same as `write`, for long work. It has its own transaction; reads are served between its slices, and later
   * writers wait.
   */
  writeInSlices<T>(work: LongWork<T>): Promise<T> {
    return this.enqueue(work, true);
  }

  private enqueue<T>(work: Work<T> | LongWork<T>, isLong: boolean): Promise<T> {
    if (this.closed) return Promise.reject(new Error('the store is closed'));
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ work, isLong, resolve: resolve as (result: unknown) => void, reject });
      this.pumping ??= this.pump();
    });
  }

  private async pump(): Promise<void> {
    while (this.queue.length > 0) await this.writeOnce();
    this.pumping = undefined;
  }

  /** Runs one transaction: as much of the queue as fits its time, or one long job. */
  private async writeOnce(): Promise<void> {
    let batchJobs: Job[] = [];
    const outcomes: (() => void)[] = [];
    let currentJob: Job | undefined;
    let leases: Leases | undefined;
    let explicit: number[] = [];
    let batch: WriteBatch | undefined;
    const spaces = this.counters.mark();
    const facets = this.facetKeys.size;
    const sweeps = [...this.sweeps];
    const next = (): Job => {
      currentJob = this.queue.shift()!;
      batchJobs.push(currentJob);
      return currentJob;
    };
    const finish = (): void => {
      currentJob = undefined;
      explicit = this.counters.takeNewExplicit();
      for (const block of explicit) this.env.put(explicitUidsKey(block), Buffer.of(1));
      leases = this.counters.dueLeases();
      if (leases) this.env.put(COUNTERS_KEY, encodeLeases(leases));
    };
    try {
      if (this.queue[0]!.isLong) {
        await this.env.writeInSlices(async (slice) => {
          const writing = (batch = this.newBatch());
          outcomes.push(await runLong(next(), writing, slice));
          slice(finish);
        });
      } else {
        await this.env.write(() => {
          const writing = (batch = this.newBatch());
          const end = performance.now() + BATCH_MS;
          do outcomes.push(runJob(next(), writing));
          while (this.queue.length > 0 && !this.queue[0]!.isLong && performance.now() < end);
          finish();
        });
      }
    } catch (error) {
      this.counters.rollBack(spaces);
      this.counters.restoreExplicit(explicit);
      this.facetKeys.truncate(facets);
      this.sweeps.clear();
      for (const space of sweeps) this.sweeps.add(space);
      // If one job failed, the others are retried.
      const failedJobs = currentJob ? [currentJob] : batchJobs;
      batchJobs = batchJobs.filter((job) => !failedJobs.includes(job));
      this.queue.unshift(...batchJobs);
      this.logger.error('a write transaction failed', { error: String(error) });
      for (const job of failedJobs) job.reject(error);
      return;
    }
    if (leases) this.counters.confirm(leases);
    this.advance(batch!);
    for (const settle of outcomes) settle();
  }

  private newBatch(): WriteBatch {
    return new WriteBatch(
      this.env,
      this.counters,
      this.facetKeys,
      new SpaceReader(this.env, this.facetKeys),
      new SpaceWriter(this.env, this.facetKeys, () => this.counters.newList()),
      this.snapshot.catalog,
      this.sweeps,
    );
  }

  /** Publishes the batch to readers. */
  private advance(batch: WriteBatch): void {
    if (Date.now() - this.readersSeen > READERS_MS) {
      this.env.forgetKilledReaders();
      this.readersSeen = Date.now();
    }
    const before = this.snapshot;
    this.snapshot = this.takeSnapshot(batch.catalog, Math.max(before.commitTs, batch.commitTs));
    batch.runHooks();
    this.onReplaced(before);
    before.release();
    this.scheduleSweep();
  }

  private scheduleSweep(): void {
    if (this.sweeps.size === 0 || this.sweeper || this.closed) return;
    this.sweeper = setTimeout(() => {
      this.write((batch) => batch.sweep(SWEEP_KEYS)).then(
        () => {
          this.sweeper = undefined;
          this.scheduleSweep();
        },
        () => {
          // Logged already; the next write schedules the next attempt.
          this.sweeper = undefined;
        },
      );
    }, SWEEP_PAUSE_MS);
    this.sweeper.unref();
  }

  /** Drains the write queue, writes the exact counters, closes the file. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.sizes.stop();
    clearTimeout(this.sweeper);
    await this.pumping;
    try {
      this.env.writeSync(() => this.env.put(COUNTERS_KEY, encodeLeases(this.counters.exact())));
    } catch (error) {
      // The leases hold; the next start skips what is left of them.
      if (!(error instanceof DiskFullError)) throw error;
    }
    this.snapshot.release();
    await this.env.close();
  }
}

/** Runs one job. @returns a function that settles its promise, once the batch is committed */
function runJob(job: Job, batch: WriteBatch): () => void {
  batch.touched = false;
  try {
    const result = (job.work as Work<unknown>)(batch);
    return () => job.resolve(result);
  } catch (error) {
    // A change cannot be undone without giving up the transaction.
    if (batch.touched) throw error;
    return () => job.reject(error);
  }
}

/** Same as `runJob`, for a long job. */
async function runLong(job: Job, batch: WriteBatch, slice: Slice): Promise<() => void> {
  batch.touched = false;
  try {
    const result = await (job.work as LongWork<unknown>)(batch, slice);
    return () => job.resolve(result);
  } catch (error) {
    if (batch.touched) throw error;
    return () => job.reject(error);
  }
}

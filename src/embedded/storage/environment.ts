/**
 * The only file that knows the lmdb package: keys and values as bytes, snapshots, and write transactions that are
 * durable when their promise resolves. All other files use `Environment`.
 *
 * lmdb commits on a thread of its own, so that a flush to disk does not block this one; reads use the memory map.
 */
import { open, type Database, type Transaction } from 'lmdb';
import { PRIVATE_FILE } from '../access';
import type { ByteWriter } from './bytes';
import { DiskFullError } from './errors';
import { makeLockFile } from './new-files';

/** Read transaction of lmdb: one state of the file, held until `done()`. */
export type ReadTransaction = Transaction;

interface ScanOptions {
  /** First key, inclusive. */
  readonly from: Uint8Array;
  /** End of the range, exclusive. With `reverse`, `from` is above it. */
  readonly to: Uint8Array;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** Bytes that are valid until the next read. */
type VolatileBytes = Uint8Array;

type KeyBytes = ByteWriter | Uint8Array;

/** Runs a piece of a long write transaction. Only inside a piece may the transaction be read or written. */
export type Slice = <R>(piece: () => R) => R;

const MAX_READERS = 2048;

/** Access of lmdb to the bytes of a key. */
const keyEncoder = {
  writeKey(key: KeyBytes, target: Uint8Array, start: number): number {
    const bytes = key instanceof Uint8Array ? key : key.bytes;
    const { length } = key;
    if (length <= 24) for (let i = 0; i < length; i++) target[start + i] = bytes[i]!;
    else target.set(length === bytes.length ? bytes : bytes.subarray(0, length), start);
    return start + length;
  },
  readKey(source: Uint8Array, start: number, end: number): Buffer {
    const key = Buffer.allocUnsafe(end - start);
    for (let i = start; i < end; i++) key[i - start] = source[i]!;
    return key;
  },
};

/** Access of lmdb to the bytes of a value: it reads a writer's buffer in place, and returns its own buffer. */
const valueEncoder = {
  encode(value: ByteWriter | Uint8Array): Uint8Array {
    if (value instanceof Uint8Array) return value;
    value.bytes.start = 0;
    value.bytes.end = value.length;
    return value.bytes;
  },
  decode: (bytes: Uint8Array): Uint8Array => bytes,
  needsStableBuffer: false,
};

/** Pages of the two committed states. */
const STATE_PAGES = 2;

interface TreeStatistics {
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}

interface FileStatistics {
  readonly pageSize: number;
  readonly lastPageNumber: number;
  readonly root: TreeStatistics;
  /** Table of free pages. */
  readonly free: TreeStatistics;
}

export class Environment {
  private readonly db: Database<VolatileBytes, Uint8Array>;
  private inWrite = false;
  /** Set while a write in slices is open. */
  private slice: Slice | undefined;

  /** Opens or creates the file in `directory`, which must exist. @throws errors of lmdb and of the file system */
  constructor(
    private readonly directory: string,
    { readOnly = false }: { readonly readOnly?: boolean } = {},
  ) {
    makeLockFile(directory);
    this.db = open<VolatileBytes, Uint8Array>({
      path: directory,
      noSubdir: false,
      keyEncoder,
      encoder: valueEncoder,
      readOnly,
      maxReaders: MAX_READERS,
      // With batching by event turns lmdb creates promises without a handler; their rejection would end the process.
      eventTurnBatching: false,
      // Unused parts of a page hold earlier data of the same store, which needs no hiding.
      noMemInit: true,
      permissionsMode: PRIVATE_FILE,
    } as Parameters<typeof open>[0]);
  }

  /** Number of read transactions that this and other processes hold on the file. */
  readers(): number {
    this.db.readerCheck();
    const { env } = this.db as unknown as { env: { readerList(): string[] } };
    // A header line, then one line a reader: "pid thread txnid".
    return env
      .readerList()
      .join('')
      .split('\n')
      .filter((line) => /^\s*\d+\s+\S+\s+\d+\s*$/.test(line)).length;
  }

  /** Bytes of pages without data of the last committed state, free pages and those of earlier states. */
  unusedBytes(): number {
    const stats = this.db.getStats() as unknown as FileStatistics;
    const pages = [stats.root, stats.free].reduce(
      (sum, tree) => sum + tree.treeBranchPageCount + tree.treeLeafPageCount + tree.overflowPages,
      STATE_PAGES,
    );
    return (stats.lastPageNumber + 1 - pages) * stats.pageSize;
  }

  /** Releases readers of killed processes; the file would keep their states forever. */
  forgetKilledReaders(): void {
    this.db.readerCheck();
  }

  /** Returns a new view of the last committed state. */
  snapshot(): ReadTransaction {
    // lmdb shares one read transaction per turn of the event loop; this starts a fresh one.
    this.db.resetReadTxn();
    return this.db.useReadTransaction();
  }

  /** Handle of a read transaction for other threads of this process. */
  static handleOf(transaction: ReadTransaction): number {
    return (transaction as unknown as { readonly address: number }).address;
  }

  /**
   * Returns a read transaction of another thread. lmdb opens a file once per process, so both threads share the
   * environment, and a read transaction never changes. The other thread must hold it until this one has finished.
   */
  static borrow(handle: number): ReadTransaction {
    return { address: handle, refCount: 1, done() {}, use() {} } as unknown as ReadTransaction;
  }

  /**
   * Returns the value of a key as of `transaction`, or undefined. Inside `write`, reads see the write transaction
   * instead. The bytes are lmdb's own: valid until the next read.
   */
  get(key: KeyBytes, options: { readonly transaction?: ReadTransaction }): VolatileBytes | undefined {
    const read = this.db as unknown as {
      getBinaryFast(key: KeyBytes, options: { transaction?: ReadTransaction }): VolatileBytes | undefined;
    };
    return read.getBinaryFast(key, options);
  }

  /** Yields entries in key order. The value is valid until the next read of any kind; the key belongs to the caller. */
  scan(
    range: ScanOptions,
    options: { readonly transaction?: ReadTransaction },
  ): Iterable<{ key: Uint8Array; value: VolatileBytes }> {
    return this.db.getRange({
      start: range.from,
      end: range.to,
      ...(range.reverse && { reverse: true }),
      ...(range.limit !== undefined && { limit: range.limit }),
      ...options,
    }) as Iterable<{ key: Uint8Array; value: VolatileBytes }>;
  }

  /** Keys in order. */
  keys(range: ScanOptions, options: { readonly transaction?: ReadTransaction }): Iterable<Uint8Array> {
    return this.db.getKeys({
      start: range.from,
      end: range.to,
      ...(range.reverse && { reverse: true }),
      ...(range.limit !== undefined && { limit: range.limit }),
      ...options,
    });
  }

  /** Inside `write` only. */
  put(key: KeyBytes, value: ByteWriter | Uint8Array): void {
    void this.db.put(key as Uint8Array, value as Uint8Array);
  }

  /** Inside `write` only. */
  remove(key: KeyBytes): void {
    void this.db.remove(key as Uint8Array);
  }

  /**
   * Inside `write` only: removes keys from `from` (inclusive) to `to` (exclusive), at most `limit`. @returns their
   * number
   */
  removeRange(from: Uint8Array, to: Uint8Array, limit = Infinity): number {
    let removed = 0;
    for (;;) {
      const chunk = [...this.keys({ from, to, limit: Math.min(1000, limit - removed) }, {})];
      for (const key of chunk) this.remove(key);
      removed += chunk.length;
      if (chunk.length === 0 || removed >= limit) return removed;
    }
  }

  /** Inside `write` only: removes every key. */
  clear(): void {
    this.db.clearSync();
  }

  /** True while a write transaction executes; reads see it. */
  get writing(): boolean {
    return this.inWrite;
  }

  /**
   * Runs `work` in one write transaction. If it throws, nothing is written. Resolves when the file is flushed.
   * `work` must be synchronous.
   */
  async write<T>(work: () => T): Promise<T> {
    try {
      const result = await this.db.childTransaction(() => {
        this.inWrite = true;
        try {
          return work();
        } finally {
          this.inWrite = false;
        }
      });
      await this.db.flushed;
      return result;
    } catch (error) {
      throw await causeOf(error, this.directory);
    }
  }

  /**
   * Same as `write`, for long work: between its slices the event loop continues, and reads see their snapshots as
   * usual. No other write can run meanwhile.
   */
  async writeInSlices<T>(work: (slice: Slice) => Promise<T>): Promise<T> {
    // lmdb's reads prefer this field over the transaction that they are given.
    const { env } = this.db as unknown as { env: { writeTxn: unknown } };
    try {
      const result = await this.db.childTransaction(async () => {
        const transaction = env.writeTxn;
        const slice: Slice = (piece) => {
          env.writeTxn = transaction;
          this.inWrite = true;
          try {
            return piece();
          } finally {
            this.inWrite = false;
            env.writeTxn = null;
          }
        };
        env.writeTxn = null;
        this.slice = slice;
        try {
          return await work(slice);
        } finally {
          this.slice = undefined;
          env.writeTxn = transaction;
        }
      });
      await this.db.flushed;
      return result;
    } catch (error) {
      throw await causeOf(error, this.directory);
    }
  }

  /** Same as `write`, synchronously on this thread. While a write in slices is open, the work becomes a part of it. */
  writeSync<T>(work: () => T): T {
    if (this.slice) return this.slice(work);
    try {
      return this.db.transactionSync(() => {
        this.inWrite = true;
        try {
          return work();
        } finally {
          this.inWrite = false;
        }
      });
    } catch (error) {
      throw DiskFullError.named(error, this.directory);
    }
  }

  async close(): Promise<void> {
    await this.db.flushed;
    await this.db.close();
  }
}

/**
 * Finds the reason of a failed commit: lmdb reports the failure in one error, and its reason in a rejecting promise.
 */
async function causeOf(error: unknown, directory: string): Promise<unknown> {
  const { commitError } = error as { commitError?: Promise<never> };
  if (!commitError) return error;
  const cause = await commitError.catch((reason: unknown) => reason);
  const named = DiskFullError.named(cause, directory);
  if (named instanceof DiskFullError) return named;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`the data file cannot be written: ${reason}`, { cause });
}

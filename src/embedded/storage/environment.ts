/**
 * The one file that knows the lmdb package: keys and values as bytes, snapshots, and write transactions that are
 * durable when their promise resolves. Everything above works on `Environment`.
 *
 * lmdb commits on a thread of its own, so that a flush to disk does not stop this one; reads go to the memory map.
 */
import { open, type Database, type Transaction } from 'lmdb';
import { PRIVATE_FILE } from '../access';
import type { ByteWriter } from './bytes';

/** A read transaction of lmdb: one state of the file, held until `done()`. */
export type ReadTransaction = Transaction;

interface ScanOptions {
  /** First key, inclusive. */
  readonly from: Uint8Array;
  /** Where to stop, exclusive. With `reverse`, `from` is above it. */
  readonly to: Uint8Array;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** Bytes that are valid until the next read. */
type VolatileBytes = Uint8Array;

type KeyBytes = ByteWriter | Uint8Array;

/** Runs a piece of a long write transaction: the only place where what belongs to it may be read or written. */
export type Slice = <R>(piece: () => R) => R;

const MAX_READERS = 2048;

/** How lmdb gets at the bytes of a key. */
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

/** How lmdb gets at the bytes of a value: it reads a writer's buffer in place, and hands out its own. */
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

export class Environment {
  private readonly db: Database<VolatileBytes, Uint8Array>;
  private inWrite = false;
  /** While a write transaction is open between its slices. */
  private slice: Slice | undefined;

  /** Opens or creates the file in `directory`, which must exist. Throws what lmdb throws. */
  constructor(directory: string, { readOnly = false }: { readonly readOnly?: boolean } = {}) {
    this.db = open<VolatileBytes, Uint8Array>({
      path: directory,
      noSubdir: false,
      keyEncoder,
      encoder: valueEncoder,
      readOnly,
      maxReaders: MAX_READERS,
      // With batching by turns lmdb makes promises that nobody gets, and whose failure would end the process.
      eventTurnBatching: false,
      // What lmdb leaves in unused parts of a page is our own earlier data: there is nobody to hide it from.
      noMemInit: true,
      permissionsMode: PRIVATE_FILE,
    } as Parameters<typeof open>[0]);
  }

  /** Read transactions that this and other processes hold on the file. */
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

  /** Forgets readers of processes that were killed: their states would be kept for ever. */
  forgetKilledReaders(): void {
    this.db.readerCheck();
  }

  /** A new view of what is committed now. */
  snapshot(): ReadTransaction {
    // lmdb shares one read transaction a turn of the event loop; this starts a fresh one.
    this.db.resetReadTxn();
    return this.db.useReadTransaction();
  }

  /** Names a read transaction to the other threads of this process. */
  static handleOf(transaction: ReadTransaction): number {
    return (transaction as unknown as { readonly address: number }).address;
  }

  /**
   * A read transaction of another thread, whose environment on the same file is this one's own: lmdb opens a file once a
   * process, and a transaction that only reads is changed by nobody. It must be held there until it is not used here any more.
   */
  static borrow(handle: number): ReadTransaction {
    return { address: handle, refCount: 1, done() {}, use() {} } as unknown as ReadTransaction;
  }

  /**
   * The value of a key as of `transaction`, or undefined. Inside `write`, reads see the write transaction instead.
   * The bytes are lmdb's own: valid until the next read.
   */
  get(key: KeyBytes, options: { readonly transaction?: ReadTransaction }): VolatileBytes | undefined {
    const read = this.db as unknown as {
      getBinaryFast(key: KeyBytes, options: { transaction?: ReadTransaction }): VolatileBytes | undefined;
    };
    return read.getBinaryFast(key, options);
  }

  /** Entries in key order. The value is valid until the next read of any kind; the key is the caller's. */
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

  /** Inside `write` only: removes every key from `from` (inclusive) to `to` (exclusive), at most `limit`; tells how many. */
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

  /** Whether a write transaction is executing: reads see it. */
  get writing(): boolean {
    return this.inWrite;
  }

  /**
   * Runs `work` in one write transaction. If it throws, nothing of it is kept. Resolves when the file is flushed.
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
      throw await causeOf(error);
    }
  }

  /**
   * As `write`, for work that would take long: between its slices the event loop goes on, and reads see their snapshots as
   * ever. Nothing else can be written meanwhile.
   */
  async writeInSlices<T>(work: (slice: Slice) => Promise<T>): Promise<T> {
    // What lmdb's reads look at first, whatever transaction they are given.
    const { env } = this.db as unknown as { env: { writeTxn: unknown } };
    try {
      const result = await this.db.childTransaction(async () => {
        const own = env.writeTxn;
        const slice: Slice = (piece) => {
          env.writeTxn = own;
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
          env.writeTxn = own;
        }
      });
      await this.db.flushed;
      return result;
    } catch (error) {
      throw await causeOf(error);
    }
  }

  /** As `write`, at once, on this thread; where a long write is open, as a part of that. */
  writeSync<T>(work: () => T): T {
    if (this.slice) return this.slice(work);
    return this.db.transactionSync(() => {
      this.inWrite = true;
      try {
        return work();
      } finally {
        this.inWrite = false;
      }
    });
  }

  async close(): Promise<void> {
    await this.db.flushed;
    await this.db.close();
  }
}

/** Where a commit fails, lmdb says so in one error and why in a promise that rejects with another. */
async function causeOf(error: unknown): Promise<unknown> {
  const { commitError } = error as { commitError?: Promise<never> };
  if (!commitError) return error;
  const cause = await commitError.catch((reason: unknown) => reason);
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`the data file cannot be written: ${reason}`, { cause });
}

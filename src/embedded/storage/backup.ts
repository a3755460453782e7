/**
 * A backup of a data directory, also while an engine has it open and writes to it: LMDB gives each process that reads a
 * state of its own, and neither waits for the other.
 */
import type { Writable } from 'node:stream';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { body, header, type BackupRecord } from './backup-format';
import type { Environment, ReadTransaction } from './environment';
import { openToRead } from './open';

export interface BackupSummary {
  readonly records: number;
  /** Bytes of keys and values. */
  readonly bytes: number;
}

/** What is read before anybody else gets a turn. */
const CHUNK_BYTES = 1 << 18;
/** Everything compresses about as well with more effort, and takes several times as long. */
const GZIP_LEVEL = 1;
/** Above every key. */
const END = Buffer.of(0xff);

/**
 * Writes one committed state of the directory to `target`, and ends it.
 *
 * @throws StoreError where there is no data, or it is not ours; what the target throws
 */
export async function backUp(directory: string, target: Writable): Promise<BackupSummary> {
  const env = openToRead(directory);
  const transaction = env.snapshot();
  try {
    const summary = { records: 0, bytes: 0 };
    const compressed = new PassThrough();
    compressed.write(header());
    const records = Readable.from(body(counted(recordsOf(env, transaction), summary)));
    const [written, read] = await Promise.allSettled([
      pipeline(compressed, target),
      pipeline(records, createGzip({ level: GZIP_LEVEL }), compressed),
    ]);
    // Where the target fails, so does what is piped to it: the target's reason is the one.
    if (written.status === 'rejected') throw written.reason;
    if (read.status === 'rejected') throw read.reason;
    return summary;
  } finally {
    transaction.done();
    await env.close();
  }
}

function* counted(
  parts: Iterable<readonly BackupRecord[]>,
  summary: { records: number; bytes: number },
): Generator<readonly BackupRecord[], void> {
  for (const records of parts) {
    summary.records += records.length;
    for (const { key, value } of records) summary.bytes += key.length + value.length;
    yield records;
  }
}

/** All records in key order, a part at a time. What LMDB hands out is valid for a moment only, and no cursor is kept between parts. */
export function* recordsOf(env: Environment, transaction: ReadTransaction): Generator<readonly BackupRecord[], void> {
  let from: Buffer = Buffer.of(0);
  for (;;) {
    const records: BackupRecord[] = [];
    let size = 0;
    // The buffer of a value is larger than the value, whatever its length says.
    for (const { key, value } of env.scan({ from, to: END }, { transaction })) {
      records.push({ key: Buffer.from(key), value: Buffer.from(value.subarray(0, value.length)) });
      size += key.length + value.length;
      if (size >= CHUNK_BYTES) break;
    }
    const last = records.at(-1);
    if (!last) return;
    yield records;
    // The next key after this one.
    from = Buffer.concat([last.key, Buffer.of(0)]);
  }
}

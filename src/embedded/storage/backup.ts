/**
 * Backup of a data directory, also while an engine has it open and writes to it: LMDB gives each reading process its
 * own snapshot, and neither process waits for the other.
 */
import * as path from 'node:path';
import type { Writable } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { body, header, type BackupRecord } from './backup-format';
import type { Environment, ReadTransaction } from './environment';
import { DATA_FILE } from './new-files';
import { damaged, openToRead } from './open';
import { PageFile } from './page-file';

export interface BackupSummary {
  readonly records: number;
  /** Bytes of keys and values. */
  readonly bytes: number;
}

/** Bytes read before other work gets a turn. */
const CHUNK_BYTES = 1 << 18;
/** Higher levels compress hardly better and take several times as long. */
const GZIP_LEVEL = 1;
/** Above every key. */
const END = Buffer.of(0xff);

/**
 * Writes one committed state of the directory to `target`, and ends it.
 *
 * @throws StoreError if the directory has no data, data of another program, or damaged data; errors of the target
 */
export async function backUp(directory: string, target: Writable): Promise<BackupSummary> {
  const env = openToRead(directory);
  const transaction = env.snapshot();
  try {
    const damage = PageFile.damageOf(path.join(directory, DATA_FILE), 'all');
    if (damage !== undefined) throw damaged(directory, damage);
    const summary = { records: 0, bytes: 0 };
    const records = Readable.from(body(counted(recordsOf(env, transaction), summary)));
    // One pipeline: with two, Node 24 and later would wait forever for a target that had failed before.
    await pipeline(records, createGzip({ level: GZIP_LEVEL }), withHeader, target);
    return summary;
  } finally {
    transaction.done();
    await env.close();
  }
}

/** Prefixes the compressed records with the header, which is readable as it is. */
async function* withHeader(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield header();
  yield* compressed;
}

/** Passes groups of records on, and counts them. */
export function* counted(
  parts: Iterable<readonly BackupRecord[]>,
  summary: { records: number; bytes: number },
): Generator<readonly BackupRecord[], void> {
  for (const records of parts) {
    summary.records += records.length;
    for (const { key, value } of records) summary.bytes += key.length + value.length;
    yield records;
  }
}

/**
 * Yields all records in key order, in groups. LMDB's buffers are valid only briefly, and no cursor is kept between
 * groups.
 */
export function* recordsOf(env: Environment, transaction: ReadTransaction): Generator<readonly BackupRecord[], void> {
  let from: Buffer = Buffer.of(0);
  for (;;) {
    const records: BackupRecord[] = [];
    let size = 0;
    // The buffer may be longer than the value; `length` is that of the value.
    for (const { key, value } of env.scan({ from, to: END }, { transaction })) {
      records.push({ key: Buffer.from(key), value: Buffer.from(value.subarray(0, value.length)) });
      size += key.length + value.length;
      if (size >= CHUNK_BYTES) break;
    }
    const last = records.at(-1);
    if (!last) return;
    yield records;
    // Smallest key above the last one.
    from = Buffer.concat([last.key, Buffer.of(0)]);
  }
}

/**
 * From a backup to a data directory: all of it, or nothing. The data is written and checked in a directory of its own
 * inside the target; one rename makes it the target's data.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BodyReader, checkHeader, cutShort, HEADER_BYTES, type BackupRecord } from './backup-format';
import type { BackupSummary } from './backup';
import { Environment } from './environment';
import { BackupError, StoreError } from './errors';
import { DATA_FILE, holdIfIdle, LOCK_FILE, openDirectory } from './open';

/** Written in one transaction. */
const BATCH_BYTES = 16 * 2 ** 20;
const GUNZIP_CHUNK = 1 << 20;
const WORKPLACE = '.restoring-';

export interface RestoreOptions {
  /** Replaces the data that the directory has; otherwise it has to be empty or not to exist. */
  readonly replace?: boolean;
}

/**
 * Restores a backup. Unless it returns, the directory is as it was before.
 *
 * @throws BackupError for a backup that is cut short, damaged or unknown; StoreError for a directory that cannot be used; what
 *   source and disk say
 */
export async function restore(
  source: Readable,
  directory: string,
  { replace = false }: RestoreOptions = {},
): Promise<BackupSummary> {
  const made = firstMissing(directory);
  let free: (() => Promise<void>) | undefined;
  try {
    free = await prepare(directory, replace);
    const place = fs.mkdtempSync(path.join(directory, WORKPLACE));
    try {
      const summary = await write(source, place);
      await check(place);
      publish(place, directory);
      return summary;
    } finally {
      fs.rmSync(place, { recursive: true, force: true });
    }
  } catch (error) {
    if (made !== undefined) fs.rmSync(made, { recursive: true, force: true });
    throw error;
  } finally {
    await free?.();
  }
}

/** The uppermost directory that making `directory` would make. */
function firstMissing(directory: string): string | undefined {
  let missing: string | undefined;
  for (let at = path.resolve(directory); !fs.existsSync(at); at = path.dirname(at)) missing = at;
  return missing;
}

/** Makes or checks the target, and keeps others from opening it. @returns what lets them again */
async function prepare(directory: string, replace: boolean): Promise<(() => Promise<void>) | undefined> {
  try {
    fs.mkdirSync(directory, { recursive: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StoreError(directory, code === 'EEXIST' || code === 'ENOTDIR' ? 'it is not a directory' : message);
  }
  // What an attempt that was killed has left is nobody's data.
  const entries = fs.readdirSync(directory).filter((name) => !name.startsWith(WORKPLACE));
  if (entries.length === 0) {
    sweep(directory);
    return undefined;
  }
  const hasData = entries.includes(DATA_FILE);
  if (!replace) {
    throw new StoreError(
      directory,
      hasData ? 'it has data already; --replace replaces that' : 'it is not empty; choose another directory',
    );
  }
  if (!hasData) throw new StoreError(directory, 'it is not empty, and has no data that could be replaced');
  const free = await holdIfIdle(directory);
  sweep(directory);
  return free;
}

function sweep(directory: string): void {
  for (const name of fs.readdirSync(directory)) {
    if (name.startsWith(WORKPLACE)) fs.rmSync(path.join(directory, name), { recursive: true, force: true });
  }
}

async function write(source: Readable, place: string): Promise<BackupSummary> {
  const env = new Environment(place);
  try {
    const reader = new BodyReader();
    let bytes = 0;
    let batch: BackupRecord[] = [];
    let size = 0;
    const flush = (): void => {
      env.writeSync(() => {
        for (const { key, value } of batch) env.put(key, value);
      });
      bytes += size;
      batch = [];
      size = 0;
    };
    await unpack(source, (chunk) => {
      for (const record of reader.take(chunk)) {
        batch.push(record);
        size += record.key.length + record.value.length;
        if (size >= BATCH_BYTES) flush();
      }
    });
    reader.end();
    flush();
    return { records: reader.count, bytes };
  } finally {
    await env.close();
  }
}

/** Hands on what follows the header, decompressed. @throws BackupError */
async function unpack(source: Readable, take: (chunk: Buffer) => void): Promise<void> {
  const compressed = afterHeader(source);
  try {
    await pipeline(compressed, createGunzip({ chunkSize: GUNZIP_CHUNK }), async (unpacked: AsyncIterable<Buffer>) => {
      for await (const chunk of unpacked) take(chunk);
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw cutShort();
    if (code?.startsWith('Z_')) throw new BackupError(`it is damaged (${message})`);
    throw error;
  }
}

async function* afterHeader(source: Readable): AsyncGenerator<Buffer, void> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of source as AsyncIterable<Buffer>) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEADER_BYTES) continue;
    checkHeader(head);
    yield head.subarray(HEADER_BYTES);
    head = undefined;
  }
  if (head) {
    checkHeader(head);
    throw cutShort();
  }
}

/** What the engine cannot open is not published. */
async function check(place: string): Promise<void> {
  try {
    const opened = openDirectory(place);
    await opened.env.close();
  } catch (error) {
    throw new BackupError(`its data cannot be opened (${(error as Error).message})`, { cause: error });
  }
}

function publish(place: string, directory: string): void {
  synchronise(path.join(place, DATA_FILE));
  fs.renameSync(path.join(place, DATA_FILE), path.join(directory, DATA_FILE));
  // It speaks of readers and transactions of the file that was replaced.
  fs.rmSync(path.join(directory, LOCK_FILE), { force: true });
  synchronise(directory);
}

function synchronise(file: string): void {
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

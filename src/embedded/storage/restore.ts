/** From a backup to a data directory: all of it, or nothing. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BodyReader, checkHeader, cutShort, HEADER_BYTES } from './backup-format';
import type { BackupSummary } from './backup';
import { BackupError, StoreError } from './errors';
import { claim, DATA_FILE, holdIfIdle, isOfSocket } from './open';
import { isLeftOver, rebuild, sweep, UnusableData, type Put } from './rebuild';

const GUNZIP_CHUNK = 1 << 20;

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
    return await rebuild(directory, (put) => read(source, put));
  } catch (error) {
    if (made !== undefined) fs.rmSync(made, { recursive: true, force: true });
    throw error instanceof UnusableData ? new BackupError(error.message, { cause: error }) : error;
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
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StoreError(directory, code === 'EEXIST' || code === 'ENOTDIR' ? 'it is not a directory' : message);
  }
  // What an attempt that was killed has left is nobody's data.
  const entries = fs.readdirSync(directory).filter((name) => !isLeftOver(name) && !isOfSocket(name));
  if (entries.length === 0) {
    claim(directory);
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
  claim(directory);
  const held = await holdIfIdle(directory);
  sweep(directory);
  return held?.free;
}

/** @throws BackupError */
async function read(source: Readable, put: Put): Promise<BackupSummary> {
  const reader = new BodyReader();
  let bytes = 0;
  await unpack(source, (chunk) => {
    for (const record of reader.take(chunk)) {
      bytes += record.key.length + record.value.length;
      put(record);
    }
  });
  reader.end();
  return { records: reader.count, bytes };
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

/** Restores a backup into a data directory, completely or not at all. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { makeDirectory } from '../../util/directory';
import { BodyReader, checkHeader, cutShort, HEADER_BYTES } from './backup-format';
import type { BackupSummary } from './backup';
import { BackupError, StoreError } from './errors';
import { DATA_FILE } from './new-files';
import { claim, holdIfIdle, isOfSocket } from './open';
import { isLeftOver, rebuild, sweep, UnusableData, type Put } from './rebuild';

const GUNZIP_CHUNK = 1 << 20;

interface RestoreOptions {
  /** Replaces existing data; otherwise the directory must be empty or missing. */
  readonly replace?: boolean;
}

/**
 * Restores a backup. If it rejects, the directory is unchanged.
 *
 * @throws BackupError for a truncated, damaged or unknown backup; StoreError for an unusable directory; errors of
 *   source and disk
 */
export async function restore(
  source: Readable,
  directory: string,
  { replace = false }: RestoreOptions = {},
): Promise<BackupSummary> {
  const createdDirectory = firstMissing(directory);
  let free: (() => Promise<void>) | undefined;
  try {
    free = await prepare(directory, replace);
    return await rebuild(directory, (put) => read(source, put));
  } catch (error) {
    if (createdDirectory !== undefined) fs.rmSync(createdDirectory, { recursive: true, force: true });
    throw error instanceof UnusableData ? new BackupError(error.message, { cause: error }) : error;
  } finally {
    await free?.();
  }
}

/** Reads a backup to its end, and writes nothing. @throws BackupError; errors of the source */
export const verifyBackup = (source: Readable): Promise<BackupSummary> => read(source, () => undefined);

/** Returns the topmost missing directory of the path. */
function firstMissing(directory: string): string | undefined {
  let missing: string | undefined;
  for (let current = path.resolve(directory); !fs.existsSync(current); current = path.dirname(current))
    missing = current;
  return missing;
}

/** Creates or checks the target, and keeps other processes from opening it. @returns a function that releases it */
async function prepare(directory: string, replace: boolean): Promise<(() => Promise<void>) | undefined> {
  try {
    makeDirectory(directory, 0o700);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StoreError(directory, code === 'EEXIST' || code === 'ENOTDIR' ? 'it is not a directory' : message);
  }
  // Remains of a killed attempt do not count as data.
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
  if (!hasData) throw new StoreError(directory, 'it is not empty, and has no data to replace');
  claim(directory);
  const hold = await holdIfIdle(directory);
  sweep(directory);
  return hold?.free;
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

/** Passes on the data after the header, decompressed. @throws BackupError */
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

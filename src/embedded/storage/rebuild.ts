/**
 * Rebuilds a data file: writes and checks it in a directory inside the target, so that one rename puts it in place.
 * Until then the target is unchanged.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { BackupRecord } from './backup-format';
import { Environment } from './environment';
import { DATA_FILE, LOCK_FILE } from './new-files';
import { openDirectory } from './open';

/** Bytes written in one transaction. */
const BATCH_BYTES = 16 * 2 ** 20;
const WORKPLACE = '.restoring-';

/** Receiver of records in key order, so that pages fill one after the other. */
export type Put = (record: BackupRecord) => void;

/** @param fill passes all records to `put` */
export async function rebuild<T>(directory: string, fill: (put: Put) => Promise<T>): Promise<T> {
  const place = fs.mkdtempSync(path.join(directory, WORKPLACE));
  try {
    const result = await write(place, fill);
    await check(place);
    publish(place, directory);
    return result;
  } finally {
    fs.rmSync(place, { recursive: true, force: true });
  }
}

/** True for the directory of an attempt that was killed. */
export const isLeftOver = (name: string): boolean => name.startsWith(WORKPLACE);

export function sweep(directory: string): void {
  for (const name of fs.readdirSync(directory)) {
    if (isLeftOver(name)) fs.rmSync(path.join(directory, name), { recursive: true, force: true });
  }
}

/** Error of new data that cannot be opened, and is not published. */
export class UnusableData extends Error {}

async function write<T>(place: string, fill: (put: Put) => Promise<T>): Promise<T> {
  const env = new Environment(place);
  try {
    let batch: BackupRecord[] = [];
    let size = 0;
    const flush = (): void => {
      env.writeSync(() => {
        for (const { key, value } of batch) env.put(key, value);
      });
      batch = [];
      size = 0;
    };
    const result = await fill((record) => {
      batch.push(record);
      size += record.key.length + record.value.length;
      if (size >= BATCH_BYTES) flush();
    });
    flush();
    return result;
  } finally {
    await env.close();
  }
}

async function check(place: string): Promise<void> {
  try {
    const opened = openDirectory(place);
    await opened.env.close();
  } catch (error) {
    throw new UnusableData(`its data cannot be opened (${(error as Error).message})`, { cause: error });
  }
}

function publish(place: string, directory: string): void {
  synchronise(path.join(place, DATA_FILE));
  fs.renameSync(path.join(place, DATA_FILE), path.join(directory, DATA_FILE));
  // The lock file has readers and transactions of the replaced data file.
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

/** `owlgate backup`, `owlgate restore` and `owlgate compact`: the data of the embedded engine to a file, back, and in place. */
import { createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { Writable } from 'node:stream';
import { backUp, BackupError, compact as compactData, restore as restoreFrom, StoreError } from '../embedded';
import type { BackupSummary } from '../embedded';
import { existing, WholeFile } from '../util/wholeFile';
import { command, isOfSystem, STANDARD_INPUT } from './command';
import {
  BACKUP,
  COMPACT,
  readBackupArguments,
  readCompactArguments,
  readRestoreArguments,
  RESTORE,
  type StorageArguments,
} from './storage-options';

/** What cannot be done, for the person who asked. */
class Refusal extends Error {}

const isExpected = (error: unknown): boolean =>
  error instanceof Refusal || error instanceof StoreError || isOfSystem(error);

/** Beside a server or without one. Its status is 0 for a backup that is on the disk, 1 where there is none. */
export const backup = command<StorageArguments>({
  specification: BACKUP,
  read: readBackupArguments,
  isExpected,
  async run({ file, data, replace, json }, { stdout, say, print }) {
    if (file === STANDARD_INPUT) return (say(`${told(await backUp(data, kept(stdout)))} of ${data}`), undefined);
    if (!replace && (await existing([file]))) throw new Refusal(`${file} exists already; --replace replaces it`);
    const summary = await toFile(file, data);
    if (json) await print(`${JSON.stringify({ file, data, ...summary })}\n`);
    else say(`${told(summary)} of ${data} in ${file}`);
    return undefined;
  },
});

/** Its status is 0 where the directory has the data, 1 where it is as before. */
export const restore = command<StorageArguments>({
  specification: RESTORE,
  read: readRestoreArguments,
  isExpected,
  async run({ file, data, replace, json }, { stdin, say, print }) {
    const isInput = file === STANDARD_INPUT;
    if (!isInput) await fs.access(file, fs.constants.R_OK);
    const source = isInput ? stdin : createReadStream(file);
    try {
      const summary = await restoreFrom(source, data, { replace });
      if (json) await print(`${JSON.stringify({ file, data, ...summary })}\n`);
      else say(`${told(summary)} in ${data}`);
      return undefined;
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      throw new Refusal(`${isInput ? 'standard input' : file}: ${error.message}; ${data} is as it was`);
    } finally {
      if (!isInput) source.destroy();
    }
  },
});

/** Its status is 0 where the file has been written anew, 1 where it is as before. */
export const compact = command<Pick<StorageArguments, 'data' | 'json'>>({
  specification: COMPACT,
  read: readCompactArguments,
  isExpected,
  async run({ data, json }, { say, print }) {
    const { before, after } = await compactData(data);
    if (json) await print(`${JSON.stringify({ data, before, after })}\n`);
    else say(`${before.toLocaleString('en')} bytes on the disk before, ${after.toLocaleString('en')} now, in ${data}`);
    return undefined;
  },
});

function told({ records, bytes }: BackupSummary): string {
  return `${records.toLocaleString('en')} records, ${bytes.toLocaleString('en')} bytes of data`;
}

/** The file is whole, and on the disk, or it is not there. */
async function toFile(name: string, data: string): Promise<BackupSummary> {
  const file = await WholeFile.open(name);
  try {
    const summary = await backUp(data, file.stream);
    await file.publish();
    return summary;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** Standard output, which cannot be ended. */
function kept(stream: Writable): Writable {
  return new Writable({
    write: (chunk, _, done) => void stream.write(chunk, done),
  });
}

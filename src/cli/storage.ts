/** `owlgate backup`, `restore`, `verify` and `compact`: maintenance of the embedded engine's data. */
import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import {
  backUp,
  BackupError,
  compact as compactData,
  restore as restoreFrom,
  StoreError,
  verify as verifyData,
  verifyBackup,
} from '../embedded';
import type { BackupSummary } from '../embedded';
import { existing, WholeFile } from '../util/wholeFile';
import { command, isSystemError, STANDARD_INPUT } from './command';
import { requireReadable } from './input';
import {
  BACKUP,
  COMPACT,
  readBackupArguments,
  readCompactArguments,
  readRestoreArguments,
  readVerifyArguments,
  RESTORE,
  type StorageArguments,
  VERIFY,
} from './storage-options';

/** Failure of maintenance, with a message for the user. */
class MaintenanceFailure extends Error {}

const isExpected = (error: unknown): boolean =>
  error instanceof MaintenanceFailure || error instanceof StoreError || isSystemError(error);

/** Works beside a running gateway. Exit status: 0 if the backup is on the disk, 1 otherwise. */
export const backup = command<StorageArguments>({
  specification: BACKUP,
  read: readBackupArguments,
  isExpected,
  async run({ file, data, replace, json }, { stdout, say, print }) {
    if (file === STANDARD_INPUT)
      return (say(`${summaryText(await backUp(data, withoutEnd(stdout)))} of ${data}`), undefined);
    if (!replace && (await existing([file])))
      throw new MaintenanceFailure(`${file} already exists; --replace replaces it`);
    const summary = await toFile(file, data);
    if (json) await print(`${JSON.stringify({ file, data, ...summary })}\n`);
    else say(`${summaryText(summary)} of ${data} in ${file}`);
    return undefined;
  },
});

/** Exit status: 0 if the directory has the data, 1 if it is unchanged. */
export const restore = command<StorageArguments>({
  specification: RESTORE,
  read: readRestoreArguments,
  isExpected,
  async run({ file, data, replace, json }, { stdin, say, print }) {
    const isInput = file === STANDARD_INPUT;
    await requireReadable([file]);
    const source = isInput ? stdin : createReadStream(file);
    try {
      const summary = await restoreFrom(source, data, { replace });
      if (json) await print(`${JSON.stringify({ file, data, ...summary })}\n`);
      else say(`${summaryText(summary)} in ${data}`);
      return undefined;
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      throw new MaintenanceFailure(`${isInput ? 'standard input' : file}: ${error.message}; ${data} is unchanged`);
    } finally {
      if (!isInput) source.destroy();
    }
  },
});

/** Exit status: 0 if the file was compacted, 1 if it is unchanged. */
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

/** Works beside a running gateway. Exit status: 0 for intact data, 1 otherwise. */
export const verify = command<Pick<StorageArguments, 'data' | 'json'>>({
  specification: VERIFY,
  read: readVerifyArguments,
  isExpected,
  async run({ data, json }, { say, print }) {
    const summary = await verifyData(data);
    if (json) await print(`${JSON.stringify({ data, ...summary })}\n`);
    else say(`${summaryText(summary)} in ${data}, intact`);
    return undefined;
  },
});

function summaryText({ records, bytes }: BackupSummary): string {
  return `${records.toLocaleString('en')} records, ${bytes.toLocaleString('en')} bytes of data`;
}

/** Writes a complete file to the disk, or none. */
async function toFile(name: string, data: string): Promise<BackupSummary> {
  const file = await WholeFile.open(name);
  try {
    const summary = await backUp(data, file.stream);
    const { records } = await verifyBackup(createReadStream(await file.written()));
    if (records !== summary.records)
      throw new MaintenanceFailure(`${name}: the disk has ${records} of ${summary.records} records`);
    await file.publish();
    return summary;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** Wraps standard output, which must not be ended. */
function withoutEnd(stream: Writable): Writable {
  return new Writable({
    write: (chunk, _, done) => void stream.write(chunk, done),
  });
}

/** `owlgate backup` and `owlgate restore`: the data of the embedded engine to a file, and back. */
import { createReadStream, createWriteStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { Writable } from 'node:stream';
import { backUp, BackupError, restore as restoreTo, StoreError } from '../embedded';
import type { BackupSummary } from '../embedded';
import { STANDARD_INPUT, UsageError } from './options';
import type { Streams } from './reason';
import { BACKUP_HELP, readStorageArguments, RESTORE_HELP } from './storage-options';
import type { StorageArguments } from './storage-options';

const DONE = 0;
const FAILED = 1;
const NOT_ACCEPTED = 2;
/** Neither answer nor fault of the caller: no status that means one of those. */
const OUR_FAULT = 70;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs `owlgate backup`, beside a server or without one.
 *
 * @param args what stands after `backup`
 * @returns the exit status: 0 for a backup that is on the disk, 1 where there is none, 2 where an option is not accepted
 */
export function backup(args: readonly string[], streams: Streams, env: Environment = process.env): Promise<number> {
  return run('backup', BACKUP_HELP, args, streams, env, async (given) => {
    const { file, data, replace } = given;
    if (file === STANDARD_INPUT) return `${told(await backUp(data, kept(streams.stdout)))} of ${data}`;
    if (!replace && (await exists(file))) throw new Refusal(`${file} exists already; --replace replaces it`);
    return `${told(await toFile(file, data))} of ${data} in ${file}`;
  });
}

/**
 * Runs `owlgate restore`.
 *
 * @param args what stands after `restore`
 * @returns the exit status: 0 where the directory has the data, 1 where it is as before, 2 where an option is not accepted
 */
export function restore(args: readonly string[], streams: Streams, env: Environment = process.env): Promise<number> {
  return run('restore', RESTORE_HELP, args, streams, env, async ({ file, data, replace }) => {
    const isInput = file === STANDARD_INPUT;
    if (!isInput) await fs.access(file, fs.constants.R_OK);
    const source = isInput ? streams.stdin : createReadStream(file);
    try {
      return `${told(await restoreTo(source, data, { replace }))} in ${data}`;
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      throw new Refusal(`${isInput ? 'standard input' : file}: ${error.message}; ${data} is as it was`);
    } finally {
      if (!isInput) source.destroy();
    }
  });
}

/** What cannot be done, for the person who asked. */
class Refusal extends Error {}

async function run(
  command: string,
  help: string,
  args: readonly string[],
  { stdout, stderr }: Streams,
  env: Environment,
  work: (given: StorageArguments) => Promise<string>,
): Promise<number> {
  const say = (text: string): void => void stderr.write(`owlgate ${command}: ${text.replace(/\s*\n\s*/g, ' ')}\n`);
  try {
    const given = readStorageArguments(args, env);
    if (given === 'help') stdout.write(help);
    else say(await work(given));
    return DONE;
  } catch (error) {
    const { message, stack, code } = error as NodeJS.ErrnoException;
    if (error instanceof UsageError) return (say(message), NOT_ACCEPTED);
    const isTold = error instanceof Refusal || error instanceof StoreError || code !== undefined;
    say(isTold ? message : `a bug of ours: ${stack ?? message}`);
    return isTold ? FAILED : OUR_FAULT;
  }
}

function told({ records, bytes }: BackupSummary): string {
  return `${records.toLocaleString('en')} records, ${bytes.toLocaleString('en')} bytes of data`;
}

/** The file is whole, and on the disk, or it is not there. */
async function toFile(file: string, data: string): Promise<BackupSummary> {
  const partial = `${file}.partial-${process.pid}`;
  try {
    const summary = await backUp(data, createWriteStream(partial, { flags: 'wx' }));
    await synchronise(partial);
    await fs.rename(partial, file);
    await synchronise(path.dirname(path.resolve(file)));
    return summary;
  } catch (error) {
    await fs.rm(partial, { force: true });
    throw error;
  }
}

async function synchronise(file: string): Promise<void> {
  const handle = await fs.open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const exists = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  );

/** Standard output, which cannot be ended. */
function kept(stream: Writable): Writable {
  return new Writable({
    write: (chunk, _, done) => void stream.write(chunk, done),
  });
}

/** `owlgate backup` and `owlgate restore`: the data of the embedded engine to a file, and back. */
import { createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { Writable } from 'node:stream';
import { backUp, BackupError, restore as restoreTo, StoreError } from '../embedded';
import type { BackupSummary } from '../embedded';
import { bugOfOurs, NOT_ACCEPTED, OUR_FAULT, STANDARD_INPUT, tell, UsageError } from './command';
import type { Streams } from './command';
import { BACKUP_HELP, readStorageArguments, RESTORE_HELP } from './storage-options';
import type { StorageArguments } from './storage-options';

const DONE = 0;
const FAILED = 1;

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
  streams: Streams,
  env: Environment,
  work: (given: StorageArguments) => Promise<string>,
): Promise<number> {
  const say = (text: string): void => tell(streams, command, text);
  try {
    const given = readStorageArguments(args, env);
    if (given === 'help') streams.stdout.write(help);
    else say(await work(given));
    return DONE;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (error instanceof UsageError) return (say(message), NOT_ACCEPTED);
    const isTold = error instanceof Refusal || error instanceof StoreError || code !== undefined;
    say(isTold ? message : bugOfOurs(error));
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
    const summary = await written(partial, data);
    await synchronise(partial);
    await fs.rename(partial, file);
    await synchronise(path.dirname(path.resolve(file)));
    return summary;
  } catch (error) {
    await fs.rm(partial, { force: true });
    throw error;
  }
}

/** The file is open before anything can fail, and closed when this returns: what removes it then finds it. */
async function written(file: string, data: string): Promise<BackupSummary> {
  const handle = await fs.open(file, 'wx');
  const stream = handle.createWriteStream();
  try {
    return await backUp(data, stream);
  } finally {
    stream.destroy();
    await handle.close();
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

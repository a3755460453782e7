/** State of the disk under a directory. */
import { access, constants, statfs } from 'node:fs/promises';

/** Free space below which a directory is reported as full: a transaction and the file's growth need some of it. */
const MIN_FREE_BYTES = 64 * 2 ** 20;

/** Returns the reason for which a directory takes no writes; undefined for none. */
export async function diskProblem(directory: string): Promise<string | undefined> {
  try {
    await access(directory, constants.W_OK);
    const { bavail, bsize } = await statfs(directory);
    const free = bavail * bsize;
    return free < MIN_FREE_BYTES ? `${Math.floor(free / 2 ** 20)} MiB are free in the data directory` : undefined;
  } catch (error) {
    return `the data directory cannot be written: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`;
  }
}

/** The data file written anew, page after page: without the pages that are free, and with the others full. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { recordsOf } from './backup';
import { StoreError } from './errors';
import { claim, DATA_FILE, holdIfIdle, openToRead } from './open';
import { rebuild, sweep } from './rebuild';

/** Bytes of the file. */
export interface Compacted {
  readonly before: number;
  readonly after: number;
}

/**
 * Compacts a data directory. Unless it returns, the directory is as it was before.
 *
 * @throws StoreError for one that has no data, is not ours, or that somebody has open; what the disk says
 */
export async function compact(directory: string): Promise<Compacted> {
  await openToRead(directory).close();
  claim(directory);
  const held = await holdIfIdle(directory);
  if (!held) throw new StoreError(directory, `its ${DATA_FILE} cannot be read`);
  try {
    sweep(directory);
    const size = (): number => fs.statSync(path.join(directory, DATA_FILE)).size;
    const before = size();
    await rebuild(directory, (put) => {
      for (const records of recordsOf(held.env, held.reading)) records.forEach(put);
      return Promise.resolve();
    });
    return { before, after: size() };
  } finally {
    await held.free();
  }
}

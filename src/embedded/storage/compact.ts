/** Compaction: rewrites the data file page by page, without free pages and with full ones. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { recordsOf } from './backup';
import { StoreError } from './errors';
import { DATA_FILE } from './new-files';
import { claim, holdIfIdle, openToRead } from './open';
import { rebuild, sweep } from './rebuild';

/** Sizes of the file, in bytes. */
interface Compacted {
  readonly before: number;
  readonly after: number;
}

/**
 * Compacts a data directory. If it rejects, the directory is unchanged.
 *
 * @throws StoreError for a directory without data, with data of another program, or open elsewhere; errors of the disk
 */
export async function compact(directory: string): Promise<Compacted> {
  await openToRead(directory).close();
  claim(directory);
  const hold = await holdIfIdle(directory);
  if (!hold) throw new StoreError(directory, `its ${DATA_FILE} cannot be read`);
  try {
    sweep(directory);
    const size = (): number => fs.statSync(path.join(directory, DATA_FILE)).size;
    const before = size();
    await rebuild(directory, (put) => {
      for (const records of recordsOf(hold.env, hold.reading)) records.forEach(put);
      return Promise.resolve();
    });
    return { before, after: size() };
  } finally {
    await hold.free();
  }
}

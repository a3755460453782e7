/** First files of a data directory, made so that neither a killed process nor a full disk leaves what LMDB cannot use. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { PRIVATE_FILE } from '../access';

export const DATA_FILE = 'data.mdb';
export const LOCK_FILE = 'lock.mdb';
/** Present from before LMDB makes the data file until the file has a state. */
const MARK = '.creating';
/** Size of LMDB's lock file for 2,048 readers, and more. */
const LOCK_BYTES = 2_048 * 64 + 4_096;

/**
 * Makes the lock file. LMDB would make it sparse and map it: on a full disk, the first write to the map would end the
 * process. The file gets all its blocks under another name first, since another process may open the directory at the
 * same time.
 *
 * @throws errors of the file system, as ENOSPC
 */
export function makeLockFile(directory: string): void {
  const file = path.join(directory, LOCK_FILE);
  if (fs.existsSync(file)) return;
  const draft = path.join(directory, `.${LOCK_FILE}-${process.pid}`);
  try {
    fs.writeFileSync(draft, Buffer.alloc(LOCK_BYTES), { mode: PRIVATE_FILE });
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Marks a directory whose data file is to be made. A data file without a byte is damage, except where the process that
 * made it was killed at once: such a file is removed here.
 *
 * @returns a function to call when the data file has a state
 */
export function markCreation(directory: string): () => void {
  const [file, mark] = [path.join(directory, DATA_FILE), path.join(directory, MARK)];
  if (fs.existsSync(mark) && fs.existsSync(file) && fs.statSync(file).size === 0) fs.rmSync(file);
  if (!fs.existsSync(file)) fs.writeFileSync(mark, '', { mode: PRIVATE_FILE });
  return () => fs.rmSync(mark, { force: true });
}

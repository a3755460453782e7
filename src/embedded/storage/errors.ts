/** Errors of stores and backups. */
import { statfsSync } from 'node:fs';

/** Error of a data directory that cannot be used. The message names the directory and says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  /** True if the place cannot be used, whatever its data: the setting is wrong. */
  readonly isSetting: boolean;

  constructor(directory: string, reason: string, options: ErrorOptions & { readonly isSetting?: boolean } = {}) {
    super(`the data directory ${directory} cannot be used: ${reason}`, options);
    this.isSetting = options.isSetting ?? false;
  }
}

/** Error of a write for which the disk has no space. Nothing of it was written. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';

  constructor(cause: unknown) {
    super('the disk of the data directory is full: nothing was written; free some space, then repeat the request', {
      cause,
    });
  }

  /** Returns a failure of lmdb in a directory, named if it is for want of space. */
  static named(error: unknown, directory: string): unknown {
    const { code } = (error ?? {}) as { readonly code?: unknown };
    const isFull = NO_SPACE.has(code) || (code === CUT_SHORT && freeBytes(directory) < MIN_FREE_BYTES);
    return isFull ? new DiskFullError(error) : error;
  }
}

/** EFBIG, ENOSPC and EDQUOT, as lmdb gives them. */
const NO_SPACE: ReadonlySet<unknown> = new Set([27, 28, 122]);
/** EIO: lmdb's code of a write of which the disk took a part. */
const CUT_SHORT = 5;
const MIN_FREE_BYTES = 2 ** 20;

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/** Error of a backup that cannot be restored. The message begins with "it". */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

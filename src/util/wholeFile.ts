/** Atomic file creation: writes a partial file in the same folder, syncs it and renames it. */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

const PRIVATE = 0o600;

export class WholeFile {
  private constructor(
    readonly name: string,
    private readonly partial: string,
    /** Contents; the writer ends the stream. */
    readonly stream: Writable,
    private readonly ended: Promise<void>,
  ) {
    // `publish` reports the error.
    ended.catch(() => {});
  }

  /**
   * Creates the partial file.
   *
   * @param mode access mode from creation on; by default for this user only, because exports and backups are data
   */
  static async open(name: string, mode = PRIVATE): Promise<WholeFile> {
    const partial = `${name}.partial-${process.pid}`;
    const handle = await fs.open(partial, 'wx', mode);
    // The umask may have removed bits of the mode.
    await handle.chmod(mode);
    const stream = handle.createWriteStream();
    return new WholeFile(name, partial, stream, finished(stream));
  }

  /** Waits for the end of the stream, then makes the file appear under its name. */
  async publish(): Promise<void> {
    await this.ended;
    await sync(this.partial);
    await fs.rename(this.partial, this.name);
    await sync(path.dirname(path.resolve(this.name)));
  }

  async discard(): Promise<void> {
    this.stream.destroy();
    await this.ended.catch(() => {});
    await fs.rm(this.partial, { force: true });
  }
}

async function sync(file: string): Promise<void> {
  const handle = await fs.open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @returns the first of the files that exists */
export async function existing(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    const exists = await fs.access(file).then(
      () => true,
      () => false,
    );
    if (exists) return path.normalize(file);
  }
  return undefined;
}

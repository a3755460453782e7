/** Files that appear when they are whole and on the disk, or not at all: written beside their place, and renamed. */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

const PRIVATE = 0o600;

export class WholeFile {
  private constructor(
    readonly name: string,
    private readonly partial: string,
    /** What is to be in it; whoever writes ends it. */
    readonly stream: Writable,
    private readonly ended: Promise<void>,
  ) {
    // Told by `publish`.
    ended.catch(() => {});
  }

  /**
   * The partial file is there when this returns, so that `discard` finds it.
   *
   * @param mode of the file, from its beginning; default: for this user alone, since exports and backups are data
   */
  static async open(name: string, mode = PRIVATE): Promise<WholeFile> {
    const partial = `${name}.partial-${process.pid}`;
    const handle = await fs.open(partial, 'wx', mode);
    // What the system takes off the mode of new files is given back.
    await handle.chmod(mode);
    const stream = handle.createWriteStream();
    return new WholeFile(name, partial, stream, finished(stream));
  }

  /** Waits for the stream's end, and puts the file in its place. */
  async publish(): Promise<void> {
    await this.ended;
    await synchronise(this.partial);
    await fs.rename(this.partial, this.name);
    await synchronise(path.dirname(path.resolve(this.name)));
  }

  async discard(): Promise<void> {
    this.stream.destroy();
    await this.ended.catch(() => {});
    await fs.rm(this.partial, { force: true });
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

/** @returns the first of these files that exists already */
export async function existing(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    const isThere = await fs.access(file).then(
      () => true,
      () => false,
    );
    if (isThere) return path.normalize(file);
  }
  return undefined;
}

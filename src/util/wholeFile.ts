/** Atomic file creation: writes a partial file in the same folder, syncs it and renames it. */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

const PRIVATE = 0o600;
/** Time without a write after which a partial file's writer has ended. */
const STALE_MS = 24 * 3600 * 1000;

interface FileOptions {
  /** Access mode from creation on; by default for this user only, because exports and backups are data. */
  readonly mode?: number;
  /** True if no other process writes the file: partial files of earlier writers are removed at once. */
  readonly isOwned?: boolean;
}

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

  /** Creates the partial file, and removes those that killed writers left. */
  static async open(name: string, { mode = PRIVATE, isOwned = false }: FileOptions = {}): Promise<WholeFile> {
    await removePartials(name, isOwned ? 0 : STALE_MS);
    // A process id would not do: in a container it is always the same.
    const partial = `${partialPrefix(name)}${randomBytes(8).toString('hex')}`;
    const handle = await fs.open(partial, 'wx', mode).catch((error: unknown) => {
      // The partial file's name means nothing to the caller.
      throw Object.assign(error as Error, { path: path.dirname(name) });
    });
    try {
      // The umask may have removed bits of the mode.
      await handle.chmod(mode);
    } catch (error) {
      await handle.close();
      await fs.rm(partial, { force: true });
      throw error;
    }
    const stream = handle.createWriteStream();
    return new WholeFile(name, partial, stream, finished(stream));
  }

  /** Waits for the end of the stream. @returns name of the partial file, for a check of its contents */
  async written(): Promise<string> {
    await this.ended;
    return this.partial;
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

const partialPrefix = (name: string): string => `${name}.partial-`;

/** Removes partial files without a write for a time. A failure is left for the next writer. */
async function removePartials(name: string, unwrittenMs: number): Promise<void> {
  const directory = path.dirname(name);
  const prefix = path.basename(partialPrefix(name));
  const files = await fs.readdir(directory).catch(() => []);
  for (const file of files.filter((each) => each.startsWith(prefix))) {
    const partial = path.join(directory, file);
    const written = await fs.stat(partial).catch(() => undefined);
    if (written && Date.now() - written.mtimeMs >= unwrittenMs) await fs.rm(partial, { force: true }).catch(() => {});
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

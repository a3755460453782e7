/** Files that are read again when they change, and on request. Contents that cannot be used leave the former in use. */
import { watch, type FSWatcher } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './log';

interface ReloadedFiles {
  /** Subject of log lines, as `API keys`. */
  readonly subject: string;
  readonly files: readonly string[];
  readonly logger: Logger;
  /**
   * Takes the contents into use. Throws for invalid contents, and keeps the former ones then.
   *
   * @returns fields of the log line
   */
  readonly use: (contents: readonly Buffer[]) => Readonly<Record<string, unknown>>;
}

/** Polling interval: some file systems have no change events, and orchestrators replace links to folders. */
const POLL_MS = 1_000;
/** Minimum age of a file: a younger one may be incomplete, and half a file of keys would revoke the other half. */
const SETTLED_MS = 50;

export class FileReloader {
  private stamp = '';
  private lastComplaint = '';
  private timer: NodeJS.Timeout | undefined;
  private readonly watchers: FSWatcher[] = [];
  private reloading: Promise<void> | undefined;
  private isStale = false;

  private constructor(private readonly options: ReloadedFiles) {}

  /**
   * Reads the files and watches them.
   *
   * @throws errors of the file system and of `use`
   */
  static async open(options: ReloadedFiles): Promise<FileReloader> {
    const reloader = new FileReloader(options);
    reloader.stamp = (await stampOf(options.files)).text;
    options.use(await contentsOf(options.files));
    reloader.timer = setInterval(() => void reloader.reloadIfChanged(), POLL_MS).unref();
    for (const file of options.files) reloader.watch(file);
    return reloader;
  }

  /** Reads the files again, also unchanged ones. */
  reload(): Promise<void> {
    this.stamp = '';
    return this.reloadIfChanged();
  }

  async reloadIfChanged(): Promise<void> {
    this.isStale = true;
    this.reloading ??= this.reloadUntilFresh().finally(() => (this.reloading = undefined));
    return this.reloading;
  }

  close(): void {
    clearInterval(this.timer);
    for (const watcher of this.watchers) watcher.close();
  }

  private async reloadUntilFresh(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      await this.reloadOnce();
    }
  }

  private async reloadOnce(): Promise<void> {
    const { subject, files, logger, use } = this.options;
    try {
      const { text: stamp, ageMs } = await stampOf(files);
      if (stamp === this.stamp) return;
      if (ageMs < SETTLED_MS) await delay(SETTLED_MS);
      const contents = await contentsOf(files);
      if ((await stampOf(files)).text !== stamp) return void (this.isStale = true);
      const fields = use(contents);
      this.stamp = stamp;
      this.lastComplaint = '';
      logger.info(`${subject} reloaded`, fields);
    } catch (error) {
      const { message } = error as Error;
      if (message === this.lastComplaint) return;
      this.lastComplaint = message;
      logger.error(`${subject} could not be reloaded; the former stay in use`, { files, reason: message });
    }
  }

  /** Watches the folder, because editors and `owlgate keys` replace the file. */
  private watch(file: string): void {
    try {
      const watcher = watch(path.dirname(file), { persistent: false }, (_event, name) => {
        if (name === null || name === path.basename(file)) void this.reloadIfChanged();
      });
      // Polling continues.
      watcher.on('error', () => watcher.close());
      this.watchers.push(watcher);
    } catch (error) {
      this.options.logger.debug('a file cannot be watched; it is polled instead', {
        file,
        reason: (error as Error).message,
      });
    }
  }
}

const contentsOf = (files: readonly string[]): Promise<Buffer[]> => Promise.all(files.map((file) => readFile(file)));

/** Returns the version token of files, which changes with every write or replacement, and the age of that version. */
async function stampOf(files: readonly string[]): Promise<{ readonly text: string; readonly ageMs: number }> {
  const stats = await Promise.all(files.map((file) => stat(file, { bigint: true })));
  const latest = Math.max(...stats.map(({ mtimeMs }) => Number(mtimeMs)));
  return {
    text: stats.map(({ mtimeNs, size, ino }) => `${mtimeNs}.${size}.${ino}`).join(' '),
    ageMs: Date.now() - latest,
  };
}

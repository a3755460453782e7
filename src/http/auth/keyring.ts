/** Valid API keys. A key file is reloaded when it changes, so revocation needs no restart. */
import { timingSafeEqual } from 'node:crypto';
import { watch, type FSWatcher } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../util/log';
import { digestOf, isInline, parseKeys, type ApiKey } from './keys';

/** Polling interval, for file systems without change events. */
const POLL_MS = 1_000;
/** Minimum age of a file: a younger one may be incomplete, and half a file would revoke the other half. */
const SETTLED_MS = 50;

export class Keyring {
  private byPrefix = new Map<string, ApiKey[]>();
  private stamp = '';
  private lastComplaint = '';
  private timer: NodeJS.Timeout | undefined;
  private watcher: FSWatcher | undefined;
  private reload: Promise<void> | undefined;
  private isStale = false;
  private listener: () => void = () => undefined;

  private constructor(
    private readonly file: string | undefined,
    private readonly logger: Logger,
  ) {}

  /**
   * @param setting OWLGATE_API_KEYS: the lines, or the path of a file with them
   * @throws KeySyntaxError; file system errors for an unreadable file
   */
  static async open(setting: string, logger: Logger): Promise<Keyring> {
    const keyring = new Keyring(isInline(setting) ? undefined : setting, logger);
    if (keyring.file === undefined) keyring.use(parseKeys(setting));
    else {
      keyring.stamp = (await stampOf(keyring.file)).text;
      keyring.use(parseKeys(await readFile(keyring.file, 'utf8')));
      keyring.timer = setInterval(() => void keyring.reloadIfChanged(), POLL_MS).unref();
      keyring.watch(keyring.file);
    }
    return keyring;
  }

  get size(): number {
    let size = 0;
    for (const keys of this.byPrefix.values()) size += keys.length;
    return size;
  }

  /** @returns undefined for an unknown or revoked key */
  find(key: string): ApiKey | undefined {
    return this.findDigest(digestOf(key));
  }

  findDigest(digest: Buffer): ApiKey | undefined {
    // The duration of this look-up may leak digests, which is harmless: nobody can choose a key by its digest.
    return this.byPrefix.get(prefixOf(digest))?.find((candidate) => timingSafeEqual(candidate.digest, digest));
  }

  /** Sets the only listener for changes of the keys. */
  onChange(listener: () => void): void {
    this.listener = listener;
  }

  close(): void {
    clearInterval(this.timer);
    this.watcher?.close();
  }

  /** Reloads a changed file; an unreadable file leaves the keys as they are. */
  async reloadIfChanged(): Promise<void> {
    this.isStale = true;
    this.reload ??= this.reloadUntilFresh().finally(() => (this.reload = undefined));
    return this.reload;
  }

  private async reloadUntilFresh(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      await this.reloadOnce(this.file);
    }
  }

  private async reloadOnce(file: string | undefined): Promise<void> {
    if (file === undefined) return;
    try {
      const { text: stamp, ageMs } = await stampOf(file);
      if (stamp === this.stamp) return;
      if (ageMs < SETTLED_MS) await delay(SETTLED_MS);
      const keys = parseKeys(await readFile(file, 'utf8'));
      if ((await stampOf(file)).text !== stamp) return void (this.isStale = true);
      this.use(keys);
      this.stamp = stamp;
      this.lastComplaint = '';
      this.logger.info('API keys reloaded', { keys: keys.length });
      this.listener();
    } catch (error) {
      const { message } = error as Error;
      if (message === this.lastComplaint) return;
      this.lastComplaint = message;
      this.logger.error('API keys could not be reloaded; the previous keys stay valid', {
        file,
        reason: message,
      });
    }
  }

  /** Watches the folder, because editors and `owlgate keys` replace the file. */
  private watch(file: string): void {
    try {
      this.watcher = watch(path.dirname(file), { persistent: false }, (_event, name) => {
        if (name === null || name === path.basename(file)) void this.reloadIfChanged();
      });
      // Polling continues.
      this.watcher.on('error', () => this.watcher?.close());
    } catch (error) {
      this.logger.debug('the file of API keys cannot be watched; it is polled instead', {
        reason: (error as Error).message,
      });
    }
  }

  private use(keys: readonly ApiKey[]): void {
    const byPrefix = new Map<string, ApiKey[]>();
    for (const key of keys) {
      const prefix = prefixOf(key.digest);
      byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), key]);
    }
    this.byPrefix = byPrefix;
  }
}

const prefixOf = (digest: Buffer): string => digest.toString('latin1', 0, 8);

/** Returns the version token of a file, which changes with every write or replacement, and the age of that version. */
async function stampOf(file: string): Promise<{ readonly text: string; readonly ageMs: number }> {
  const { mtimeNs, mtimeMs, size, ino } = await stat(file, { bigint: true });
  return { text: `${mtimeNs}.${size}.${ino}`, ageMs: Date.now() - Number(mtimeMs) };
}

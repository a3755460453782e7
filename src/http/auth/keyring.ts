/** The keys that are valid now. A file of them is read again when it changes, so that revoking one needs no restart. */
import { timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Logger } from '../../util/log';
import { digestOf, isInline, parseKeys, type ApiKey } from './keys';

/** How soon a change is seen. */
const LOOK_EVERY_MS = 1_000;

export class Keyring {
  private byPrefix = new Map<string, ApiKey[]>();
  private stamp = '';
  private complained = '';
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly file: string | undefined,
    private readonly logger: Logger,
  ) {}

  /**
   * @param setting OWLGATE_API_KEYS: the lines, or the path of a file that has them
   * @throws KeySyntaxError; the errors of reading where there is no such file
   */
  static async open(setting: string, logger: Logger): Promise<Keyring> {
    const keyring = new Keyring(isInline(setting) ? undefined : setting, logger);
    if (keyring.file === undefined) keyring.use(parseKeys(setting));
    else {
      keyring.stamp = await stampOf(keyring.file);
      keyring.use(parseKeys(await readFile(keyring.file, 'utf8')));
      keyring.timer = setInterval(() => void keyring.look(), LOOK_EVERY_MS).unref();
    }
    return keyring;
  }

  get size(): number {
    let size = 0;
    for (const keys of this.byPrefix.values()) size += keys.length;
    return size;
  }

  /** Undefined for a key that is unknown or has been revoked. */
  find(key: string): ApiKey | undefined {
    const digest = digestOf(key);
    // What the time of this look-up tells of a digest says nothing of the key: nobody can choose digests.
    return this.byPrefix.get(prefixOf(digest))?.find((candidate) => timingSafeEqual(candidate.digest, digest));
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Reads the file again where it is another; one that cannot be read changes nothing. */
  async look(): Promise<void> {
    if (this.file === undefined) return;
    try {
      const stamp = await stampOf(this.file);
      if (stamp === this.stamp) return;
      const keys = parseKeys(await readFile(this.file, 'utf8'));
      this.use(keys);
      this.stamp = stamp;
      this.complained = '';
      this.logger.info('the API keys have been read again', { keys: keys.length });
    } catch (error) {
      const { message } = error as Error;
      if (message === this.complained) return;
      this.complained = message;
      this.logger.error('the API keys cannot be read again: those that were read before stay valid', {
        file: this.file,
        reason: message,
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

/** Another one where the file is another, or has been written to. */
async function stampOf(file: string): Promise<string> {
  const { mtimeNs, size, ino } = await stat(file, { bigint: true });
  return `${mtimeNs}.${size}.${ino}`;
}

/** Valid API keys. A key file is reloaded when it changes, so revocation needs no restart. */
import { timingSafeEqual } from 'node:crypto';
import { FileReloader } from '../../util/file-reloader';
import type { Logger } from '../../util/log';
import { digestOf, isInline, parseKeys, type ApiKey } from './keys';

export class Keyring {
  private byPrefix = new Map<string, ApiKey[]>();
  private reloader: FileReloader | undefined;
  private listener: () => void = () => undefined;

  private constructor() {}

  /**
   * @param setting OWLGATE_API_KEYS: the lines, or the path of a file with them
   * @throws KeySyntaxError; file system errors for an unreadable file
   */
  static async open(setting: string, logger: Logger): Promise<Keyring> {
    const keyring = new Keyring();
    if (isInline(setting)) keyring.use(setting);
    else {
      const use = ([text]: readonly Buffer[]) => ({ keys: keyring.use(text!.toString('utf8')) });
      keyring.reloader = await FileReloader.open({ subject: 'API keys', files: [setting], logger, use });
    }
    return keyring;
  }

  get size(): number {
    let size = 0;
    for (const keys of this.byPrefix.values()) size += keys.length;
    return size;
  }

  /** Digests of all keys, hexadecimal, in an order that does not depend on that of the file. */
  get digests(): readonly string[] {
    const digests = [...this.byPrefix.values()].flatMap((keys) => keys.map(({ digest }) => digest.toString('hex')));
    return digests.sort();
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
    this.reloader?.close();
  }

  /** Reads the file again; an unreadable one leaves the keys as they are. */
  async reload(): Promise<void> {
    await this.reloader?.reload();
  }

  /** Reloads a changed file. */
  async reloadIfChanged(): Promise<void> {
    await this.reloader?.reloadIfChanged();
  }

  /** @returns the number of keys. @throws KeySyntaxError */
  private use(text: string): number {
    const keys = parseKeys(text);
    const byPrefix = new Map<string, ApiKey[]>();
    for (const key of keys) {
      const prefix = prefixOf(key.digest);
      byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), key]);
    }
    this.byPrefix = byPrefix;
    this.listener();
    return keys.length;
  }
}

const prefixOf = (digest: Buffer): string => digest.toString('latin1', 0, 8);

/** Certificate, key and authorities of a port that speaks TLS. They are reloaded when their files change. */
import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { FileReloader } from './file-reloader';
import type { Logger } from './log';

/** Files in PEM. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
  /** Authorities of client certificates; with it, every client needs one. */
  readonly clientAuthorities: string | undefined;
}

/** Contents of the files, checked. */
interface TlsContents {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer | undefined;
}

export class Certificates {
  private contents!: TlsContents;
  private reloader: FileReloader | undefined;
  private readonly listeners: ((contents: TlsContents) => void)[] = [];

  private constructor(
    /** True if every client needs a certificate. */
    readonly checksClients: boolean,
  ) {}

  /**
   * Reads and checks the files, and watches them.
   *
   * @throws errors of the file system and of OpenSSL
   */
  static async open({ certificate, key, clientAuthorities }: TlsFiles, logger: Logger): Promise<Certificates> {
    const certificates = new Certificates(clientAuthorities !== undefined);
    certificates.reloader = await FileReloader.open({
      subject: 'TLS certificates',
      files: [certificate, key, ...(clientAuthorities === undefined ? [] : [clientAuthorities])],
      logger,
      use: ([cert, privateKey, ca]) => certificates.use({ cert: cert!, key: privateKey!, ca }),
    });
    return certificates;
  }

  get current(): TlsContents {
    return this.contents;
  }

  /** Calls back with the contents of changed files. */
  onChange(listener: (contents: TlsContents) => void): void {
    this.listeners.push(listener);
  }

  /** Reads the files again; unusable ones leave the former contents in use. */
  async reload(): Promise<void> {
    await this.reloader?.reload();
  }

  close(): void {
    this.reloader?.close();
  }

  private use(contents: TlsContents): { readonly subject: string; readonly validUntil: string } {
    const { subject, validTo } = new X509Certificate(contents.cert);
    // OpenSSL would take a file without a certificate for one that adds no authority.
    if (contents.ca) new X509Certificate(contents.ca);
    createSecureContext({ cert: contents.cert, key: contents.key, ...(contents.ca && { ca: contents.ca }) });
    this.contents = contents;
    for (const listener of this.listeners) listener(contents);
    return { subject, validUntil: validTo };
  }
}

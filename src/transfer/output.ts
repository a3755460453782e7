/** Output of an export: a file that appears when it is complete, or an open stream. */
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { WholeFile } from '../util/wholeFile';

/** Higher levels make the file a fifth smaller and take twice as long. */
const GZIP_LEVEL = 1;

export class Output {
  private constructor(
    /** Undefined for the caller's stream, which stays open. */
    private readonly output: WholeFile | undefined,
    private readonly sink: Writable | Gzip,
    private readonly ended: Promise<void>,
  ) {
    // `finish`, or the failing write, reports the error.
    ended.catch(() => {});
  }

  /** @param target name of a file, compressed if it ends in `.gz`, or an open stream */
  static async open(target: string | Writable): Promise<Output> {
    if (typeof target !== 'string') return new Output(undefined, target, Promise.resolve());
    const wholeFile = await WholeFile.open(target);
    const { stream } = wholeFile;
    if (!target.endsWith('.gz')) return new Output(wholeFile, stream, finished(stream));
    const gzip = createGzip({ level: GZIP_LEVEL });
    return new Output(wholeFile, gzip, pipeline(gzip, stream));
  }

  get file(): string | undefined {
    return this.output?.name;
  }

  /** Writes a text; waits while the disk or the reader lags behind. */
  async write(text: string | Buffer): Promise<void> {
    const { sink } = this;
    if (text.length === 0) return;
    await new Promise<void>((resolve, reject) => {
      sink.write(text, (error) => (error ? reject(error) : resolve()));
      this.ended.catch(reject);
    });
  }

  async finish(): Promise<void> {
    if (!this.output) return;
    this.sink.end();
    await this.ended;
  }

  async publish(): Promise<void> {
    await this.output?.publish();
  }

  async discard(): Promise<void> {
    if (!this.output) return;
    this.sink.destroy();
    await this.output.discard();
  }
}

/** Writing much to a stream that may be slow, or gone. */
import type { Writable } from 'node:stream';

const CHUNK = 1 << 16;

export class Output {
  private pending = '';
  private isGone = false;

  constructor(private readonly stream: Writable) {
    // Who reads may leave early, as `head` does: that is no failure.
    stream.on('error', () => (this.isGone = true));
  }

  /** Adds text; waits where the reader lags behind. @returns false where nobody reads any more */
  async write(text: string): Promise<boolean> {
    this.pending += text;
    if (this.pending.length >= CHUNK) await this.flush();
    return !this.isGone;
  }

  async flush(): Promise<void> {
    const text = this.pending;
    this.pending = '';
    if (this.isGone || text === '') return;
    // Called in any case: when the text is taken, and when it never will be.
    await new Promise<void>((resolve) => this.stream.write(text, () => resolve()));
  }
}

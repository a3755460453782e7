/** Buffered output to a stream that may be slow or closed. */
import type { Writable } from 'node:stream';

const CHUNK = 1 << 16;

export class Output {
  private pending = '';
  private isClosed = false;

  constructor(private readonly stream: Writable) {
    // A reader may leave early, as `head` does: that is not a failure.
    stream.on('error', () => (this.isClosed = true));
  }

  /** Adds text; waits for a slow reader. @returns false if the reader has left */
  async write(text: string): Promise<boolean> {
    this.pending += text;
    if (this.pending.length >= CHUNK) await this.flush();
    return !this.isClosed;
  }

  async flush(): Promise<void> {
    const text = this.pending;
    this.pending = '';
    if (this.isClosed || text === '') return;
    // The callback runs after a failed write, too.
    await new Promise<void>((resolve) => this.stream.write(text, () => resolve()));
  }
}

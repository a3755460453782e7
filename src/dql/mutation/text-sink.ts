/** Collectors of a text that is printed in many parts, without a string for each step on the way. */

export interface TextSink {
  /** @returns the sink */
  add(text: string): this;
}

/** Collects a string. */
export class TextParts implements TextSink {
  private readonly parts: string[] = [];

  add(text: string): this {
    this.parts.push(text);
    return this;
  }

  take(): string {
    return this.parts.join('');
  }
}

/** Characters from which a text is encoded by a call of the runtime. */
const LONG = 64;
const FIRST_BYTES = 1 << 12;

/** Collects bytes in UTF-8. */
export class TextBytes implements TextSink {
  private bytes = Buffer.allocUnsafe(FIRST_BYTES);
  private length = 0;

  add(text: string): this {
    // A character of UTF-16 has at most three bytes.
    this.reserve(text.length * 3);
    const { bytes } = this;
    let { length } = this;
    let i = 0;
    if (text.length < LONG) {
      for (; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code > 0x7f) break;
        bytes[length++] = code;
      }
    }
    if (i < text.length) length += bytes.write(i === 0 ? text : text.slice(i), length);
    this.length = length;
    return this;
  }

  /** Returns the bytes; nothing may be added afterwards. */
  take(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  private reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}

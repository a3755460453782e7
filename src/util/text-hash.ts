/** Hash of texts. */

/** FNV-1a with two offsets: 64 bits from 32-bit arithmetic. */
export class TextHash {
  private a = 0x811c9dc5;
  private b = 0x9747b28c;

  /** Adds a word to the hash. */
  add(word: string): void {
    let { a, b } = this;
    for (let i = 0; i <= word.length; i++) {
      const code = i < word.length ? word.charCodeAt(i) : 0x20;
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ ((code << 7) | code), 0x01000193) ^ (b >>> 15);
    }
    this.a = a;
    this.b = b;
  }

  /** 53 bits. */
  get value(): number {
    return (this.a >>> 11) * 0x1_0000_0000 + (this.b >>> 0);
  }
}

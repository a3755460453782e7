/** Byte buffers for records and keys, with variable-length numbers. */

/** Bytes of a buffer that is kept for the next record. Many writers live as long as the process. */
const MAX_KEPT = 256 * 1024;

/**
 * Writes bytes at the end of one reusable buffer. lmdb reads the written range from the buffer's `start` and `end`, so
 * that a record goes to disk without a copy.
 */
export class ByteWriter {
  /** Valid up to `length`; replaced when the buffer grows. */
  bytes: Buffer & { start?: number; end?: number };
  length = 0;

  constructor(size = 4096) {
    this.bytes = Buffer.allocUnsafeSlow(size);
  }

  /** Begins anew. One large record does not make the buffer large for good. */
  reset(): this {
    this.length = 0;
    if (this.bytes.length > MAX_KEPT) this.bytes = Buffer.allocUnsafeSlow(MAX_KEPT);
    return this;
  }

  /** Makes room for `n` more bytes. */
  reserve(n: number): void {
    const needed = this.length + n;
    if (needed <= this.bytes.length) return;
    let size = this.bytes.length * 2;
    while (size < needed) size *= 2;
    const grown = Buffer.allocUnsafeSlow(size);
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  u8(value: number): this {
    this.reserve(1);
    this.bytes[this.length++] = value;
    return this;
  }

  u16(value: number): this {
    this.reserve(2);
    this.bytes[this.length++] = value & 0xff;
    this.bytes[this.length++] = value >>> 8;
    return this;
  }

  /** LEB128 of an integer from 0 to 2^53-1. */
  varint(value: number): this {
    this.reserve(8);
    let remaining = value;
    while (remaining > 0x7fffffff) {
      this.bytes[this.length++] = (remaining % 128) | 0x80;
      remaining = Math.floor(remaining / 128);
    }
    while (remaining > 0x7f) {
      this.bytes[this.length++] = (remaining & 0x7f) | 0x80;
      remaining >>>= 7;
    }
    this.bytes[this.length++] = remaining;
    return this;
  }

  raw(source: Uint8Array, from = 0, to = source.length): this {
    const n = to - from;
    this.reserve(n);
    if (n <= 16) for (let i = 0; i < n; i++) this.bytes[this.length + i] = source[from + i]!;
    else this.bytes.set(from === 0 && to === source.length ? source : source.subarray(from, to), this.length);
    this.length += n;
    return this;
  }

  /** A string of code units below 256, as bytes. */
  latin1(text: string): this {
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.bytes[this.length++] = text.charCodeAt(i);
    return this;
  }

  utf8(text: string): this {
    this.reserve(text.length * 3);
    this.length += this.bytes.write(text, this.length, 'utf8');
    return this;
  }

  /** Returns a copy of the written bytes. */
  copy(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  }
}

/** Reads records from `bytes`, which may be lmdb's read buffer: results are never views of it. */
export class ByteReader {
  bytes: Uint8Array;
  position: number;

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes;
    this.position = position;
  }

  u8(): number {
    return this.bytes[this.position++]!;
  }

  u16(): number {
    return this.bytes[this.position++]! | (this.bytes[this.position++]! << 8);
  }

  varint(): number {
    const { bytes } = this;
    let byte = bytes[this.position++]!;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    let scale = 128;
    do {
      byte = bytes[this.position++]!;
      value += (byte & 0x7f) * scale;
      scale *= 128;
    } while (byte >= 0x80);
    return value;
  }

  /** Returns a copy of the next `n` bytes. */
  take(n: number): Buffer {
    const out = Buffer.from(this.bytes.subarray(this.position, this.position + n));
    this.position += n;
    return out;
  }

  utf8(n: number): string {
    const from = this.position;
    this.position += n;
    return utf8Slice(this.bytes, from, this.position);
  }
}

/** Node's decoder of a range of a buffer, without a view. */
const { utf8Slice: decodeUtf8 } = Buffer.prototype as unknown as {
  utf8Slice: (this: Uint8Array, from: number, to: number) => string;
};

/** Decodes `bytes[from, to)`. Short ASCII, the common case, is decoded without a call into the runtime. */
export function utf8Slice(bytes: Uint8Array, from: number, to: number): string {
  if (to - from <= 24) {
    let text = '';
    for (let i = from; i < to; i++) {
      const byte = bytes[i]!;
      if (byte >= 0x80) return decodeUtf8.call(bytes, from, to);
      text += String.fromCharCode(byte);
    }
    return text;
  }
  return decodeUtf8.call(bytes, from, to);
}

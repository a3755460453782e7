/** Reader of varints of the protocol's wire form, at a place in a message. */

const MAX_BYTES = 10;

export class Varints {
  constructor(
    private readonly bytes: Buffer,
    /** Place of the next byte. */
    public at = 0,
  ) {}

  /** Returns the next number, exact up to 2^53; NaN for bytes that are none. */
  next(): number {
    let value = 0;
    for (let i = 0, scale = 1; i < MAX_BYTES; i++, scale *= 128) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) return NaN;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
    return NaN;
  }
}

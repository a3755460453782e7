/** Huffman code of header fields (RFC 7541, appendix B). It is canonical: lengths determine the codes. */

/** Length of the code of each byte, and of the end of a string, as a digit of base 36. */
const LENGTHS =
  'dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6cad67777777777777777777777878djde6f565' +
  '65666577666567655677777fbedskmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmnqqkjmnmp' +
  'qqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrqu';
const MAX_LENGTH = 30;
/** End of a string, which none contains (RFC 7541, section 5.2). */
const END = 256;

/** Symbols in the order of their codes. */
const symbols = LENGTHS.split('')
  .map((_, symbol) => symbol)
  .sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
/** Number of codes of each length. */
const counts = new Uint16Array(MAX_LENGTH + 1);
for (const symbol of symbols) counts[lengthOf(symbol)]!++;

function lengthOf(symbol: number): number {
  return parseInt(LENGTHS[symbol]!, 36);
}

/** @returns undefined for bytes that are no such code */
export function decodeHuffman(bytes: Buffer): Buffer | undefined {
  const decoded: number[] = [];
  let code = 0;
  let length = 0;
  /** First code of the current length, and the place of its symbol. */
  let first = 0;
  let place = 0;
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    code = (code << 1) | ((bytes[bit >> 3]! >> (7 - (bit & 7))) & 1);
    first <<= 1;
    const count = counts[++length]!;
    if (code - first < count) {
      const symbol = symbols[place + code - first]!;
      if (symbol === END) return undefined;
      decoded.push(symbol);
      code = length = first = place = 0;
      continue;
    }
    if (length === MAX_LENGTH) return undefined;
    first += count;
    place += count;
  }
  // The last byte is filled with ones.
  return length < 8 && code === (1 << length) - 1 ? Buffer.from(decoded) : undefined;
}

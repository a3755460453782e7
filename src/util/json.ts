/** Answers of an engine whose integers have 64 bits. */
import { parse, stringify } from 'lossless-json';

/** Parses JSON; an integer that is no safe number becomes a bigint. */
export function parseLossless(text: string): unknown {
  // The usual parser is several times as fast, and nearly always right.
  return mayRound(text) ? parse(text, null, parseNumber) : JSON.parse(text);
}

/**
 * Parses JSON of a client. A member that stands twice in an object is an error, unless both have one value; numbers keep
 * their digits, as LosslessNumber of lossless-json where they need it.
 *
 * @throws SyntaxError
 */
export function parseStrictly(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // A text that prints as it came has no member twice, and no number that lost digits. The usual parser is several times as fast.
    if (JSON.stringify(value) === text) return value;
  } catch {
    // The other parser says what is wrong.
  }
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('exceeded max depth', { cause: error });
    throw error;
  }
}

/** Whether JSON may hold integers of more digits than the usual parser reads. */
export const mayRound = (text: string): boolean => /\d{16}/.test(text);

function parseNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(text) ? value : BigInt(text);
}

/** Prints JSON with bigints as integers, and LosslessNumbers of lossless-json as what they stand for. */
export function printLossless(value: unknown): string {
  // As with parsing: the usual printer, unless the value holds what it prints otherwise, or refuses.
  try {
    const text = JSON.stringify(value) ?? 'null';
    if (!text.includes('"isLosslessNumber"')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return stringify(value) ?? 'null';
}

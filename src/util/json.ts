/** JSON with 64-bit integers, as engines write it. */
import { parse, stringify } from 'lossless-json';

/** Parses JSON; integers outside the safe range become bigints. */
export function parseLossless(text: string): unknown {
  // JSON.parse is several times as fast, and enough for nearly all answers.
  return mayRound(text) ? parse(text, null, parseNumber) : JSON.parse(text);
}

/**
 * Parses JSON of a client. A duplicate member is an error unless both values are equal. Numbers keep all digits: those
 * that a double cannot hold become a LosslessNumber of lossless-json.
 *
 * @throws SyntaxError
 */
export function parseStrictly(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // A text that survives the round trip has no duplicate members and no rounded numbers.
    if (JSON.stringify(value) === text) return value;
  } catch {
    // The parser below reports the error.
  }
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('exceeded max depth', { cause: error });
    throw error;
  }
}

/** True if JSON.parse could round a number of the text. */
export const mayRound = (text: string): boolean => /\d{16}/.test(text);

function parseNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(text) ? value : BigInt(text);
}

/** Prints JSON; bigints become integers, and LosslessNumbers of lossless-json the numbers that they hold. */
export function printLossless(value: unknown): string {
  // JSON.stringify is faster. It throws a TypeError for bigints and prints LosslessNumbers as objects.
  try {
    const text = JSON.stringify(value) ?? 'null';
    if (!text.includes('"isLosslessNumber"')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return stringify(value) ?? 'null';
}

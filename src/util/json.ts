/** JSON with 64-bit integers, as engines write it. */
import { LosslessNumber, stringify } from 'lossless-json';
import { readJson } from './jsonReader';

/** Parses JSON; integers outside the safe range become bigints. */
export function parseLossless(text: string): unknown {
  // JSON.parse is several times as fast, and enough for nearly all answers.
  return mayRound(text) ? readJson(text, parseNumber) : JSON.parse(text);
}

/**
 * Parses JSON of clients and services. A duplicate member is an error unless both values are equal. Numbers keep all
 * digits: those that a double would print differently become a LosslessNumber of lossless-json.
 *
 * @throws SyntaxError
 */
export function parseStrictly(text: string): unknown {
  return readJson(text, exactNumber);
}

/** True if JSON.parse could round a number of the text. */
export const mayRound = (text: string): boolean => /\d{16}/.test(text);

function exactNumber(text: string): number | LosslessNumber {
  const value = Number(text);
  return String(value) === text ? value : new LosslessNumber(text);
}

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

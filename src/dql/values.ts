/** Parsers of values as Dgraph reads them: uids, regular expressions, integers, booleans. */
import { trimEndOf } from '../util/text';

const MAX_UINT64 = (1n << 64n) - 1n;
const MAX_INT64 = (1n << 63n) - 1n;

/**
 * Parses an unsigned integer as Go's strconv.ParseUint(text, 0, 64) does: decimal, `0x`, `0o`, `0b`, a leading zero for
 * octal, `_` between digits after a prefix. Undefined for any other text.
 */
export function parseUint(text: string): bigint | 'too large' | undefined {
  const value = magnitude(text);
  return value === undefined ? undefined : value > MAX_UINT64 ? 'too large' : value;
}

/** Parses an integer with a sign and 63 bits, as strconv.ParseInt(text, 0, 64) does. */
export function parseInt64(text: string): bigint | 'too large' | undefined {
  const negative = text.startsWith('-');
  const value = magnitude(negative || text.startsWith('+') ? text.slice(1) : text);
  if (value === undefined) return undefined;
  if (value > (negative ? MAX_INT64 + 1n : MAX_INT64)) return 'too large';
  return negative ? -value : value;
}

const DIGITS: Readonly<Record<string, RegExp>> = {
  '0x': /^(_?[0-9a-f])+$/i,
  '0o': /^(_?[0-7])+$/,
  '0b': /^(_?[01])+$/,
};

function magnitude(text: string): bigint | undefined {
  if (/^(0|[1-9][0-9]*)$/.test(text)) return BigInt(text);
  const prefix = text.slice(0, 2).toLowerCase();
  const digits = DIGITS[prefix];
  if (digits) {
    const digitText = text.slice(2);
    return digits.test(digitText) ? BigInt(prefix + digitText.replaceAll('_', '')) : undefined;
  }
  if (/^0(_?[0-7])+$/.test(text)) return BigInt(`0o${text.slice(1).replaceAll('_', '')}`);
  return /^[1-9](_?[0-9])+$/.test(text) ? BigInt(text.replaceAll('_', '')) : undefined;
}

const FLOAT = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i;

/** Parses a float as strconv.ParseFloat does, without hexadecimal floats; undefined for any other text. */
export function parseFloat64(text: string): number | undefined {
  if (FLOAT.test(text)) return Number(text);
  const word = /^([+-]?)(?:(inf|infinity)|(nan))$/i.exec(text);
  if (!word) return undefined;
  return word[3] !== undefined ? NaN : word[1] === '-' ? -Infinity : Infinity;
}

/** Parses a boolean as strconv.ParseBool does. */
export function parseBool(text: string): boolean | undefined {
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) return true;
  return ['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text) ? false : undefined;
}

/** Splits `/pattern/flags`, with `\/` unescaped; undefined for any other text. */
export function splitRegex(text: string): { pattern: string; flags: string } | undefined {
  const end = text.lastIndexOf('/');
  if (end < 1 || !text.startsWith('/')) return undefined;
  return { pattern: text.slice(1, end).replaceAll('\\/', '/'), flags: text.slice(end + 1) };
}

/**
 * Returns the numbers of a vector literal, `[1.0, 2.0]` or `[1.0 2.0]`; undefined for any other text, none for an empty
 * one.
 */
export function parseVector(text: string): readonly number[] | undefined {
  const trimmed = text.replace(/[\n\t]/g, ' ').trim();
  if (trimmed === '') return [];
  if (!trimmed.startsWith('[') || !trimmed.endsWith(']')) return undefined;
  const body = trimEndOf(trimmed.slice(1), ']');
  if (body === '') return [];
  const parts = body.includes(',') ? body.split(',').map((s) => s.trim()) : body.split(' ').filter((s) => s !== '');
  const numbers = parts.map(parseFloat64);
  return numbers.every((n) => n !== undefined && (!Number.isFinite(n) || Math.abs(n) < 3.4028235677973366e38))
    ? (numbers as number[])
    : undefined;
}

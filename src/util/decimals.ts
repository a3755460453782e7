/** Decimal numbers as texts. */
import { trimEndOf } from './text';

/** Maximum digits that are added to write a decimal without its exponent. */
const MAX_ZEROS = 400;

/** Returns a number without an exponent; undefined if it has too many digits, or is no number. */
export function decimalText(text: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,6}))?$/i.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (digits === '' || point > digits.length + MAX_ZEROS || point < -MAX_ZEROS) return undefined;
  const padded = '0'.repeat(Math.max(0, 1 - point)) + digits + '0'.repeat(Math.max(0, point - digits.length));
  const at = Math.max(1, point);
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const after = trimEndOf(padded.slice(at), '0');
  const minus = sign === '-' && /[1-9]/.test(digits) ? '-' : '';
  return `${minus}${before}.${after === '' ? '0' : after}`;
}

/** Digits that every double keeps. */
const SAFE_DIGITS = 15;

/** True if a decimal has the same digits after it was stored as a double; also for texts that are no decimals. */
export function isKeptByDouble(text: string): boolean {
  if (text.length <= SAFE_DIGITS) return true;
  return decimalText(text) === decimalText(String(Number(text)));
}

/** Values as JSON text, byte for byte as Dgraph prints them. */
import { formatBigFloat, parseBigFloat } from './bigfloat';
import { formatDateTime, isPrintable } from './datetime';
import { formatGeometry } from './geo';
import { formatFloat32E, formatFloatG } from './numbers';
import type { Value } from './value';

const PLAIN = /^[\x20\x21\x23-\x25\x27-\x3b\x3d\x3f-\x5b\x5d-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\uffff]*$/;

/** A JSON string with Go's escapes: `<`, `>`, `&`, U+2028 and U+2029 are escaped too. */
export function jsonString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  // The first alternative skips escaped backslashes, so that the text after one is not taken for an escape.
  return JSON.stringify(text).replace(/\\\\|[<>&\u2028\u2029\b\f]|\\[bf]|\\u[dD][89a-fA-F]../g, (match) => {
    if (match === '\\\\') return match;
    if (match === '\\b') return '\\u0008';
    if (match === '\\f') return '\\u000c';
    if (match.length > 1) return '\\ufffd';
    return `\\u${match.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/**
 * Formats a value as JSON; undefined for a value without a JSON form (an infinity, a year above 9999), which Dgraph
 * omits. A vector is formatted as a list of numbers.
 */
export function jsonValue(value: Value): string | undefined {
  switch (value.type) {
    case 'default':
    case 'string':
    case 'password':
      return jsonString(value.value);
    case 'int':
      return String(value.value);
    case 'float':
      return Number.isFinite(value.value) ? formatFloatG(value.value) : undefined;
    case 'bool':
      return value.value ? 'true' : 'false';
    case 'datetime':
      return isPrintable(value.value) ? `"${formatDateTime(value.value)}"` : undefined;
    case 'geo':
      return formatGeometry(value.value);
    case 'bigfloat':
      return formatBigFloat(parseBigFloat(value.value));
    case 'float32vector':
      return value.value.length === 0 ? undefined : `[${Array.from(value.value, formatFloat32E).join(',')}]`;
    case 'binary':
      return jsonString(value.value.toString('latin1'));
  }
}

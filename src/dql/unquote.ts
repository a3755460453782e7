/** Quoted strings with the escapes of Go's string literals: reader and writer. */

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};

/**
 * Returns the value of a double-quoted string, or undefined if Go's strconv.Unquote refuses it: an unknown escape (`\'`
 * too), half a surrogate pair, a raw line feed. Bytes written as `\xff` are read as UTF-8; invalid UTF-8 becomes
 * U+FFFD.
 *
 * @param raw text with its quotes
 */
export function unquote(raw: string): string | undefined {
  const end = raw.length - 1;
  if (end < 1 || raw.charCodeAt(0) !== 34 || raw.charCodeAt(end) !== 34) return undefined;
  const body = raw.slice(1, end);
  if (body.includes('\n')) return undefined;
  if (!body.includes('\\')) return body.includes('"') ? undefined : body;
  return unescape(body);
}

function unescape(body: string): string | undefined {
  let value = '';
  let bytes: number[] = [];
  const flush = (): void => {
    if (bytes.length > 0) value += Buffer.from(bytes).toString('utf8');
    bytes = [];
  };
  let i = 0;
  while (i < body.length) {
    const c = body[i]!;
    if (c === '"') return undefined;
    if (c !== '\\') {
      flush();
      value += c;
      i++;
      continue;
    }
    const escape = body[i + 1];
    if (escape === undefined) return undefined;
    const simple = SIMPLE[escape];
    if (simple !== undefined) {
      flush();
      value += simple;
      i += 2;
      continue;
    }
    const number = readNumber(body, i + 1);
    if (number === undefined) return undefined;
    if (number.byte) bytes.push(number.code);
    else {
      flush();
      value += String.fromCodePoint(number.code);
    }
    i = number.next;
  }
  flush();
  return value;
}

/** Parses `xHH`, `ooo` (bytes) or `uHHHH`, `UHHHHHHHH` (characters) from `at`. */
function readNumber(body: string, at: number): { code: number; byte: boolean; next: number } | undefined {
  const letter = body[at]!;
  const octal = letter >= '0' && letter <= '7';
  const width = octal ? 3 : letter === 'x' ? 2 : letter === 'u' ? 4 : letter === 'U' ? 8 : 0;
  const from = octal ? at : at + 1;
  const digits = body.slice(from, from + width);
  if (width === 0 || digits.length < width || !(octal ? /^[0-7]+$/ : /^[0-9a-fA-F]+$/).test(digits)) return undefined;
  const code = parseInt(digits, octal ? 8 : 16);
  const byte = octal || letter === 'x';
  if (byte ? code > 0xff : code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  return { code, byte, next: from + width };
}

const NEEDS_ESCAPE = /["\\\p{Cc}\u2028\u2029]/gu;
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

/**
 * Quotes and escapes a string so that Dgraph reads the same value in DQL, in RDF and in facets: only escapes that all
 * three accept are used.
 */
export function quote(value: string): string {
  return `"${value.replace(NEEDS_ESCAPE, (c) => SHORT[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}

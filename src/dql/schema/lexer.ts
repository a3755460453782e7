/** Lexer of schema texts. Unlike in queries, line ends are tokens: they end declarations and type fields. */
import { DqlSyntaxError } from '../errors';
import { locate } from '../source';

export type SchemaTokenKind =
  'Word' | 'Number' | 'String' | 'NewLine' | 'EOF' | '{' | '}' | '(' | ')' | '[' | ']' | ':' | ',' | '@' | '.' | '!';

export interface SchemaToken {
  readonly kind: SchemaTokenKind;
  /** Name of a word (an IRI without its brackets), content of a string, otherwise the text itself. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** 1-based line and column of the start, in UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

const PUNCTUATORS = '{}()[]:,@.!';
const ESCAPES = 'uvtbnrf"\'\\';

/** Alternatives at an offset: white space, a comment, a line end, a word, an IRI, a number or a string. */
const PATTERNS = {
  ignored: /[ \t]+|#[^\n\r]*/y,
  word: /[A-Za-z_][A-Za-z0-9_.-]*/y,
  iri: /<((?:[!#-;=?-[\]_a-z~-\u{10ffff}]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8})*)/uy,
  number: /0[xX][0-9a-fA-F]+|[0-9]+/y,
  string: /"((?:[^"\\]+|\\[^])*)/y,
} as const;

/**
 * Returns the tokens of a schema text, ending with EOF.
 *
 * @throws DqlSyntaxError
 */
export function tokenizeSchema(text: string): SchemaToken[] {
  const tokens: SchemaToken[] = [];
  let line = 1;
  let lineStart = 0;
  const push = (kind: SchemaTokenKind, value: string, start: number, end: number): number => {
    tokens.push({ kind, value, start, end, line, column: start - lineStart + 1 });
    if (kind === 'NewLine' || kind === 'String') {
      for (let i = start; i < end; i++) {
        if (text[i] === '\n' || (text[i] === '\r' && text[i + 1] !== '\n')) {
          line++;
          lineStart = i + 1;
        }
      }
    }
    return end;
  };
  const fail = (offset: number, reason: string): never => {
    throw DqlSyntaxError.at(locate(text, offset), reason);
  };
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    const c = text[at]!;
    const match = (pattern: RegExp): RegExpExecArray | null => {
      pattern.lastIndex = at;
      return pattern.exec(text);
    };
    let result: RegExpExecArray | null;
    if (c === '\n' || c === '\r') at = push('NewLine', c, at, at + 1);
    else if ((result = match(PATTERNS.ignored))) at += result[0].length;
    else if ((result = match(PATTERNS.word))) at = push('Word', result[0], at, at + result[0].length);
    else if (c === '<') {
      const body = match(PATTERNS.iri)!;
      const end = at + body[0].length;
      if (end >= text.length) fail(at, 'Invalid schema: Unexpected end of IRI');
      if (text[end] !== '>') fail(end, `Invalid schema: Unexpected character '${text[end]!}' while parsing IRI`);
      at = push('Word', body[1]!, at, end + 1);
    } else if ((result = match(PATTERNS.number))) at = push('Number', result[0], at, at + result[0].length);
    else if (c === '"') {
      const body = match(PATTERNS.string)!;
      const bad = /\\([^])/g;
      for (let escape = bad.exec(body[1]!); escape; escape = bad.exec(body[1]!)) {
        const offset = at + 1 + escape.index + 1;
        if (!ESCAPES.includes(escape[1]!)) fail(offset, `Invalid schema: Not a valid escape char: '${escape[1]!}'`);
      }
      const end = at + body[0].length;
      if (text[end] !== '"') fail(at, 'Invalid schema: Unexpected end of input.');
      at = push('String', body[1]!, at, end + 1);
    } else if (PUNCTUATORS.includes(c)) at = push(c as SchemaTokenKind, c, at, at + 1);
    else fail(at, `Invalid schema. Unexpected ${String.fromCodePoint(text.codePointAt(at)!)}`);
  }
  push('EOF', '', text.length, text.length);
  return tokens;
}

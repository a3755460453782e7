/** What the lexer makes of a query's text. */
import type { Position } from './errors';

export type Punctuator =
  | '{'
  | '}'
  | '('
  | ')'
  | '['
  | ']'
  | ':'
  | ','
  | '@'
  | '.'
  | '...'
  | '='
  | '<'
  | '>'
  | '<='
  | '>='
  | '=='
  | '!='
  | '!'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

/**
 * `Name` begins with a letter, `_` or `~`; `Number` is the same run of characters beginning with a digit (`0x1f`, `1.5`,
 * `2006`); `Iri` is `<…>`, `Variable` is `$name`, `Regex` is `/…/flags`. `Invalid` occurs in tolerant lexing only.
 */
export type TokenKind = 'Name' | 'Number' | 'String' | 'Iri' | 'Variable' | 'Regex' | 'Invalid' | 'EOF' | Punctuator;

/** A token with the half-open range of its text; whatever stands between two tokens is white space and comments. */
export class Token {
  constructor(
    readonly kind: TokenKind,
    /** Exactly as written, with quotes, slashes and angle brackets. */
    readonly text: string,
    readonly start: number,
    readonly end: number,
    /** 1-based, of the start. */
    readonly line: number,
    /** 1-based, in UTF-16 units. */
    readonly column: number,
  ) {}

  get position(): Position {
    return { line: this.line, column: this.column, offset: this.start };
  }

  /** As an error message names it. */
  describe(): string {
    return this.kind === 'EOF' ? 'the end of the query' : JSON.stringify(this.text);
  }
}

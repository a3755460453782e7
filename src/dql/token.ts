/** Tokens of a query's text. */
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
 * `Name` begins with a letter, `_` or `~`; `Number` is the same run of characters beginning with a digit (`0x1f`,
 * `1.5`, `2006`); `Iri` is `<…>`, `Variable` is `$name`, `Regex` is `/…/flags`. `Invalid` occurs in tolerant lexing
 * only.
 */
export type TokenKind = 'Name' | 'Number' | 'String' | 'Iri' | 'Variable' | 'Regex' | 'Invalid' | 'EOF' | Punctuator;

/** Token with the half-open range of its text; white space and comments stand between tokens. */
export class Token {
  constructor(
    readonly kind: TokenKind,
    /** Text as written, with quotes, slashes and angle brackets. */
    readonly text: string,
    readonly start: number,
    readonly end: number,
    /** 1-based line of the start. */
    readonly line: number,
    /** 1-based column of the start, in UTF-16 units. */
    readonly column: number,
  ) {}

  get position(): Position {
    return { line: this.line, column: this.column, offset: this.start };
  }

  /** Returns the token as error messages name it. */
  describe(): string {
    return this.kind === 'EOF' ? 'the end of the query' : JSON.stringify(this.text);
  }
}

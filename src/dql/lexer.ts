/**
 * Lexer of DQL.
 *
 * Tokens of DQL depend on their context: `<` opens an IRI in a selection and may compare inside brackets, `/` opens a
 * regular expression only after a comma, `-` belongs to a language tag after `@` and is an operator elsewhere. The
 * strict lexer tracks the little context this needs (depth of braces and brackets, the token before) and refuses what
 * Dgraph's lexer refuses, in its words. The tolerant lexer returns `Invalid` tokens instead and never throws, so that a
 * faulty text can still be rewritten token by token.
 */
import {
  TAB,
  LF,
  CR,
  SPACE,
  QUOTE,
  HASH,
  DOLLAR,
  STAR,
  DOT,
  SLASH,
  LESS,
  EQUALS,
  GREATER,
  AT,
  BACKSLASH,
  BOM,
} from './characters';
import { DqlSyntaxError } from './errors';
import { describeCharacter, locate } from './source';
import type { Punctuator, TokenKind } from './token';
import { Token } from './token';

interface LexerOptions {
  /** Returns `Invalid` tokens instead of throwing. */
  readonly tolerant?: boolean;
  /** True if the text is a part of an operation between its braces. */
  readonly inside?: boolean;
}

/**
 * Returns the tokens of a query text, ending with EOF.
 *
 * @throws DqlSyntaxError unless tolerant
 */
export function tokenize(text: string, options: LexerOptions = {}): Token[] {
  return new Lexer(text, options.tolerant === true, options.inside === true).run();
}

const NAME_BEGIN = 1;
const DIGIT = 2;
const NAME_PART = 4;
const LANGUAGE_PART = 8;
const HEX = 16;

const CLASS = new Uint8Array(128);
const mark = (characters: string, bits: number): void => {
  for (const c of characters) CLASS[c.charCodeAt(0)]! |= bits;
};
mark('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_~', NAME_BEGIN | NAME_PART | LANGUAGE_PART);
mark('0123456789', DIGIT | NAME_PART | LANGUAGE_PART);
mark('.', NAME_PART);
mark('-*', LANGUAGE_PART);
mark('0123456789abcdefABCDEF', HEX);

const is = (code: number, bits: number): boolean => code < 128 && (CLASS[code]! & bits) !== 0;

/** State outside brackets: before an operation, right after its `{`, inside it, in a schema block. */
type Mode = 'top' | 'opening' | 'operation' | 'schema';

const IN_SELECTION = '{}:,@.-*()';
const IN_SCHEMA = '{}:,()[]';
const IN_BRACKETS = '{}:,@.-*()[]=<>!+/%';
/** Escapes that Dgraph's lexer accepts; `unquote` checks their own syntax. */
const ESCAPES = 'uvtbnrf"\'\\';

class Lexer {
  private readonly tokens: Token[] = [];
  private at = 0;
  private line = 1;
  private lineStart = 0;
  private mode: Mode = 'top';
  private braces = 0;
  private brackets = 0;
  private previous: TokenKind = 'EOF';

  constructor(
    private readonly text: string,
    private readonly tolerant: boolean,
    private readonly inside: boolean,
  ) {
    if (inside) this.mode = 'operation';
  }

  run(): Token[] {
    const { text } = this;
    if (text.charCodeAt(0) === BOM) this.at = 1;
    for (;;) {
      this.skipIgnored();
      if (this.at >= text.length) break;
      this.readToken(text.charCodeAt(this.at));
    }
    if (!this.tolerant) this.checkClosed();
    this.push('EOF', text.length);
    return this.tokens;
  }

  /** True inside brackets, where values are allowed; schema blocks have no values. */
  private get inCall(): boolean {
    return this.brackets > 0 && this.mode !== 'schema';
  }

  /** Skips white space and comments, counting lines. */
  private skipIgnored(): void {
    const { text } = this;
    for (; this.at < text.length; this.at++) {
      const c = text.charCodeAt(this.at);
      if (c === LF || c === CR) this.newLine(this.at);
      else if (c === HASH) {
        while (this.at + 1 < text.length && !isLineEnd(text.charCodeAt(this.at + 1))) this.at++;
      } else if (c !== SPACE && c !== TAB) return;
    }
  }

  private newLine(offset: number): void {
    if (this.text.charCodeAt(offset) === CR && this.text.charCodeAt(offset + 1) === LF) return;
    this.line++;
    this.lineStart = offset + 1;
  }

  private readToken(c: number): void {
    if (this.previous === '@' && this.at > 0 && this.text.charCodeAt(this.at - 1) === AT) return this.readDirective(c);
    if (is(c, NAME_BEGIN)) return this.readName('Name');
    if (c === LESS && this.opensIri()) return this.readIri();
    if (this.inCall || this.tolerant) {
      if (is(c, DIGIT)) return this.readName('Number');
      if (c === QUOTE) return this.readString();
      if (c === DOLLAR) return this.readVariable();
      if (c === SLASH && this.previous === ',') return this.readRegex();
    }
    this.readPunctuator(c);
  }

  private readName(kind: 'Name' | 'Number'): void {
    let end = this.at + 1;
    while (is(this.text.charCodeAt(end), NAME_PART)) end++;
    const start = this.at;
    this.push(kind, end);
    if (!this.tolerant && this.mode !== 'operation' && this.brackets === 0) this.enterByName(start, end);
  }

  /** Changes the mode by a name before or right after the `{` of an operation. */
  private enterByName(start: number, end: number): void {
    if (this.mode === 'schema') return;
    const word = this.text.slice(start, end);
    if (this.mode === 'opening') {
      if (word === 'set' || word === 'delete' || word === 'del') {
        throw this.error(start, `Expected some name. Got: "${word}", which opens a mutation`);
      }
      this.mode = 'operation';
      return;
    }
    if (word === 'query' || word === 'fragment') this.mode = 'operation';
    else if (word === 'schema') this.mode = 'schema';
    else if (word === 'mutation') throw this.error(start, 'Mutation block no longer allowed.');
    else throw this.error(start, `Invalid operation type: ${word}`);
  }

  /** Reads the word right after `@`: a directive, a language tag, `.` or `*`. */
  private readDirective(c: number): void {
    if (is(c, NAME_BEGIN)) {
      let end = this.at + 1;
      while (is(this.text.charCodeAt(end), LANGUAGE_PART)) end++;
      this.push('Name', end);
    } else if (c === DOT) this.push('.', this.at + 1);
    else if (c === STAR) this.push('*', this.at + 1);
    else this.readPunctuator(c);
  }

  private opensIri(): boolean {
    const next = this.text.charCodeAt(this.at + 1);
    if (this.tolerant) return this.iriEnd() > 0;
    if (this.brackets === 0) return this.mode !== 'top';
    return !(next === SPACE || next === TAB || next === EQUALS);
  }

  /** Returns the offset after the closing `>`, or -1 minus the offset of the invalid character. */
  private iriEnd(): number {
    const { text } = this;
    for (let i = this.at + 1; ; i++) {
      const c = text.charCodeAt(i);
      if (c === GREATER) return i + 1;
      if (c === BACKSLASH) {
        const digits = text[i + 1] === 'u' ? 4 : text[i + 1] === 'U' ? 8 : 0;
        for (let n = 0; n < digits || digits === 0; n++) {
          if (digits === 0 || !is(text.charCodeAt(i + 2 + n), HEX)) return -1 - i;
        }
        i += 1 + digits;
      } else if (Number.isNaN(c) || c <= SPACE || '<"{}|^`'.includes(text[i]!)) return -1 - i;
    }
  }

  private readIri(): void {
    const end = this.iriEnd();
    if (end < 0) {
      const offset = -1 - end;
      if (offset >= this.text.length) throw this.error(this.at, 'Unexpected end of IRI');
      throw this.error(offset, `Unexpected character '${this.text[offset]!}' while parsing IRI`);
    }
    this.push('Iri', end);
    if (this.mode === 'opening') this.mode = 'operation';
  }

  /** Reads a string. It may span lines here; `unquote` refuses that, as Dgraph does. */
  private readString(): void {
    const { text } = this;
    const start = this.at;
    let i = start + 1;
    for (; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === QUOTE) break;
      if (c === BACKSLASH) {
        i++;
        if (i < text.length && !ESCAPES.includes(text[i]!) && !this.tolerant) {
          throw this.error(i, `Not a valid escape char: '${text[i]!}'`);
        }
      }
    }
    if (i >= text.length) return this.unterminated('Unexpected end of input.');
    this.push('String', i + 1);
    this.countLines(start, i);
  }

  private readVariable(): void {
    let end = this.at + 1;
    while (is(this.text.charCodeAt(end), NAME_PART)) end++;
    if (end > this.at + 1) this.push('Variable', end);
    else if (this.tolerant) this.push('Invalid', end);
    else throw this.error(this.at, 'Expected variable name after $');
  }

  private readRegex(): void {
    const { text } = this;
    const start = this.at;
    let i = start + 1;
    while (i < text.length && text.charCodeAt(i) !== SLASH) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
    if (i >= text.length) return this.unterminated('Unclosed regexp');
    let end = i + 1;
    while (/[a-zA-Z]/.test(text.charAt(end))) end++;
    this.push('Regex', end);
    this.countLines(start, end);
  }

  private readPunctuator(c: number): void {
    const { text, at } = this;
    const one = text[at]!;
    let width = 1;
    if (c === DOT && text.startsWith('...', at)) width = 3;
    else if ((one === '<' || one === '>' || one === '=' || one === '!') && text[at + 1] === '=') width = 2;
    if (this.tolerant) {
      if (IN_BRACKETS.includes(one)) this.push(text.slice(at, at + width) as Punctuator, at + width);
      else this.push('Invalid', at + (text.codePointAt(at)! > 0xffff ? 2 : 1));
      return;
    }
    if (this.inCall) {
      if (!IN_BRACKETS.includes(one)) this.unrecognized('Unrecognized character inside a func');
    } else if (this.mode === 'schema') {
      if (!IN_SCHEMA.includes(one)) this.unrecognized('Unrecognized character inside schema');
    } else if (this.mode === 'operation') {
      if (!IN_SELECTION.includes(one)) this.unrecognized('Unrecognized character in lexText');
    } else if (this.mode === 'opening') {
      this.unrecognized('Unexpected character while lexing DQL');
    } else if (one === '}') throw this.error(at, 'Too many right curl');
    else if (one !== '{') {
      // Dgraph ignores other characters between operations, for example a comma after a brace.
      this.at++;
      return;
    }
    if (one === '@') this.checkAfterAt();
    this.trackDepth(one);
    this.push(text.slice(at, at + width) as Punctuator, at + width);
  }

  /** Checks that a directive or a language follows its `@` directly. */
  private checkAfterAt(): void {
    const c = this.text.charCodeAt(this.at + 1);
    if (is(c, NAME_BEGIN) || c === DOT || c === STAR) return;
    const character = describeCharacter(this.text, this.at + 1);
    throw this.error(this.at + 1, `Unrecognized character in lexDirective: ${character}`);
  }

  /** Tracks depths. Braces inside brackets are not counted: the parser refuses them. */
  private trackDepth(one: string): void {
    if (one === '(') this.brackets++;
    else if (one === ')') {
      if (this.brackets === 0) this.unrecognized('Unrecognized character in lexText');
      if (this.previous === ',') throw this.error(this.at, 'Empty Argument');
      this.brackets--;
    } else if (one === ',' && this.previous === ',' && this.brackets > 0) {
      throw this.error(this.at, 'Consecutive commas not allowed.');
    } else if (this.brackets === 0 && one === '{') {
      this.braces++;
      if (this.mode === 'top') this.mode = 'opening';
    } else if (this.brackets === 0 && one === '}') {
      if (this.braces === 0) throw this.error(this.at, 'Too many right curl');
      if (--this.braces === 0) this.mode = 'top';
    }
  }

  private checkClosed(): void {
    if (this.inCall) throw this.error(this.at, 'Unclosed Brackets');
    if (this.mode === 'opening') throw this.error(this.at, 'Invalid DQL: a block is expected after {');
    if (this.mode === 'operation' && !(this.inside && this.braces === 0)) throw this.error(this.at, 'Unclosed action');
    if (this.mode === 'schema') throw this.error(this.at, 'Unclosed schema action');
  }

  private push(kind: TokenKind, end: number): void {
    const start = this.at;
    const text = this.text.slice(start, end);
    this.tokens.push(new Token(kind, text, start, end, this.line, start - this.lineStart + 1));
    this.previous = kind;
    this.at = end;
  }

  private countLines(start: number, end: number): void {
    for (let i = start; i < end; i++) if (isLineEnd(this.text.charCodeAt(i))) this.newLine(i);
  }

  private unterminated(reason: string): void {
    if (!this.tolerant) throw this.error(this.at, reason);
    const start = this.at;
    this.push('Invalid', this.text.length);
    this.countLines(start, this.text.length);
  }

  private unrecognized(reason: string): void {
    if (!this.tolerant) throw this.error(this.at, `${reason}: ${describeCharacter(this.text, this.at)}`);
    this.push('Invalid', this.at + 1);
  }

  private error(offset: number, reason: string): DqlSyntaxError {
    return DqlSyntaxError.at(locate(this.text, offset), reason);
  }
}

function isLineEnd(c: number): boolean {
  return c === LF || c === CR;
}

/** Scanner of RDF: a cursor in the text that knows its line, and the terminals of the grammar. */
import { TAB, LF, CR, SPACE, QUOTE, HASH, LEFT, GREATER, BACKSLASH } from '../characters';
import { DqlSyntaxError } from '../errors';
import { unquote } from '../unquote';

const IRI_BODY = /(?:[!#-;=?-[\]_a-z~-\u{10ffff}]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8})*/uy;
/** BLANK_NODE_LABEL with inner dots; a final dot is refused afterwards. */
const LABEL =
  /[0-9A-Z_a-z:\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}][0-9A-Z_a-z:.\-\xB7\xC0-\xD6\xD8-\xF6\xF8-\u037D\u037F-\u1FFF\u200C-\u200D\u203F\u2040\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}]*/uy;
const LANGUAGE = /[a-zA-Z][a-zA-Z0-9-]*/y;
const LITERAL_ESCAPE = /^(?:[uvtbnrf"'\\]|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2})/;
const VARIABLE = /[^ \t)\r\n]*/y;
const FACET_WORD = /[^=\s),"][^=\s),]*/y;

export class RdfScanner {
  protected line = 1;
  protected lineStart = 0;

  constructor(
    readonly text: string,
    /** Offset of the next character. */
    public at = 0,
  ) {}

  /** Skips white space, line ends and comments. */
  skipBlank(): void {
    const { text } = this;
    for (; this.at < text.length; this.at++) {
      const c = text.charCodeAt(this.at);
      if (c === LF) {
        this.line++;
        this.lineStart = this.at + 1;
      } else if (c === HASH) {
        const end = text.indexOf('\n', this.at);
        this.at = (end < 0 ? text.length : end) - 1;
      } else if (c > SPACE && !(c === 0xfeff && this.at === 0)) return;
    }
  }

  /** Advances to a later offset, counting lines. */
  skipTo(end: number): void {
    for (let i = this.text.indexOf('\n', this.at); i >= 0 && i < end; i = this.text.indexOf('\n', i + 1)) {
      this.line++;
      this.lineStart = i + 1;
    }
    this.at = end;
  }

  protected skipSpace(): void {
    for (let c = this.text.charCodeAt(this.at); c === SPACE || c === TAB; c = this.text.charCodeAt(this.at)) this.at++;
  }

  /** Reads the text between `<` and `>`; escapes in it stay unchanged, as in Dgraph. */
  protected readIri(): string {
    const { text } = this;
    const start = this.at + 1;
    IRI_BODY.lastIndex = start;
    const end = start + IRI_BODY.exec(text)![0].length;
    if (text.charCodeAt(end) !== GREATER) {
      this.at = end;
      if (end >= text.length) this.fail('Unexpected end of IRI', start - 1);
      this.fail(`Unexpected character '${this.describeNext()}' while parsing IRI`);
    }
    this.at = end + 1;
    return text.slice(start, end);
  }

  /** Reads the label after `_:`. White space must follow it. */
  protected readLabel(): string {
    const { text } = this;
    const start = this.at;
    if (text[start + 1] !== ':') {
      this.at = start + 1;
      this.fail(`Invalid character after _. Expected :, found '${this.describeNext()}'`);
    }
    LABEL.lastIndex = start + 2;
    const label = LABEL.exec(text)?.[0];
    this.at = start + 2 + (label?.length ?? 0);
    if (label === undefined) this.fail(`Invalid character after _: , Got '${this.describeNext()}'`);
    if (label.endsWith('.')) this.fail("A blank node's label can not end with '.': put a space before the dot", start);
    const c = text.charCodeAt(this.at);
    if (c !== SPACE && c !== TAB) this.fail(`Invalid character '${this.describeNext()}' after a blank node's label`);
    return label;
  }

  /** Reads `uid` or `val`, `(` Name `)`, with white space anywhere except inside words. */
  protected readCall(word: 'uid' | 'val'): string {
    const { text } = this;
    if (!text.startsWith(word, this.at)) {
      this.at++;
      this.fail(`Unexpected char '${this.describeNext()}' when parsing uid keyword`);
    }
    this.at += 3;
    this.skipSpace();
    if (text.charCodeAt(this.at) !== LEFT) this.fail(`Expected '(' after uid keyword, found: '${this.describeNext()}'`);
    this.at++;
    this.skipSpace();
    VARIABLE.lastIndex = this.at;
    const variable = VARIABLE.exec(text)![0];
    if (variable === '') this.fail('Unexpected end of input while reading variable name');
    this.at += variable.length;
    this.skipSpace();
    if (text[this.at] !== ')') this.fail(`Expected ')' while reading function found: '${this.describeNext()}'`);
    this.at++;
    return variable;
  }

  protected readString(): string {
    const { text } = this;
    const start = this.at;
    let escaped = false;
    let i = start + 1;
    for (; ; i++) {
      const c = text.charCodeAt(i);
      if (c === QUOTE) break;
      if (c === BACKSLASH) {
        escaped = true;
        if (!LITERAL_ESCAPE.test(text.slice(i + 1, i + 10))) {
          this.fail(`Invalid escape character : '${text.charAt(i + 1)}' in literal`, i);
        }
        i++;
      } else if (c === LF || c === CR || Number.isNaN(c)) {
        this.fail('Invalid end of a literal: its closing quote stands on the same line', start);
      }
    }
    this.at = i + 1;
    if (!escaped) return text.slice(start + 1, i);
    return unquote(text.slice(start, i + 1)) ?? this.fail('while unquoting: invalid syntax', start);
  }

  protected readLanguageTag(): string {
    LANGUAGE.lastIndex = ++this.at;
    const lang = LANGUAGE.exec(this.text)?.[0];
    if (lang === undefined) this.fail(`Invalid language tag prefix: '${this.describeNext()}'`);
    if (lang.endsWith('-')) this.fail('Invalid character - at the end of language literal.');
    this.at += lang.length;
    return lang;
  }

  /** Reads a quoted string with its quotes, or a bare word. */
  protected readFacetWord(): string | undefined {
    if (this.text.charCodeAt(this.at) === QUOTE) {
      const start = this.at;
      let i = start + 1;
      for (let c = this.text.charCodeAt(i); c !== QUOTE; c = this.text.charCodeAt(++i)) {
        if (Number.isNaN(c) || c === LF) this.fail('could not parse facet: Unexpected end of input.', start);
        if (c === BACKSLASH) i++;
      }
      this.at = i + 1;
      return this.text.slice(start, i + 1);
    }
    FACET_WORD.lastIndex = this.at;
    const word = FACET_WORD.exec(this.text)?.[0];
    this.at += word?.length ?? 0;
    return word;
  }

  protected statementText(start: number): string {
    const end = this.text.indexOf('\n', start);
    return this.text.slice(start, end < 0 ? undefined : end).trim();
  }

  protected describeNext(): string {
    const code = this.text.codePointAt(this.at);
    if (code === undefined) return 'the end of the text';
    return code === LF || code === CR ? 'the end of the line' : String.fromCodePoint(code);
  }

  /** Throws at an offset on the current line. */
  fail(reason: string, at = this.at): never {
    throw DqlSyntaxError.at({ line: this.line, column: at - this.lineStart + 1, offset: at }, reason);
  }
}

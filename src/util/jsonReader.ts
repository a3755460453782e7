/**
 * Parser of JSON (RFC 8259) with exact numbers. JSON.parse decodes the strings, so that long ones cost as little as
 * there; lossless-json builds them letter by letter.
 */
import { isDeepStrictEqual } from 'node:util';

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Characters of a string that V8 copies when it is sliced. A longer slice keeps the whole text in memory. */
const COPIED = 12;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: readonly (readonly [string, boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/**
 * Parses a text that is one JSON value. A duplicate member is an error unless both values are equal.
 *
 * @param numberOf makes the value of a number's text
 * @throws SyntaxError with the offset
 */
export function readJson(text: string, numberOf: (text: string) => unknown): unknown {
  try {
    return new JsonReader(text, numberOf).read();
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('exceeded max depth', { cause: error });
    throw error;
  }
}

class JsonReader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly numberOf: (text: string) => unknown,
  ) {}

  read(): unknown {
    this.skip();
    const value = this.readValue();
    if (this.at < this.text.length) this.fail('expected the end of the text');
    return value;
  }

  /** Reads a value and the white space after it. */
  private readValue(): unknown {
    const value = this.readToken();
    this.skip();
    return value;
  }

  private readToken(): unknown {
    switch (this.text.charCodeAt(this.at)) {
      case OPENING_BRACE:
        return this.readObject();
      case OPENING_BRACKET:
        return this.readArray();
      case QUOTE:
        return this.readString();
      default:
        return this.readScalar();
    }
  }

  private readObject(): object {
    const object: Record<string, unknown> = {};
    this.step();
    for (let isFirst = true; this.text.charCodeAt(this.at) !== CLOSING_BRACE; isFirst = false) {
      if (!isFirst) this.expect(COMMA, 'expected "," or "}"');
      const start = this.at;
      if (this.text.charCodeAt(start) !== QUOTE) this.fail('expected a name in double quotes');
      const name = this.readString();
      this.skip();
      this.expect(COLON, 'expected ":"');
      const value = this.readValue();
      if (!Object.hasOwn(object, name)) setMember(object, name, value);
      else if (!isDeepStrictEqual(object[name], value)) {
        throw new SyntaxError(`two values for ${JSON.stringify(name.slice(0, 100))}, the second at position ${start}`);
      }
    }
    this.at++;
    return object;
  }

  private readArray(): unknown[] {
    const items: unknown[] = [];
    this.step();
    while (this.text.charCodeAt(this.at) !== CLOSING_BRACKET) {
      if (items.length > 0) this.expect(COMMA, 'expected "," or "]"');
      items.push(this.readValue());
    }
    this.at++;
    return items;
  }

  private readString(): string {
    const { text } = this;
    const start = this.at + 1;
    let isPlain = true;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        return isPlain && at - start <= COPIED ? text.slice(start, at) : decode(text, start - 1, at + 1);
      }
      if (code === BACKSLASH) at++;
      if (code === BACKSLASH || code < SPACE) isPlain = false;
    }
    throw new SyntaxError(`the string at position ${start - 1} is not closed`);
  }

  private readScalar(): unknown {
    NUMBER.lastIndex = this.at;
    if (NUMBER.test(this.text)) {
      const start = this.at;
      this.at = NUMBER.lastIndex;
      return this.numberOf(this.text.slice(start, this.at));
    }
    const word = WORDS.find(([name]) => this.text.startsWith(name, this.at));
    if (!word) this.fail('expected a value');
    this.at += word[0].length;
    return word[1];
  }

  private expect(code: number, expectation: string): void {
    if (this.text.charCodeAt(this.at) !== code) this.fail(expectation);
    this.step();
  }

  /** Passes one character and the white space after it. */
  private step(): void {
    this.at++;
    this.skip();
  }

  private skip(): void {
    for (; ; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code !== SPACE && code !== LF && code !== CR && code !== TAB) return;
    }
  }

  private fail(expectation: string): never {
    const character = this.text.codePointAt(this.at);
    const token = character === undefined ? 'end of the text' : JSON.stringify(String.fromCodePoint(character));
    throw new SyntaxError(`unexpected ${token} at position ${this.at}; ${expectation}`);
  }
}

/** @param start offset of the opening quote */
function decode(text: string, start: number, end: number): string {
  try {
    return JSON.parse(text.slice(start, end)) as string;
  } catch {
    throw new SyntaxError(`a control character or an invalid escape in the string at position ${start}`);
  }
}

function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  // An assignment would set the prototype.
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else object[name] = value;
}

/**
 * JSON text → values that keep what JSON.parse loses: the text of numbers (64-bit integers, and whether `5` or `5.0` was
 * written), the place of each member, and an error's line and column.
 */
import { BACKSLASH, BOM, CR, LF, QUOTE, SPACE, TAB } from '../characters';
import { DqlSyntaxError } from '../errors';
import { locate } from '../source';

export class JsonNumber {
  constructor(
    /** As written. */
    readonly text: string,
  ) {}

  get isInteger(): boolean {
    return !/[.eE]/.test(this.text);
  }
}

export class JsonArray {
  readonly items: JsonValue[] = [];
  constructor(readonly offset: number) {}
}

/** Members in the order written; of two with one name the later value counts, in the place of the earlier. */
export class JsonObject {
  readonly keys: string[] = [];
  readonly values: JsonValue[] = [];
  /** Where each member begins, with its name, and where it ends. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** Positions by name, kept once linear search would be slow. */
  private index: Map<string, number> | undefined;

  constructor(readonly offset: number) {}

  get(key: string): JsonValue | undefined {
    const i = this.find(key);
    return i < 0 ? undefined : this.values[i];
  }

  set(key: string, value: JsonValue, start: number, end: number): void {
    const i = this.find(key);
    if (i >= 0) {
      this.values[i] = value;
      this.starts[i] = start;
      this.ends[i] = end;
      return;
    }
    this.index?.set(key, this.keys.length);
    this.keys.push(key);
    this.values.push(value);
    this.starts.push(start);
    this.ends.push(end);
    if (this.keys.length === MANY) this.index = new Map(this.keys.map((k, n) => [k, n]));
  }

  private find(key: string): number {
    return this.index ? (this.index.get(key) ?? -1) : this.keys.indexOf(key);
  }
}

export type JsonValue = string | boolean | null | JsonNumber | JsonArray | JsonObject;

const MANY = 16;
const MAX_DEPTH = 512;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * Reads one JSON value that is the whole text.
 *
 * @throws DqlSyntaxError
 */
export function readJson(text: string): JsonValue {
  return new JsonReader(text).read();
}

class JsonReader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  read(): JsonValue {
    if (this.text.charCodeAt(0) === BOM) this.at = 1;
    this.skip();
    const value = this.readValue();
    this.skip();
    if (this.at < this.text.length) this.fail(`invalid character ${this.found()} after top-level value`);
    return value;
  }

  private skip(): void {
    const { text } = this;
    for (; ; this.at++) {
      const c = text.charCodeAt(this.at);
      if (c !== SPACE && c !== LF && c !== CR && c !== TAB) return;
    }
  }

  private readValue(): JsonValue {
    switch (this.text[this.at]) {
      case '{':
        return this.readObject();
      case '[':
        return this.readArray();
      case '"':
        return this.readString();
      case 't':
        return this.readWord('true', true);
      case 'f':
        return this.readWord('false', false);
      case 'n':
        return this.readWord('null', null);
      default:
        return this.readNumber();
    }
  }

  private readObject(): JsonObject {
    const { text } = this;
    const object = new JsonObject(this.at);
    this.enter();
    if (text[this.at] === '}') return this.leave(object);
    for (;;) {
      if (text[this.at] !== '"')
        this.fail(`invalid character ${this.found()} looking for beginning of object key string`);
      const start = this.at;
      const key = this.readString();
      this.skip();
      if (text[this.at] !== ':') this.fail(`invalid character ${this.found()} after object key`);
      this.at++;
      this.skip();
      const value = this.readValue();
      object.set(key, value, start, this.at);
      this.skip();
      if (text[this.at] === '}') return this.leave(object);
      if (text[this.at] !== ',') this.fail(`invalid character ${this.found()} after object key:value pair`);
      this.at++;
      this.skip();
    }
  }

  private readArray(): JsonArray {
    const { text } = this;
    const array = new JsonArray(this.at);
    this.enter();
    if (text[this.at] === ']') return this.leave(array);
    for (;;) {
      array.items.push(this.readValue());
      this.skip();
      if (text[this.at] === ']') return this.leave(array);
      if (text[this.at] !== ',') this.fail(`invalid character ${this.found()} after array element`);
      this.at++;
      this.skip();
    }
  }

  private enter(): void {
    if (++this.depth > MAX_DEPTH) this.fail(`the value is nested deeper than ${MAX_DEPTH} levels`);
    this.at++;
    this.skip();
  }

  private leave<T>(value: T): T {
    this.depth--;
    this.at++;
    return value;
  }

  private readString(): string {
    const { text } = this;
    const start = this.at + 1;
    for (let i = start; ; i++) {
      const c = text.charCodeAt(i);
      if (c === QUOTE) {
        this.at = i + 1;
        return text.slice(start, i);
      }
      if (c === BACKSLASH) return this.readEscaped(start, i);
      if (!(c >= SPACE)) this.failInString(i);
    }
  }

  /** A string from its first escape on. */
  private readEscaped(start: number, escape: number): string {
    const { text } = this;
    let value = text.slice(start, escape);
    let from = escape;
    for (let i = escape; ; i++) {
      const c = text.charCodeAt(i);
      if (c === QUOTE) {
        this.at = i + 1;
        value += text.slice(from, i);
        if (/\p{Surrogate}/u.test(value)) this.fail('half a surrogate pair in a string', start - 1);
        return value;
      }
      if (c === BACKSLASH) {
        value += text.slice(from, i);
        const letter = text[i + 1] ?? '';
        const simple = ESCAPES[letter];
        if (simple !== undefined) {
          value += simple;
          i += 1;
        } else {
          const digits = letter === 'u' ? text.slice(i + 2, i + 6) : '';
          if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail(`invalid escape in a string: \\${letter}`, i);
          value += String.fromCharCode(parseInt(digits, 16));
          i += 5;
        }
        from = i + 1;
      } else if (!(c >= SPACE)) this.failInString(i);
    }
  }

  private failInString(at: number): never {
    if (at >= this.text.length) this.fail('unexpected end of JSON input', at);
    this.fail('invalid control character in a string; write it as an escape', at);
  }

  private readNumber(): JsonNumber {
    NUMBER.lastIndex = this.at;
    const text = NUMBER.exec(this.text)?.[0];
    if (text === undefined) this.fail(`invalid character ${this.found()} looking for beginning of value`);
    this.at += text.length;
    return new JsonNumber(text);
  }

  private readWord<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.fail(`invalid literal; expected ${word}`);
    this.at += word.length;
    return value;
  }

  private found(): string {
    const code = this.text.codePointAt(this.at);
    return code === undefined ? 'at the end of the input' : `'${String.fromCodePoint(code)}'`;
  }

  private fail(reason: string, at = this.at): never {
    const ended = at >= this.text.length;
    throw DqlSyntaxError.at(locate(this.text, at), ended ? 'unexpected end of JSON input' : reason);
  }
}

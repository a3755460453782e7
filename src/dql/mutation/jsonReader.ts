/**
 * JSON parser that keeps details JSON.parse loses: the text of numbers (64-bit integers, and `5` versus `5.0`), the
 * position of each member, and an error's line and column.
 */
import { BACKSLASH, BOM, CR, LF, QUOTE, SPACE, TAB } from '../characters';
import { DqlSyntaxError } from '../errors';
import { locate } from '../source';

export class JsonNumber {
  constructor(
    /** Text as written. */
    readonly text: string,
  ) {}

  get isInteger(): boolean {
    return !/[.eE]/.test(this.text);
  }
}

export class JsonArray {
  constructor(
    readonly items: readonly JsonValue[],
    readonly offset: number,
  ) {}
}

/** Members in the order written; of two with one name the later value counts, at the position of the earlier. */
export class JsonObject {
  /** Number of members. */
  readonly size: number;

  constructor(
    /**
     * Name, value and offset of the name of each member in turn. One array, since bodies have tens of thousands of
     * objects.
     */
    private readonly members: readonly (JsonValue | number)[],
    readonly offset: number,
  ) {
    this.size = members.length / STRIDE;
  }

  /** Returns the name of the member at a position, from 0. */
  key(position: number): string {
    return this.members[position * STRIDE] as string;
  }

  value(position: number): JsonValue {
    return this.members[position * STRIDE + 1] as JsonValue;
  }

  /** Returns the offset of the member's name. */
  start(position: number): number {
    return this.members[position * STRIDE + 2] as number;
  }

  get(key: string): JsonValue | undefined {
    const position = this.find(key);
    return position < 0 ? undefined : this.value(position);
  }

  /** Returns the position of a member, or -1. */
  find(key: string): number {
    for (let i = 0; i < this.members.length; i += STRIDE) if (this.members[i] === key) return i / STRIDE;
    return -1;
  }
}

export type JsonValue = string | boolean | null | JsonNumber | JsonArray | JsonObject;

/** Array elements per member. */
const STRIDE = 3;
/** Maximum members for a linear search of repeated names. */
const MAX_LINEAR_MEMBERS = 16;
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
 * Parses a text that is one JSON value.
 *
 * @throws DqlSyntaxError
 */
export function readJson(text: string): JsonValue {
  return new JsonReader(text).read();
}

class JsonReader {
  private at = 0;
  private depth = 0;
  /** Stack of the contents of open arrays and objects. It is overwritten and never truncated, which is faster. */
  private readonly stack: (JsonValue | number)[] = [];
  private top = 0;

  constructor(private readonly text: string) {}

  read(): JsonValue {
    if (this.text.charCodeAt(0) === BOM) this.at = 1;
    this.skip();
    const value = this.readValue();
    this.skip();
    if (this.at < this.text.length) this.fail(`invalid character ${this.describeNext()} after top-level value`);
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
    const { text, stack } = this;
    const offset = this.at;
    const base = this.top;
    this.enter();
    while (text[this.at] !== '}') {
      if (this.top > base) this.comma('after object key:value pair');
      if (text[this.at] !== '"')
        this.fail(`invalid character ${this.describeNext()} looking for beginning of object key string`);
      const start = this.at;
      const key = this.readString();
      this.skip();
      if (text[this.at] !== ':') this.fail(`invalid character ${this.describeNext()} after object key`);
      this.at++;
      this.skip();
      const value = this.readValue();
      stack[this.top++] = key;
      stack[this.top++] = value;
      stack[this.top++] = start;
      this.skip();
    }
    this.leave();
    const members = stack.slice(base, this.top);
    this.top = base;
    return new JsonObject(withoutRepeats(members), offset);
  }

  private readArray(): JsonArray {
    const { text, stack } = this;
    const offset = this.at;
    const base = this.top;
    this.enter();
    while (text[this.at] !== ']') {
      if (this.top > base) this.comma('after array element');
      const value = this.readValue();
      stack[this.top++] = value;
      this.skip();
    }
    this.leave();
    const items = stack.slice(base, this.top) as JsonValue[];
    this.top = base;
    return new JsonArray(items, offset);
  }

  private comma(context: string): void {
    if (this.text[this.at] !== ',') this.fail(`invalid character ${this.describeNext()} ${context}`);
    this.at++;
    this.skip();
  }

  private enter(): void {
    if (++this.depth > MAX_DEPTH) this.fail(`the value is nested deeper than ${MAX_DEPTH} levels`);
    this.at++;
    this.skip();
  }

  private leave(): void {
    this.depth--;
    this.at++;
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

  /** Reads a string from its first escape on. */
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
    if (text === undefined) this.fail(`invalid character ${this.describeNext()} looking for beginning of value`);
    this.at += text.length;
    return new JsonNumber(text);
  }

  private readWord<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.fail(`invalid literal; expected ${word}`);
    this.at += word.length;
    return value;
  }

  private describeNext(): string {
    const code = this.text.codePointAt(this.at);
    if (code === undefined) return 'at the end of the input';
    const character = String.fromCodePoint(code);
    return /['\\]/.test(character) ? `'\\${character}'` : `'${character}'`;
  }

  private fail(reason: string, at = this.at): never {
    const ended = at >= this.text.length;
    throw DqlSyntaxError.at(locate(this.text, at), ended ? 'unexpected end of JSON input' : reason);
  }
}

/** Returns the members with each name once. */
function withoutRepeats(members: (JsonValue | number)[]): (JsonValue | number)[] {
  if (members.length <= MAX_LINEAR_MEMBERS * STRIDE) {
    for (let i = STRIDE; i < members.length; i += STRIDE) {
      for (let k = 0; k < i; k += STRIDE) if (members[k] === members[i]) return merged(members);
    }
    return members;
  }
  const names = new Set<unknown>();
  for (let i = 0; i < members.length; i += STRIDE) names.add(members[i]);
  return names.size * STRIDE === members.length ? members : merged(members);
}

function merged(members: (JsonValue | number)[]): (JsonValue | number)[] {
  const byName = new Map<unknown, (JsonValue | number)[]>();
  for (let i = 0; i < members.length; i += STRIDE) byName.set(members[i], members.slice(i, i + STRIDE));
  return [...byName.values()].flat();
}

/** Scanner that gives the tokens and errors of Dgraph's lexers: positions are those of a token's start, in bytes. */

/** Character read at the end of the text. */
export const END = '';

export interface Item<Type extends string> {
  readonly type: Type;
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** Refusal in Dgraph's words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

export class ItemScanner<Type extends string> {
  readonly items: Item<Type>[] = [];
  private start = 0;
  private at = 0;
  private line = 1;
  private column = 0;

  constructor(private readonly text: string) {}

  /** Reads a character; END at the end. */
  next(): string {
    const character = this.peek();
    this.at += character.length;
    return character;
  }

  peek(): string {
    const code = this.text.codePointAt(this.at);
    return code === undefined ? END : String.fromCodePoint(code);
  }

  /** Steps back over a character that was read last. */
  unread(character: string): void {
    this.at -= character.length;
  }

  /** Text of the token so far. */
  get word(): string {
    return this.text.slice(this.start, this.at);
  }

  /** Reads characters while `accepts` returns true, and returns the last one; END if there is none. */
  run(accepts: (character: string) => boolean): string {
    let last = END;
    for (let c = this.peek(); c !== END && accepts(c); c = this.peek()) {
      last = c;
      this.at += c.length;
    }
    return last;
  }

  /** Drops the token so far. */
  skip(): void {
    for (const c of this.word) {
      if (isLineEnd(c)) {
        this.line++;
        this.column = 0;
      } else this.column += Buffer.byteLength(c);
    }
    this.start = this.at;
  }

  emit(type: Type): void {
    this.items.push({ type, text: this.word, line: this.line, column: this.column });
    this.skip();
  }

  /** Reads a quoted string after its opening quote. */
  quoted(): void {
    for (;;) {
      const c = this.next();
      if (c === END) this.fail('Unexpected end of input.');
      if (c === '"') return;
      if (c !== '\\') continue;
      const escaped = this.next();
      if (!ESCAPES.has(escaped)) this.fail(`Not a valid escape char: '${shown(escaped)}'`);
    }
  }

  fail(reason: string): never {
    throw new Refusal(`while lexing ${this.text} at line ${this.line} column ${this.column}: ${reason}`);
  }
}

export const ESCAPES: ReadonlySet<string> = new Set('uvtbnrf"\'\\');
export const isLineEnd = (c: string): boolean => c === '\n' || c === '\r';
export const isSpace = (c: string): boolean => c === ' ' || c === '\t';

/** Returns a character as Go's `%c`. */
export const shown = (c: string): string => (c === END ? '\ufffd' : c);

/** JSON text → tree of values with their offsets (https://www.rfc-editor.org/rfc/rfc8259). */
import { LineIndex, syntaxError } from './document';
import type { Position } from './quads';

/** Node for a JSON value. `start` and `end` are offsets in the text. */
export interface JsonNode {
  readonly kind: 'object' | 'array' | 'string' | 'other';
  readonly start: number;
  end: number;
  /** Members of an object by name; the last one of each name counts. */
  readonly members?: Map<string, JsonMember>;
  /** Items of an array. */
  readonly items?: JsonNode[];
}

interface JsonMember {
  /** Offset of the name. */
  readonly start: number;
  readonly value: JsonNode;
}

/** Maximum nesting of objects and arrays: the cost of JSON-LD grows with the square of the depth. */
const MAX_DEPTH = 256;

const SPACE = /[\t\n\r ]*/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** @throws OwlgateError OntologySyntax */
export function parseJson(text: string): JsonTree {
  return new JsonTree(text);
}

export class JsonTree {
  readonly root: JsonNode;
  private readonly lines: LineIndex;
  private at = 0;

  constructor(readonly text: string) {
    this.lines = new LineIndex(text);
    this.skip();
    this.root = this.value(0);
    this.skip();
    if (this.at < text.length) throw this.unexpected('expected the end of the document');
  }

  positionAt(offset: number): Position {
    return this.lines.positionAt(offset);
  }

  /**
   * Returns the position of the value at a path, or of the deepest value on the path that exists.
   *
   * @param path names and indexes; other steps are ignored
   */
  positionOf(path: readonly unknown[]): Position {
    let node = this.root;
    for (const step of path) {
      const next =
        typeof step === 'number'
          ? node.items?.[step]
          : typeof step === 'string'
            ? node.members?.get(step)?.value
            : undefined;
      if (next) node = next;
    }
    return this.positionAt(node.start);
  }

  /** Returns the value of a scalar or a string. */
  scalar(node: JsonNode): unknown {
    return JSON.parse(this.text.slice(node.start, node.end));
  }

  private value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) {
      throw syntaxError(this.positionAt(this.at), `objects and arrays are nested deeper than ${MAX_DEPTH}`);
    }
    const start = this.at;
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth);
      case '[':
        return this.array(depth);
      case '"':
        this.string();
        return { kind: 'string', start, end: this.at };
      default:
        SCALAR.lastIndex = start;
        if (!SCALAR.test(this.text)) throw this.unexpected('expected a value');
        this.at = SCALAR.lastIndex;
        return { kind: 'other', start, end: this.at };
    }
  }

  private object(depth: number): JsonNode {
    const members = new Map<string, JsonMember>();
    const node: JsonNode = { kind: 'object', start: this.at++, end: 0, members };
    this.skip();
    for (let isFirst = true; this.text[this.at] !== '}'; isFirst = false) {
      if (!isFirst) this.expect(',', 'expected "," or "}"');
      const start = this.at;
      if (this.text[start] !== '"') throw this.unexpected('expected a name in double quotes');
      const name = this.string();
      this.skip();
      this.expect(':', 'expected ":"');
      members.set(name, { start, value: this.value(depth + 1) });
      this.skip();
    }
    node.end = ++this.at;
    return node;
  }

  private array(depth: number): JsonNode {
    const items: JsonNode[] = [];
    const node: JsonNode = { kind: 'array', start: this.at++, end: 0, items };
    this.skip();
    while (this.text[this.at] !== ']') {
      if (items.length > 0) this.expect(',', 'expected "," or "]"');
      items.push(this.value(depth + 1));
      this.skip();
    }
    node.end = ++this.at;
    return node;
  }

  /** Finds the closing quote without a regular expression: one that repeats per character overflows on long strings. */
  private string(): string {
    let end = this.at;
    do end = this.text.indexOf('"', end + 1);
    while (end > 0 && this.isEscaped(end));
    if (end < 0) throw syntaxError(this.positionAt(this.at), 'not JSON: a string is not closed');
    try {
      const string = JSON.parse(this.text.slice(this.at, end + 1)) as string;
      this.at = end + 1;
      return string;
    } catch {
      const reason = 'not JSON: a string contains a control character or an invalid escape';
      throw syntaxError(this.positionAt(this.at), reason);
    }
  }

  private isEscaped(quote: number): boolean {
    let slashes = 0;
    while (this.text[quote - 1 - slashes] === '\\') slashes++;
    return slashes % 2 === 1;
  }

  private expect(character: string, expectation: string): void {
    if (this.text[this.at] !== character) throw this.unexpected(expectation);
    this.at++;
    this.skip();
  }

  private skip(): void {
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
  }

  private unexpected(expectation: string) {
    const token = this.at < this.text.length ? JSON.stringify(this.text[this.at]) : 'end of the document';
    return syntaxError(this.positionAt(this.at), `not JSON: unexpected ${token}; ${expectation}`);
  }
}

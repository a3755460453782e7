/** Splitter of JSON texts in parts: finds the items of a top-level array or `@graph` without parsing them. */
import { syntaxError } from '../document';

/** One item, with its first line and the number of line ends in it. */
export interface Item {
  readonly text: string;
  readonly line: number;
  readonly lines: number;
}

/** Maximum characters of one item, and of the members beside `@graph`. */
const MAX_ITEM = 64 << 20;
/** Characters that end or begin something outside strings. */
const STRUCTURE = /["{}[\],\n]/g;
const STRING_END = /["\\\n]/g;

export class ItemSplitter {
  /** Members of the top-level object before its `@graph`, each followed by a comma; mainly `@context`. */
  members = '';
  private text = '';
  private at = 0;
  private line = 1;
  private itemStart = -1;
  private itemLine = 1;
  private depth = 0;
  private isInString = false;
  /** Depth at which items stand: 1 in an array, 2 in `@graph`, 0 for objects one after the other. */
  private itemDepth: number | undefined;
  private isGraphOver = false;
  /** End of the first object, until it is known if another one follows: NDJSON-LD. */
  private firstEnd = -1;
  private firstLines = 0;

  /** Reads a part. @returns the items that are complete now @throws OwlgateError OntologySyntax */
  read(part: string): Item[] {
    this.text += part;
    const items: Item[] = [];
    while (this.step(items));
    const kept = this.itemStart < 0 ? this.at : this.itemStart;
    const isOpen = this.itemDepth === undefined;
    if (!isOpen) {
      this.text = this.text.slice(kept);
      this.at -= kept;
      if (this.itemStart >= 0) this.itemStart = 0;
    }
    if (this.text.length > MAX_ITEM) {
      const reason = `a value is longer than ${MAX_ITEM} characters; write the nodes as items of one @graph`;
      throw syntaxError({ line: this.line, column: 1 }, reason);
    }
    return items;
  }

  end(): Item[] {
    const items: Item[] = [];
    if (this.itemDepth === undefined && this.text.trim() !== '') {
      items.push({ text: this.text, line: 1, lines: this.line - 1 });
    } else if (this.itemStart >= 0 || this.depth > 0) {
      throw syntaxError({ line: this.line, column: 1 }, 'the document ends in the middle of a value');
    }
    return items;
  }

  /** Takes one step over the text. @returns false at its end */
  private step(items: Item[]): boolean {
    const { text } = this;
    const pattern = this.isInString ? STRING_END : STRUCTURE;
    pattern.lastIndex = this.at;
    const match = pattern.exec(text);
    if (!match) {
      this.at = text.length;
      return false;
    }
    const [character] = match;
    const { index } = match;
    if (character === '\\') {
      if (index + 1 >= text.length) {
        this.at = index;
        return false;
      }
      this.at = index + 2;
      return true;
    }
    this.at = index + 1;
    if (character === '\n') this.line++;
    else if (character === '"') this.quote();
    else if (character === '{' || character === '[') this.open(items, character, index);
    else if (character !== ',') this.close(items, index);
    return true;
  }

  private quote(): void {
    this.isInString = !this.isInString;
    if (!this.isGraphOver) return;
    const reason = 'a member follows @graph; write @context and all other members before it';
    throw syntaxError({ line: this.line, column: 1 }, reason);
  }

  private open(items: Item[], character: string, index: number): void {
    if (this.firstEnd >= 0) {
      this.itemDepth = 0;
      items.push({ text: this.text.slice(0, this.firstEnd), line: 1, lines: this.firstLines });
      this.firstEnd = -1;
    }
    if (this.depth === this.itemDepth && this.itemStart < 0) {
      this.itemStart = index;
      this.itemLine = this.line;
    }
    if (this.depth === 0 && this.itemDepth === undefined && character === '[') this.itemDepth = 1;
    else if (this.depth === 1 && this.itemDepth === undefined && character === '[') {
      const before = this.text.slice(0, index);
      const graph = /,?\s*"@graph"\s*:\s*$/.exec(before);
      if (graph) {
        const head = before.slice(before.indexOf('{') + 1, graph.index).trim();
        this.members = head === '' ? '' : `${head.replaceAll('\n', ' ')},`;
        this.itemDepth = 2;
      }
    }
    this.depth++;
  }

  private close(items: Item[], index: number): void {
    this.depth--;
    if (this.itemDepth === 2 && this.depth === 1) this.isGraphOver = true;
    if (this.depth === 0 && this.itemDepth === undefined) {
      this.firstEnd = index + 1;
      this.firstLines = this.line - 1;
    }
    if (this.depth !== this.itemDepth || this.itemStart < 0) return;
    const text = this.text.slice(this.itemStart, index + 1);
    items.push({ text, line: this.itemLine, lines: this.line - this.itemLine });
    this.itemStart = -1;
  }
}

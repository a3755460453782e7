/**
 * A table of a marked-up document → a line for each row, every value with the head of its column:
 * `Station: Ashby; Opened: 1874; Platforms: 3`. So a passage out of the middle of a long table reads as one of its beginning.
 *
 * - Heads are the rows in `thead`, or else rows of `th` alone; of several one under the other, `Platforms · Up`. They are lines of
 *   their own where no row follows them.
 * - `th` at the beginning of a row without heads are its name: `Opened: 1874`. A row of one cell over several columns stays as it
 *   is. Values without any head are apart by semicolons.
 * - A cell over several rows counts in each of them, one over several columns has the heads of all.
 * - Cells with tables or headings in them, and long ones in tables without heads, are there for the layout: blocks like any other.
 */
import { MOST_CHARACTERS, TextBuilder } from './text';

/** As HTML limits them (Living Standard, 4.9.11). */
const MOST_COLUMNS = 1_000;
const MOST_ROWS = 65_534;
/** Columns of one cell, and cells over several rows at once: each is looked at for each cell, or row. */
const MOST_OF_SPAN = 100;
/** Of what is written again and again; what is longer is no head, and stands in its first row alone. */
const MOST_REPEATED = 100;
/** Repeated characters of one value, and of one row. */
const MOST_OF_HEADS = 200;
const MOST_OF_CARRIED = 400;
/** Head rows under one another. */
const MOST_LEVELS = 4;
/** A longer row has several lines, which begin with its first value. */
const MOST_OF_LINE = 600;
/** Above which paragraphs of a table without heads are no values. */
const MOST_OF_VALUE = 400;

interface Cell {
  readonly isHead: boolean;
  /** `scope=row`. */
  readonly isOfRow: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly content: TextBuilder;
}

/** What stands in a row, from column to column. */
interface Entry {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
  readonly isHead: boolean;
  readonly isOfRow: boolean;
  /** Where it is no value, but a part of the document. */
  readonly block?: TextBuilder;
}

interface Carried {
  readonly text: string;
  readonly isHead: boolean;
  readonly columns: number;
  left: number;
}

export class TableReader {
  private cells: Cell[] = [];
  private inHead = false;
  /** Of each column, one under the other. */
  private heads: string[][] = [];
  /** Head rows since the last row of values. */
  private levels: string[][] = [];
  private hasValues = false;
  private readonly carried = new Map<number, Carried>();
  /** Of the cell that text goes to. */
  private open: TextBuilder | undefined;

  /** @param out where the table stands: of the document, or of a cell around it */
  constructor(private readonly out: TextBuilder) {
    out.endBlock();
  }

  /** Where text goes now. */
  get content(): TextBuilder {
    return this.open ?? this.out;
  }

  /** Nothing is repeated then: the document is refused anyway. */
  private get isTooLarge(): boolean {
    return this.out.size > MOST_CHARACTERS;
  }

  beginSection(name: string): void {
    this.endSection();
    this.inHead = name === 'thead';
  }

  endSection(): void {
    this.endRow();
    this.inHead = false;
    // No cell goes from one section into the next.
    this.carried.clear();
  }

  beginCell(name: string, attributes: Readonly<Record<string, string>>): void {
    this.open = new TextBuilder();
    this.cells.push({
      isHead: name === 'th',
      isOfRow: /^row/i.test(attributes['scope'] ?? ''),
      columns: span(attributes['colspan'], MOST_OF_SPAN) || 1,
      rows: span(attributes['rowspan'], MOST_ROWS) ?? 1,
      content: this.open,
    });
  }

  endCell(): void {
    this.open = undefined;
  }

  endRow(): void {
    this.open = undefined;
    const { cells } = this;
    this.cells = [];
    if (cells.length === 0) return;
    const entries = this.place(cells);
    const values = entries.filter(({ text, block }) => text !== '' || block);
    if (values.length === 0) return;
    if (values.length === 1 && (values[0]!.columns > 1 || (values[0]!.isHead && this.heads.length > 1))) {
      return this.write(values, false);
    }
    const isHeads = (this.inHead || entries.every(isOfHeads)) && values.every(canBeHead);
    if (isHeads) return this.readHeads(entries, values);
    this.levels = [];
    this.hasValues = true;
    this.write(values, true);
  }

  end(): void {
    this.endRow();
    this.tellHeads();
    this.out.endBlock();
  }

  /** The columns of a row's cells, with what stands in it from rows above. */
  private place(cells: readonly Cell[]): Entry[] {
    const entries: Entry[] = [];
    let column = 0;
    let repeated = 0;
    const carry = (): void => {
      for (let above = this.carried.get(column); above; above = this.carried.get(column)) {
        const { text, isHead, columns } = above;
        repeated += text.length;
        const isTold = repeated <= MOST_OF_CARRIED && !this.isTooLarge;
        entries.push({ column, columns, text: isTold ? text : '', isHead, isOfRow: false });
        if (--above.left === 0) this.carried.delete(column);
        column += columns;
      }
    };
    for (const { isHead, isOfRow, columns, rows, content } of cells) {
      carry();
      if (column >= MOST_COLUMNS) break;
      const block = this.isBlock(content) ? content : undefined;
      const text = block ? '' : valueOf(content);
      entries.push({ column, columns, text, isHead, isOfRow, ...(block && { block }) });
      if (rows !== 1 && this.carried.size < MOST_OF_SPAN) {
        const kept = text.length <= MOST_REPEATED ? text : '';
        this.carried.set(column, { text: kept, isHead, columns, left: rows === 0 ? Infinity : rows - 1 });
      }
      column += columns;
    }
    carry();
    // Where cells are missing in between.
    for (const below of [...this.carried.keys()].filter((each) => each > column).sort((a, b) => a - b)) {
      column = below;
      carry();
    }
    return entries;
  }

  private isBlock(content: TextBuilder): boolean {
    if (content.isStructured) return true;
    if (this.heads.length > 0 || this.inHead) return false;
    return content.size > MOST_OF_VALUE && content.hasBlocks;
  }

  private readHeads(entries: readonly Entry[], values: readonly Entry[]): void {
    if (this.levels.length === 0 || this.levels.length === MOST_LEVELS) {
      this.tellHeads();
      this.levels = [];
      this.heads = [];
      this.hasValues = false;
    }
    this.levels.push(values.map(({ text }) => text));
    for (const { column, columns, text } of entries) {
      if (text === '') continue;
      for (let at = column; at < Math.min(column + columns, MOST_COLUMNS); at++) {
        const above = (this.heads[at] ??= []);
        if (above.at(-1) !== text) above.push(text);
      }
    }
  }

  /** Heads that nothing stood under are there all the same. */
  private tellHeads(): void {
    if (this.hasValues) return;
    for (const level of this.levels) this.line(level.join('; '));
  }

  private write(values: readonly Entry[], withHeads: boolean): void {
    this.lines(withHeads ? this.items(values) : values.map(({ text }) => text));
    for (const { block } of values) {
      if (!block) continue;
      this.out.endBlock();
      this.out.append(block);
      this.out.endBlock();
    }
  }

  /** Values with their heads. */
  private items(values: readonly Entry[]): string[] {
    const items: string[] = [];
    let name = '';
    for (const { column, columns, text, isHead } of values) {
      if (text === '') continue;
      const head = this.headOf(column, columns);
      const isName = isHead && head === '' && items.length === 0 && text.length <= MOST_REPEATED;
      if (isName) name = name === '' ? text : `${name} · ${text}`;
      else items.push(head !== '' ? `${head}: ${text}` : name !== '' && items.length === 0 ? `${name}: ${text}` : text);
    }
    if (items.length === 0) return name === '' ? [] : [name];
    // A row's name stands for itself where its values have names of their own.
    return name !== '' && !items[0]!.startsWith(`${name}: `) ? [name, ...items] : items;
  }

  private headOf(column: number, columns: number): string {
    if (this.isTooLarge) return '';
    const names = new Set<string>();
    let length = 0;
    for (let at = column; at < Math.min(column + columns, this.heads.length) && length <= MOST_OF_HEADS; at++) {
      const name = this.heads[at]?.join(' · ') ?? '';
      if (name === '' || names.has(name)) continue;
      names.add(name);
      length += name.length;
    }
    return [...names].join(', ');
  }

  private lines(items: readonly string[]): void {
    const [first = ''] = items;
    const again = first.length <= MOST_REPEATED ? [first] : [];
    let line: string[] = [];
    let length = 0;
    for (const item of items) {
      if (line.length > again.length && length + item.length > MOST_OF_LINE) {
        this.line(line.join('; '));
        line = [...again];
        length = first.length;
      }
      line.push(item);
      length += item.length;
    }
    this.line(line.join('; '));
  }

  private line(text: string): void {
    if (text === '') return;
    this.out.endBlock();
    this.out.addRow(text);
    this.out.endBlock();
  }
}

/** The corner may be a bare cell. */
const isOfHeads = ({ isHead, isOfRow, text, block, column }: Entry): boolean =>
  (isHead && !isOfRow) || (text === '' && !block && column === 0);
const canBeHead = ({ text, block }: Entry): boolean => !block && text.length <= MOST_REPEATED;

/** What HTML reads as a number; undefined for none. */
function span(text: string | undefined, most: number): number | undefined {
  const digits = /^\s*\+?(\d+)/.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : Math.min(Number(digits), most);
}

/** A cell's text in one line; what stood under one another is apart by commas. */
const valueOf = (content: TextBuilder): string =>
  content
    .end()
    .text.replace(/([\p{L}\p{N})"'’”])\s*\n\s*/gu, '$1, ')
    .replace(/\s+/g, ' ')
    .trim();

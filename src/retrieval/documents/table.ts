/**
 * Tables of marked-up documents: one line per row, each value with the head of its column: `Station: Ashby; Opened:
 * 1874; Platforms: 3`. So a passage from the middle of a long table is understandable.
 *
 * - Heads are the rows in `thead`, or else rows of `th` only; several levels read `Platforms · Up`. Heads without rows
 *   become lines, and so do heads of columns without values.
 * - `th` at the beginning of a row without heads name the row: `Opened: 1874`. A row of one cell over several columns
 *   stays unchanged. Semicolons separate values without heads.
 * - A cell over several rows counts in each of them; a cell over several columns has all their heads.
 * - Cells with tables or headings, and long cells in tables without heads, serve layout: they are read as blocks.
 */
import { MAX_CHARACTERS, TextBuilder } from './text';

/** Limits of HTML (Living Standard, 4.9.11). */
const MAX_COLUMNS = 1_000;
const MAX_ROWS = 65_534;
/** Maximum columns of one cell, and maximum cells over several rows at once: each costs time per cell or row. */
const MAX_SPAN = 100;
/** Maximum characters of a repeated text. A longer text is not a head, and appears in its first row only. */
const MAX_REPEATED = 100;
/** Maximum repeated characters per value, and per row. */
const MAX_HEAD_CHARACTERS = 200;
const MAX_CARRIED_CHARACTERS = 400;
/** Maximum levels of heads. */
const MAX_LEVELS = 4;
/** Maximum characters of a line. A longer row has several lines, each with the row's first value. */
const MAX_LINE_CHARACTERS = 600;
/** Maximum characters of a cell with paragraphs that counts as a value in a table without heads. */
const MAX_VALUE_CHARACTERS = 400;

interface Cell {
  readonly isHead: boolean;
  /** True for `scope=row` and `scope=rowgroup`. */
  readonly isOfRow: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly content: TextBuilder;
}

/** Cell of a row at its column. */
interface Entry {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
  readonly isHead: boolean;
  readonly isOfRow: boolean;
  /** Content of a layout cell. */
  readonly block?: TextBuilder;
}

/** Cell that continues in the following rows. */
interface SpanningCell {
  readonly text: string;
  readonly isHead: boolean;
  readonly columns: number;
  left: number;
}

export class TableReader {
  private cells: Cell[] = [];
  private inHead = false;
  /** Heads of each column, from top to bottom. */
  private heads: string[][] = [];
  /** Head rows since the last row of values. */
  private levels: string[][] = [];
  private hasValues = false;
  /** Heads that no value had yet. */
  private readonly unusedHeads = new Set<string>();
  private readonly spanning = new Map<number, SpanningCell>();
  /** Content of the open cell. */
  private open: TextBuilder | undefined;

  /** @param out builder of the document or of the enclosing cell */
  constructor(private readonly out: TextBuilder) {
    out.endBlock();
  }

  /** Builder that receives text. */
  get content(): TextBuilder {
    return this.open ?? this.out;
  }

  /** True beyond the maximum size: the document will be refused, so nothing is repeated any more. */
  private get isTooLarge(): boolean {
    return this.out.size > MAX_CHARACTERS;
  }

  beginSection(name: string): void {
    this.endSection();
    this.inHead = name === 'thead';
  }

  endSection(): void {
    this.endRow();
    this.inHead = false;
    // A cell never spans sections.
    this.spanning.clear();
  }

  beginCell(name: string, attributes: Readonly<Record<string, string>>): void {
    this.open = new TextBuilder();
    this.cells.push({
      isHead: name === 'th',
      isOfRow: /^row/i.test(attributes['scope'] ?? ''),
      columns: span(attributes['colspan'], MAX_SPAN) || 1,
      rows: span(attributes['rowspan'], MAX_ROWS) ?? 1,
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
    this.writeHeads();
    this.out.endBlock();
  }

  /** Places the cells of a row into columns, with cells that continue from the rows above. */
  private place(cells: readonly Cell[]): Entry[] {
    const entries: Entry[] = [];
    let column = 0;
    let repeated = 0;
    const carry = (): void => {
      for (let above = this.spanning.get(column); above; above = this.spanning.get(column)) {
        const { text, isHead, columns } = above;
        repeated += text.length;
        const isRepeated = repeated <= MAX_CARRIED_CHARACTERS && !this.isTooLarge;
        entries.push({ column, columns, text: isRepeated ? text : '', isHead, isOfRow: false });
        if (--above.left === 0) this.spanning.delete(column);
        column += columns;
      }
    };
    for (const { isHead, isOfRow, columns, rows, content } of cells) {
      carry();
      if (column >= MAX_COLUMNS) break;
      const block = this.isBlock(content) ? content : undefined;
      const text = block ? '' : valueOf(content);
      entries.push({ column, columns, text, isHead, isOfRow, ...(block && { block }) });
      if (rows !== 1 && this.spanning.size < MAX_SPAN) {
        const repeatedText = text.length <= MAX_REPEATED ? text : '';
        this.spanning.set(column, { text: repeatedText, isHead, columns, left: rows === 0 ? Infinity : rows - 1 });
      }
      column += columns;
    }
    carry();
    // Continued cells after the last cell of a short row.
    for (const below of [...this.spanning.keys()].filter((each) => each > column).sort((a, b) => a - b)) {
      column = below;
      carry();
    }
    return entries;
  }

  private isBlock(content: TextBuilder): boolean {
    if (content.isStructured) return true;
    if (this.heads.length > 0 || this.inHead) return false;
    return content.size > MAX_VALUE_CHARACTERS && content.hasBlocks;
  }

  private readHeads(entries: readonly Entry[], values: readonly Entry[]): void {
    if (this.levels.length === 0 || this.levels.length === MAX_LEVELS) {
      this.writeHeads();
      this.levels = [];
      this.heads = [];
      this.hasValues = false;
    }
    this.levels.push(values.map(({ text }) => text));
    for (const { column, columns, text } of entries) {
      if (text === '') continue;
      this.unusedHeads.add(text);
      for (let at = column; at < Math.min(column + columns, MAX_COLUMNS); at++) {
        const above = (this.heads[at] ??= []);
        if (above.at(-1) !== text) above.push(text);
      }
    }
  }

  /** Writes heads without rows of values, or without values in their columns. */
  private writeHeads(): void {
    if (this.hasValues) this.lines([...this.unusedHeads]);
    else for (const level of this.levels) this.line(level.join('; '));
    this.unusedHeads.clear();
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

  /** Returns values with their heads. */
  private items(values: readonly Entry[]): string[] {
    const items: string[] = [];
    let name = '';
    for (const { column, columns, text, isHead } of values) {
      if (text === '') continue;
      const head = this.headOf(column, columns);
      const isName = isHead && head === '' && items.length === 0 && text.length <= MAX_REPEATED;
      if (isName) name = name === '' ? text : `${name} · ${text}`;
      else items.push(head !== '' ? `${head}: ${text}` : name !== '' && items.length === 0 ? `${name}: ${text}` : text);
    }
    if (items.length === 0) return name === '' ? [] : [name];
    // If the values have heads, the row's name is an item of its own.
    return name !== '' && !items[0]!.startsWith(`${name}: `) ? [name, ...items] : items;
  }

  private headOf(column: number, columns: number): string {
    if (this.isTooLarge) return '';
    const names = new Set<string>();
    let length = 0;
    for (let at = column; at < Math.min(column + columns, this.heads.length) && length <= MAX_HEAD_CHARACTERS; at++) {
      const name = this.heads[at]?.join(' · ') ?? '';
      if (name === '' || names.has(name)) continue;
      names.add(name);
      length += name.length;
      for (const head of this.heads[at]!) this.unusedHeads.delete(head);
    }
    return [...names].join(', ');
  }

  private lines(items: readonly string[]): void {
    const [first = ''] = items;
    const repeated = first.length <= MAX_REPEATED ? [first] : [];
    let line: string[] = [];
    let length = 0;
    for (const item of items) {
      if (line.length > repeated.length && length + item.length > MAX_LINE_CHARACTERS) {
        this.line(line.join('; '));
        line = [...repeated];
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

/** True for cells that a row of heads may have; the corner may be an empty `td`. */
const isOfHeads = ({ isHead, isOfRow, text, block, column }: Entry): boolean =>
  (isHead && !isOfRow) || (text === '' && !block && column === 0);
const canBeHead = ({ text, block }: Entry): boolean => !block && text.length <= MAX_REPEATED;

/** Parses a span as HTML does; undefined without a number. */
function span(text: string | undefined, max: number): number | undefined {
  const digits = /^\s*\+?(\d+)/.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : Math.min(Number(digits), max);
}

/** Returns a cell's text in one line; commas separate its lines. */
const valueOf = (content: TextBuilder): string =>
  content
    .end()
    .text.replace(/([\p{L}\p{N})"'’”])\s*\n\s*/gu, '$1, ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Tables of PDF pages. A file does not mark them: they are lines that share gaps, of which the cells are short. Texts of
 * one cell may be drawn before or after those beside it.
 */
import type { Stretch } from './pdf-items';
import type { TableReader } from './table';

interface Column {
  readonly from: number;
  readonly to: number;
}

export interface PdfTable {
  readonly columns: readonly Column[];
  /** Texts of heads; undefined if the first row does not differ from the others. */
  readonly heads: readonly string[] | undefined;
  /** Texts of cells; '' for an empty one. */
  readonly rows: readonly (readonly string[])[];
}

/** Minimum width of a gap between columns, and maximum vertical shift within a row, in line heights. */
const MIN_GAP = 0.8;
const MAX_SHIFT = 0.7;
/** Maximum distance of two lines that are drawn one after the other, of two lines of a table, and of two of a cell. */
const MAX_STEP = 15;
const MAX_DISTANCE = 4;
const MAX_LEADING = 1.45;
/** Distance of two rows with lines between them, in distances of these lines. */
const MIN_ROW_DISTANCE = 1.25;
const MIN_ROWS = 3;
/** Maximum lines under a table that are tried as lines of it. */
const MAX_AFTER = 8;
/** Maximum lines of a table, and characters of a cell in the middle of all. */
const MAX_LINES = 500;
const MAX_CELL = 60;
/** Minimum share of rows with two cells and more. */
const MIN_FULL = 0.6;
/** Minimum share of a column's values that have digits, where the head has none. */
const MIN_NUMBERS = 0.8;
/** First cells of a list. */
const ITEM = /^(?:[•◦▪‣∙·*–—-]|\(?(?:\d+|[a-z]|[ivxlc]+)[.)]|(?:\d+\.)+\d*)$/i;

/**
 * Reads a table that begins at a line.
 *
 * @param lines stretches of each line, in drawing order
 * @returns the table with the number of its lines; undefined if there is none
 */
export function tableAt(
  lines: readonly (readonly Stretch[])[],
  at: number,
): { readonly table: PdfTable; readonly count: number } | undefined {
  if ((lines[at]?.length ?? 0) < 2) return undefined;
  const most = countLines(lines, at);
  // Lines under a table may begin where its first column does.
  for (let count = most; count >= MIN_ROWS && count > most - MAX_AFTER; count--) {
    const rows = rowsOf(lines.slice(at, at + count).flat());
    if (!rows || filled(rows.cells.at(-1)!) < 2) continue;
    const table = tableOf(rows.cells, rows.columns);
    return table && { table, count };
  }
  return undefined;
}

/** Counts lines that leave a gap free which all lines before them leave free, and that are near to them. */
function countLines(lines: readonly (readonly Stretch[])[], at: number): number {
  let covered: Column[] = [];
  let lowest = Infinity;
  let highest = -Infinity;
  let count = 0;
  for (; at + count < lines.length && count < MAX_LINES; count++) {
    const line = lines[at + count]!;
    if (line.length === 0) continue;
    const { y, height } = line[0]!;
    const isNear = count === 0 || (y < highest + MAX_DISTANCE * height && y > lowest - MAX_STEP * height);
    const isBeside = count > 0 && line.length === 1 && !covered.some((column) => overlaps(column, line[0]!));
    if (!isNear || isBeside) break;
    const widened = merged([...covered, ...line], MIN_GAP * height);
    if (widened.length < 2) break;
    covered = widened;
    lowest = Math.min(lowest, y);
    // Text above the first line, such as that of the next column of a page, is no part of it.
    if (count === 0) highest = y;
  }
  return count;
}

const overlaps = (one: Column, other: Column): boolean => one.from < other.to && other.from < one.to;

/** Joins ranges with less than a gap between them. */
function merged(ranges: readonly Column[], gap: number): Column[] {
  const out: { from: number; to: number }[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last && from - last.to < gap) last.to = Math.max(last.to, to);
    else out.push({ from, to });
  }
  return out;
}

/** Stretches by column. */
type Cells = readonly (readonly Stretch[])[];

const filled = (cells: Cells): number => cells.filter((cell) => cell.length > 0).length;

function rowsOf(
  stretches: readonly Stretch[],
): { readonly columns: readonly Column[]; readonly cells: Cells[] } | undefined {
  if (stretches.length === 0) return undefined;
  const height = Math.max(...stretches.map((stretch) => stretch.height));
  const columns = merged(stretches, MIN_GAP * height);
  if (columns.length < 2) return undefined;
  const lines: Stretch[][] = [];
  for (const stretch of [...stretches].sort((a, b) => b.y - a.y)) {
    const line = lines.at(-1);
    if (line && line[0]!.y - stretch.y < MAX_SHIFT * height) line.push(stretch);
    else lines.push([stretch]);
  }
  if (lines.some((line, i) => i > 0 && lines[i - 1]![0]!.y - line[0]!.y > MAX_DISTANCE * height)) return undefined;
  const cellsOf = (texts: readonly Stretch[]): Cells =>
    columns.map((column) =>
      texts.filter((stretch) => overlaps(column, stretch)).sort((a, b) => b.y - a.y || a.from - b.from),
    );
  const cells = grouped(lines, lines.map(cellsOf), height).map((group) => cellsOf(group.flat()));
  return { columns, cells };
}

/** Returns the lines of each row: cells may have several. */
function grouped(lines: readonly (readonly Stretch[])[], cells: readonly Cells[], height: number): Stretch[][][] {
  const isFull = (i: number): boolean => filled(cells[i]!) > cells[i]!.length / 2;
  const distances = lines.slice(1).map((line, i) => lines[i]![0]!.y - line[0]!.y);
  const least = Math.min(...distances);
  if (least <= MAX_LEADING * height) {
    const byDistance = split(lines, (i) => distances[i - 1]! > MIN_ROW_DISTANCE * least);
    let at = 0;
    // Lines as near as this may be rows themselves.
    const areRows = byDistance.some((group) => group.filter(() => isFull(at++)).length > 1);
    if (!areRows) return byDistance;
  }
  // A line that continues cells leaves the first column empty, and most of the others.
  return split(lines, (i) => cells[i]![0]!.length > 0 || isFull(i) || distances[i - 1]! > MAX_LEADING * height);
}

function split(lines: readonly (readonly Stretch[])[], isFirst: (i: number) => boolean): Stretch[][][] {
  const groups: Stretch[][][] = [];
  for (const [i, line] of lines.entries()) {
    if (i === 0 || isFirst(i)) groups.push([]);
    groups.at(-1)!.push([...line]);
  }
  return groups;
}

function tableOf(rows: readonly Cells[], columns: readonly Column[]): PdfTable | undefined {
  if (rows.length < MIN_ROWS) return undefined;
  if (rows.filter((row) => filled(row) > 1).length < MIN_FULL * rows.length) return undefined;
  const texts = rows.map((row) => row.map(textOf));
  const lengths = texts.flat().flatMap((text) => (text === '' ? [] : [text.length]));
  if (lengths.sort((a, b) => a - b)[lengths.length >> 1]! > MAX_CELL) return undefined;
  if (columns.length === 2 && texts.every(([first = '']) => first === '' || ITEM.test(first))) return undefined;
  const hasHeads = areHeads(texts) && (areBold(rows) || precedeNumbers(texts));
  return { columns, heads: hasHeads ? texts[0] : undefined, rows: hasHeads ? texts.slice(1) : texts };
}

const textOf = (cell: readonly Stretch[]): string =>
  cell
    .map(({ text }) => text.trim())
    .join('\n')
    .replace(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, '$1')
    .replace(/\s+/g, ' ');

/** True if the first row may have heads; only the corner may be empty. */
const areHeads = ([first = []]: readonly (readonly string[])[]): boolean =>
  first.every((text, i) => (text === '' ? i === 0 : text.length <= MAX_CELL && /\p{L}/u.test(text)));

function areBold([first = [], ...others]: readonly Cells[]): boolean {
  const texts = others.flat(2);
  return first.flat().every(({ isBold }) => isBold) && texts.filter(({ isBold }) => isBold).length < texts.length / 2;
}

/**
 * True if a column has numbers under a head without digits. A list of properties has different ones in its second
 * column: the numbers of two columns must be alike.
 */
function precedeNumbers([first = [], ...rows]: readonly (readonly string[])[]): boolean {
  return first.some((head, i) => {
    if (head === '' || /\d/.test(head)) return false;
    const values = rows.flatMap((row) => row[i] || []);
    const numbers = values.filter((value) => /\d/.test(value));
    if (numbers.length < 2 || numbers.length < MIN_NUMBERS * values.length) return false;
    return first.length > 2 || new Set(values.map((value) => value.replace(/\d+(?:[.,:]\d+)*/g, '9'))).size === 1;
  });
}

/** True if one table continues another on the next page: without heads, in the same columns. */
export const continues = (table: PdfTable, before: PdfTable): boolean =>
  table.heads === undefined &&
  table.columns.length === before.columns.length &&
  table.columns.every((column, i) => overlaps(column, before.columns[i]!));

/** Gives a table to a reader. */
export function writeTable({ heads, rows }: PdfTable, reader: TableReader): void {
  const write = (name: 'th' | 'td', text: string, columns = 1): void => {
    reader.beginCell(name, { colspan: String(columns) });
    reader.content.add(text);
    reader.endCell();
  };
  if (heads) for (const head of heads) write('th', head);
  reader.endRow();
  for (const row of rows) {
    const values = row.filter((text) => text !== '');
    // A row of one text names those below it.
    if (values.length === 1) write('td', values[0]!, row.length);
    else for (const text of row) write('td', text);
    reader.endRow();
  }
  reader.end();
}

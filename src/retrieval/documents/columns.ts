/**
 * Text of a PDF page, column by column. A file has its text in drawing order: most programs draw column after column,
 * some draw line by line across all columns.
 *
 * Consecutive lines form columns if at least four of them share a gap, with running text on both sides. Running text is
 * long, and as wide as its column. So tables, lists aligned by tabs and tables of contents stay in rows.
 */

/** Text drawn at one place; lengths in points, from the bottom left of the page. */
export interface PageItem {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** True if a line ends after the item. */
  readonly endsLine: boolean;
  /** True if the text does not run from left to right. */
  readonly isTurned: boolean;
  readonly isBold: boolean;
}

/** Font of a line: its height, and true if all its words are bold. */
export interface LineFont {
  readonly height: number;
  readonly isBold: boolean;
}

/** Part of a line without wide gaps. */
interface Stretch extends LineFont {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface Line {
  readonly stretches: readonly Stretch[];
  /** Text in drawing order. */
  readonly text: string;
  readonly y: number;
  readonly height: number;
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Minimum width of a gap in line heights: wider than between words, narrower than between columns. */
const MIN_GAP = 0.8;
/** Maximum vertical shift within a line, in line heights. */
const MAX_SHIFT = 0.7;
const MIN_LINES = 4;
/** Maximum lines of a run and stretches of a line; real pages have fewer. */
const MAX_LINES = 500;
const MAX_STRETCHES = 50;
/** Minimum average characters of a stretch of running text. */
const MIN_CHARACTERS = 20;
/** Minimum share of the column's width that the median stretch fills. */
const MIN_FILL = 0.55;
/** Number of a heading, at a distance from its words. */
const NUMBERING = /^(?:(?:\d+|[A-Z])(?:\.\d+)*\.?|[IVXLC]+\.?)$/;

/** Characters around a heading in the text of a page. */
export const HEADING_START = '\u0001';
export const HEADING_END = '\u0002';

/**
 * Returns the text of a page, with marks around headings. Neighbouring lines of one font are one heading.
 *
 * @param items texts without the marks
 * @param isHeading tells if a line alone, or alone in its column, is a heading
 */
export function pageText(
  items: readonly PageItem[],
  isHeading: (text: string, font: LineFont) => boolean = () => false,
): string {
  if (items.some(({ isTurned, text }) => isTurned && text.trim() !== '')) return items.map(drawn).join('');
  const lines = linesOf(items);
  let text = '';
  let heading: LineFont | undefined;
  const add = (line: string, font: LineFont | undefined): void => {
    const words = line.trim();
    const isMarked = font !== undefined && words !== '' && isHeading(words, font);
    const continues = isMarked && heading?.isBold === font.isBold && Math.abs(heading.height - font.height) < 0.1;
    if (continues) text = `${text.slice(0, -HEADING_END.length - 1)} ${words}${HEADING_END}\n`;
    else text += isMarked ? `${HEADING_START}${words}${HEADING_END}\n` : line;
    if (words !== '') heading = isMarked ? font : undefined;
  };
  for (let at = 0; at < lines.length;) {
    const { count, gaps } = runFrom(lines, at);
    const run = lines.slice(at, at + Math.max(1, count));
    const columns = gaps.length > 0 ? columnsOf(run, gaps) : [];
    const isText = columns.length > 1 && columns.every(isRunningText);
    // Columns may start at the next line.
    const consumed = isText ? run : run.slice(0, 1);
    if (isText) for (const stretch of columns.flat()) add(`${stretch.text}\n`, stretch);
    else add(consumed[0]!.text, fontOf(consumed[0]!.stretches));
    at += consumed.length;
  }
  return text;
}

/** Returns the font of a line that is one stretch, after its number if it has one. */
function fontOf(stretches: readonly Stretch[]): LineFont | undefined {
  const isNumbered = stretches.length === 2 && NUMBERING.test(stretches[0]!.text.trim());
  return stretches.length === 1 || isNumbered ? together(stretches) : undefined;
}

const together = (fonts: readonly LineFont[]): LineFont => ({
  height: Math.max(...fonts.map(({ height }) => height)),
  isBold: fonts.every(({ isBold }) => isBold),
});

const drawn = ({ text, endsLine }: PageItem): string => (endsLine ? `${text}\n` : text);

/** Returns lines in drawing order. Items side by side may be shifted a little vertically. */
function linesOf(items: readonly PageItem[]): Line[] {
  const lines: Line[] = [];
  let open: PageItem[] = [];
  const close = (): void => {
    if (open.length === 0) return;
    const line = lineOf(open);
    open = [];
    const above = lines.at(-1);
    const isBeside =
      above !== undefined &&
      above.stretches.length > 0 &&
      line.stretches.length > 0 &&
      Math.abs(above.y - line.y) < MAX_SHIFT * line.height &&
      line.stretches[0]!.from - above.stretches.at(-1)!.to >= MIN_GAP * line.height;
    if (!isBeside) return void lines.push(line);
    const { y, height } = above;
    lines[lines.length - 1] = {
      stretches: [...above.stretches, ...line.stretches],
      text: above.text + line.text,
      y,
      height,
    };
  };
  for (const item of items) {
    const last = open.at(-1);
    if (last && isBelow(item, last)) {
      open[open.length - 1] = { ...last, endsLine: true };
      close();
    }
    open.push(item);
    if (item.endsLine) close();
  }
  close();
  return lines;
}

/** True for the beginning of a line under large type: the library sees no end of line there. */
const isBelow = (item: PageItem, last: PageItem): boolean =>
  item.text.trim() !== '' &&
  last.text.trim() !== '' &&
  item.x < last.x + last.width &&
  last.y - item.y > MAX_SHIFT * Math.min(item.height, last.height);

function lineOf(items: readonly PageItem[]): Line {
  const words = items.filter(({ text }) => text.trim() !== '');
  const height = Math.max(1, ...words.map((item) => item.height));
  const stretches: { text: string; from: number; to: number; height: number; isBold: boolean }[] = [];
  let isSpaced = false;
  for (const item of items) {
    const isWord = item.text.trim() !== '';
    const last = stretches.at(-1);
    if (isWord && last && item.x >= last.from && item.x - last.to < MIN_GAP * height) {
      last.text += (isSpaced ? ' ' : '') + item.text;
      last.to = Math.max(last.to, item.x + item.width);
      Object.assign(last, together([last, item]));
    } else if (isWord) {
      const { text, x, width, isBold } = item;
      stretches.push({ text, from: x, to: x + width, height: item.height, isBold });
    }
    isSpaced = !isWord && item.text !== '';
  }
  return { stretches, text: items.map(drawn).join(''), y: words[0]?.y ?? 0, height };
}

/** Returns the number of lines from `at` on that share gaps, and those gaps. */
function runFrom(lines: readonly Line[], at: number): { readonly count: number; readonly gaps: readonly Gap[] } {
  const first = lines[at]!;
  let gaps: readonly Gap[] = first.stretches
    .slice(1)
    .map(({ from }, i): Gap => ({ from: first.stretches[i]!.to, to: from }));
  if (gaps.length === 0 || gaps.length >= MAX_STRETCHES) return { count: 1, gaps: [] };
  let count = 1;
  for (let above = first; at + count < lines.length && count < MAX_LINES; count++) {
    const line = lines[at + count]!;
    if (line.stretches.length > 0) {
      if (line.y >= above.y || line.stretches.length > MAX_STRETCHES) break;
      const common = gaps
        .map((gap) => narrowed(gap, line.stretches))
        .filter(({ from, to }) => to - from >= MIN_GAP * line.height);
      if (common.length === 0) break;
      gaps = common;
      above = line;
    }
  }
  return { count, gaps };
}

/** Returns the part of a gap that the stretches of a line leave free. */
function narrowed(gap: Gap, stretches: readonly Stretch[]): Gap {
  const middle = (gap.from + gap.to) / 2;
  let { from, to } = gap;
  for (const stretch of stretches) {
    if (stretch.to <= middle) from = Math.max(from, stretch.to);
    else if (stretch.from >= middle) to = Math.min(to, stretch.from);
    else return { from, to: from };
  }
  return { from, to };
}

/** Returns the stretches of each column from top to bottom; joins stretches of one line. */
function columnsOf(run: readonly Line[], gaps: readonly Gap[]): Stretch[][] {
  const columns: Stretch[][] = Array.from({ length: gaps.length + 1 }, () => []);
  for (const { stretches } of run) {
    const parts = columns.map((_, column) =>
      stretches.filter(({ from }) => gaps.filter((gap) => gap.to <= from).length === column),
    );
    for (const [column, part] of parts.entries()) {
      if (part.length === 0) continue;
      const text = part.map((each) => each.text).join(' ');
      columns[column]!.push({ text, from: part[0]!.from, to: part.at(-1)!.to, ...together(part) });
    }
  }
  return columns;
}

function isRunningText(column: readonly Stretch[]): boolean {
  if (column.length < MIN_LINES) return false;
  const width = Math.max(...column.map(({ to }) => to)) - Math.min(...column.map(({ from }) => from));
  const middle = column.map(({ from, to }) => to - from).sort((a, b) => a - b)[column.length >> 1]!;
  const characters = column.reduce((sum, { text }) => sum + text.length, 0) / column.length;
  return characters >= MIN_CHARACTERS && middle >= MIN_FILL * width;
}

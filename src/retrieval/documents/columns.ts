/**
 * Text of a PDF page, column by column. A file has its text in drawing order: most programs draw column after column,
 * some draw line by line across all columns.
 *
 * Consecutive lines form columns if at least four of them share a gap, with running text on both sides. Running text is
 * long, and as wide as its column. Tables, lists aligned by tabs and tables of contents are read in rows.
 */
import { isContinued } from './pdf-headings';
import type { LineFont, PageItem, Stretch } from './pdf-items';
import { tableAt, type PdfTable } from './pdf-tables';

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

/** Part of a page. */
type PagePart =
  { readonly kind: 'text' | 'heading'; readonly text: string } | { readonly kind: 'table'; readonly table: PdfTable };

/**
 * Returns the parts of a page in order. Lines of one font are one heading if the second continues the first.
 *
 * @param isHeading tells if a line alone, or alone in its column, is a heading
 */
export function pageParts(
  items: readonly PageItem[],
  isHeading: (text: string, font: LineFont) => boolean = () => false,
): PagePart[] {
  if (items.some(({ isTurned, text }) => isTurned && text.trim() !== ''))
    return [{ kind: 'text', text: items.map(drawn).join('') }];
  const lines = linesOf(items);
  const stretches = lines.map((line) => line.stretches);
  const width = widthOf(stretches.flat());
  const parts: PagePart[] = [];
  let heading: Stretch | undefined;
  let tries = MAX_TRIES;
  const add = (line: string, whole: Stretch | undefined): void => {
    const words = line.trim();
    const last = parts.at(-1);
    const before = heading;
    if (words !== '') heading = whole && isHeading(words, whole) ? whole : undefined;
    const [kind, text] = heading && words !== '' ? (['heading', words] as const) : (['text', line] as const);
    if (kind === 'text' && last?.kind === 'text') parts[parts.length - 1] = { kind, text: last.text + text };
    else if (kind === 'heading' && last?.kind === 'heading' && before && isContinued(before, heading!, width))
      parts[parts.length - 1] = { kind, text: `${last.text} ${text}` };
    else if (kind === 'heading' || words !== '') parts.push({ kind, text });
  };
  for (let at = 0; at < lines.length;) {
    const { count, gaps } = runFrom(lines, at);
    const run = lines.slice(at, at + Math.max(1, count));
    const columns = gaps.length > 0 ? columnsOf(run, gaps) : [];
    const isText = columns.length > 1 && columns.every(isRunningText);
    const found = isText || count < 2 || tries-- <= 0 ? undefined : tableAt(stretches, at);
    // Columns may start at the next line.
    const consumed = isText ? run : run.slice(0, 1);
    if (found) parts.push({ kind: 'table', table: found.table });
    else if (isText) for (const stretch of columns.flat()) add(`${stretch.text}\n`, stretch);
    else add(consumed[0]!.text, wholeOf(consumed[0]!.stretches));
    if (found) heading = undefined;
    at += found?.count ?? consumed.length;
  }
  return parts;
}

const widthOf = (stretches: readonly Stretch[]): number =>
  Math.max(0, ...stretches.map(({ to }) => to)) - Math.min(Infinity, ...stretches.map(({ from }) => from));

/** Maximum lines of a page at which a table is looked for; real pages have fewer. */
const MAX_TRIES = 200;
/** Returns a line that is one stretch, with its number if it has one. */
function wholeOf(stretches: readonly Stretch[]): Stretch | undefined {
  const isNumbered = stretches.length === 2 && NUMBERING.test(stretches[0]!.text.trim());
  return stretches.length === 1 || isNumbered ? joined(stretches) : undefined;
}

const joined = (stretches: readonly Stretch[]): Stretch => ({
  text: stretches.map(({ text }) => text).join(' '),
  from: stretches[0]!.from,
  to: stretches.at(-1)!.to,
  y: stretches[0]!.y,
  ...together(stretches),
});

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
  const stretches: { -readonly [Key in keyof Stretch]: Stretch[Key] }[] = [];
  let isSpaced = false;
  for (const item of items) {
    const isWord = item.text.trim() !== '';
    const last = stretches.at(-1);
    if (isWord && last && item.x >= last.from && item.x - last.to < MIN_GAP * height) {
      last.text += (isSpaced ? ' ' : '') + item.text;
      last.to = Math.max(last.to, item.x + item.width);
      Object.assign(last, together([last, item]));
    } else if (isWord) {
      const { text, x, y, width, isBold } = item;
      stretches.push({ text, from: x, to: x + width, y, height: item.height, isBold });
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
      columns[column]!.push(joined(part));
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

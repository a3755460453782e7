/**
 * A page of a PDF → its text, column by column. A file has its text in the order in which it was drawn: most programs draw a
 * column after the other, some draw line by line across all of them.
 *
 * Lines one below the other are columns where the same stretch of white goes through at least four of them, and where what
 * stands on each side of it is running text: long, and as wide as its column. So tables, lists that are aligned by tabs and
 * tables of contents stay as they are, row by row.
 */

/** What is drawn at one place; lengths in points, from the bottom left of the page. */
export interface PageItem {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** A line ends behind it. */
  readonly endsLine: boolean;
  /** It is not written from left to right. */
  readonly isTurned: boolean;
}

/** A stretch of a line without wide gaps in it. */
interface Stretch {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface Line {
  readonly stretches: readonly Stretch[];
  /** As it was drawn. */
  readonly text: string;
  readonly y: number;
  readonly height: number;
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Of a gap, in heights of a line: more than between words, less than between columns. */
const LEAST_GAP = 0.8;
/** Within the same line, in heights. */
const MOST_SHIFT = 0.7;
const LEAST_LINES = 4;
/** That are looked at together, and stretches of a line: pages that people read have fewer. */
const MOST_LINES = 500;
const MOST_STRETCHES = 50;
/** Characters of a stretch, on average. */
const LEAST_CHARACTERS = 20;
/** Of the width of a column that the middle one of its stretches takes. */
const LEAST_FILL = 0.55;

export function pageText(items: readonly PageItem[]): string {
  if (items.some(({ isTurned, text }) => isTurned && text.trim() !== '')) return items.map(drawn).join('');
  const lines = linesOf(items);
  let text = '';
  for (let at = 0; at < lines.length;) {
    const { count, gaps } = runFrom(lines, at);
    const run = lines.slice(at, at + Math.max(1, count));
    const columns = gaps.length > 0 ? columnsOf(run, gaps) : [];
    const isText = columns.length > 1 && columns.every(isRunningText);
    // What is no columns from here may be some from the next line on.
    const told = isText ? run : run.slice(0, 1);
    if (isText) text += columns.flatMap((column) => column.map((each) => `${each.text}\n`)).join('');
    else text += told[0]!.text;
    at += told.length;
  }
  return text;
}

const drawn = ({ text, endsLine }: PageItem): string => (endsLine ? `${text}\n` : text);

/** Lines in the order in which they are drawn; what is drawn beside one another may be shifted a little. */
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
      Math.abs(above.y - line.y) < MOST_SHIFT * line.height &&
      line.stretches[0]!.from - above.stretches.at(-1)!.to >= LEAST_GAP * line.height;
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
    open.push(item);
    if (item.endsLine) close();
  }
  close();
  return lines;
}

function lineOf(items: readonly PageItem[]): Line {
  const words = items.filter(({ text }) => text.trim() !== '');
  const height = Math.max(1, ...words.map((item) => item.height));
  const stretches: { text: string; from: number; to: number }[] = [];
  let isSpaced = false;
  for (const item of items) {
    const isWord = item.text.trim() !== '';
    const last = stretches.at(-1);
    if (isWord && last && item.x >= last.from && item.x - last.to < LEAST_GAP * height) {
      last.text += (isSpaced ? ' ' : '') + item.text;
      last.to = Math.max(last.to, item.x + item.width);
    } else if (isWord) stretches.push({ text: item.text, from: item.x, to: item.x + item.width });
    isSpaced = !isWord && item.text !== '';
  }
  return { stretches, text: items.map(drawn).join(''), y: words[0]?.y ?? 0, height };
}

/** How many lines from one on have gaps in common, and those gaps. */
function runFrom(lines: readonly Line[], at: number): { readonly count: number; readonly gaps: readonly Gap[] } {
  const first = lines[at]!;
  let gaps: readonly Gap[] = first.stretches
    .slice(1)
    .map(({ from }, i): Gap => ({ from: first.stretches[i]!.to, to: from }));
  if (gaps.length === 0 || gaps.length >= MOST_STRETCHES) return { count: 1, gaps: [] };
  let count = 1;
  for (let above = first; at + count < lines.length && count < MOST_LINES; count++) {
    const line = lines[at + count]!;
    if (line.stretches.length > 0) {
      if (line.y >= above.y || line.stretches.length > MOST_STRETCHES) break;
      const common = gaps
        .map((gap) => narrowed(gap, line.stretches))
        .filter(({ from, to }) => to - from >= LEAST_GAP * line.height);
      if (common.length === 0) break;
      gaps = common;
      above = line;
    }
  }
  return { count, gaps };
}

/** What of a gap the stretches of a line leave white. */
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

/** The stretches of each column, from top to bottom; those of one line are put together. */
function columnsOf(run: readonly Line[], gaps: readonly Gap[]): Stretch[][] {
  const columns: Stretch[][] = Array.from({ length: gaps.length + 1 }, () => []);
  for (const { stretches } of run) {
    const parts = columns.map((_, column) =>
      stretches.filter(({ from }) => gaps.filter((gap) => gap.to <= from).length === column),
    );
    for (const [column, part] of parts.entries()) {
      if (part.length === 0) continue;
      const text = part.map((each) => each.text).join(' ');
      columns[column]!.push({ text, from: part[0]!.from, to: part.at(-1)!.to });
    }
  }
  return columns;
}

function isRunningText(column: readonly Stretch[]): boolean {
  if (column.length < LEAST_LINES) return false;
  const width = Math.max(...column.map(({ to }) => to)) - Math.min(...column.map(({ from }) => from));
  const middle = column.map(({ from, to }) => to - from).sort((a, b) => a - b)[column.length >> 1]!;
  const characters = column.reduce((sum, { text }) => sum + text.length, 0) / column.length;
  return characters >= LEAST_CHARACTERS && middle >= LEAST_FILL * width;
}

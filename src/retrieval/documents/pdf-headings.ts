/**
 * Headings of PDF files. A file does not mark them: they are the lines that the outline names, the lines in a font larger
 * than that of the running text, and short bold lines.
 */
import type { LineFont, PageItem, Stretch } from './pdf-items';

/** Entry of a file's outline. */
export interface OutlineEntry {
  readonly title: string;
  /** From 0. */
  readonly page: number;
}

/** Tells if a line of a page is a heading. */
type IsHeading = (text: string, font: LineFont) => boolean;

/** Least height of a heading that is not bold, in heights of the running text. */
const MIN_LARGER = 1.15;
/** Least height of a bold heading. */
const MIN_BOLD = 0.95;
/** Most characters of a line of a heading. */
const MAX_LENGTH = 120;
/** Share of the pages from which on a line is a running head, and the least number of these pages. */
const RUNNING_SHARE = 0.2;
const MIN_RUNNING = 3;

/** @param pages texts by page */
export function headingsOf(
  pages: readonly (readonly PageItem[])[],
  outline: readonly OutlineEntry[],
): { on(page: number): IsHeading } {
  const body = fontOfMost(pages);
  const runningHeads = runningHeadsOf(pages, body);
  const titles = new Map<number, Set<string>>();
  for (const { title, page } of outline) {
    titles.set(page, (titles.get(page) ?? new Set<string>()).add(plain(title)));
  }
  const isDistinct = (text: string, { height, isBold }: LineFont): boolean => {
    if (text.length > MAX_LENGTH || !/\p{L}/u.test(text)) return false;
    if (height >= MIN_LARGER * body.height) return true;
    return isBold && !body.isBold && height >= MIN_BOLD * body.height && !/[.,;:]$/.test(text);
  };
  return {
    on: (page) => (text, font) => {
      const name = plain(text);
      if (name === '') return false;
      return (
        titles.get(page)?.has(name) === true || (isDistinct(text, font) && !runningHeads.has(runningKey(text, page)))
      );
    },
  };
}

/** Maximum distance of the lines of a heading, in line heights. */
const MAX_LEADING = 1.45;
/** Last words after which a heading goes on: short, as articles and prepositions are. */
const OPEN_END = /(?:^|\s)\p{Ll}{1,4}$|[-–—,:&/]$/u;

/**
 * True if a line of a heading goes on in the next one: the words say so, or the next word had no room.
 *
 * @param width of the text of the page
 */
export function isContinued(line: Stretch, next: Stretch, width: number): boolean {
  const isAlike = line.isBold === next.isBold && Math.abs(line.height - next.height) < 0.1;
  const isBelow = Math.abs(line.y - next.y) <= MAX_LEADING * line.height;
  const shift = Math.min(Math.abs(line.from - next.from), Math.abs(line.from + line.to - next.from - next.to) / 2);
  if (!isAlike || !isBelow || shift > line.height) return false;
  const [word = ''] = next.text.trim().split(' ');
  const letter = (next.to - next.from) / Math.max(1, next.text.length);
  const hasRoom = line.to - line.from + (word.length + 1) * letter < width;
  return !hasRoom || /^\p{Ll}/u.test(word) || OPEN_END.test(line.text.trim());
}

/** Text without numbering, case, spaces and punctuation: outlines and pages write them differently. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\s*(?:(?:chapter|section|part)\s+)?(?:\d+|[ivxlc]+)(?:\.\d+)*[.:)]?\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the font of most characters. */
function fontOfMost(pages: readonly (readonly PageItem[])[]): LineFont {
  const counts = new Map<string, { readonly font: LineFont; count: number }>();
  for (const { text, height, isBold } of pages.flat()) {
    const font = { height: Math.round(height * 2) / 2, isBold };
    const key = `${font.height} ${isBold}`;
    const entry = counts.get(key) ?? { font, count: 0 };
    entry.count += text.trim().length;
    counts.set(key, entry);
  }
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
  return most?.font ?? { height: 0, isBold: false };
}

/** Text of a running head, with its numbers counted from the page. */
const runningKey = (text: string, page: number): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/\d+/g, (number) => String(Number(number) - page));

/** Returns the keys of distinct texts that occur on many pages. */
function runningHeadsOf(pages: readonly (readonly PageItem[])[], body: LineFont): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const [page, items] of pages.entries()) {
    const distinct = items.filter(({ height, isBold }) => isBold || height > body.height);
    const keys = new Set(distinct.map(({ text }) => runningKey(text, page)));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(MIN_RUNNING, pages.length * RUNNING_SHARE);
  return new Set([...counts].filter(([, count]) => count >= least).map(([text]) => text));
}

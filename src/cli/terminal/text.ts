/** Text in a terminal: width in cells, wrapping, and removal of control characters. */
import { stripVTControlCharacters } from 'node:util';

const SEGMENTS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Text with one cell per character: the common case. */
const ONE_CELL_EACH = /^[\u0020-\u007e\u00a1-\u02ff]*$/;
/** Characters without a cell: marks, joiners, control characters. */
const NO_CELL = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;
/**
 * Characters with two cells: wide and fullwidth ones (Unicode's annex 11, W and F), and emoji. Matched by script, since
 * regular expressions have no property for that annex.
 */
const TWO_CELLS =
  /^(?:[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Tangut}\u3000-\u303e\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}\ufe0f|[#*0-9]\ufe0f?\u20e3)/u;
/** Halfwidth Katakana and Hangul, with one cell. */
const HALF_WIDTH = /^[\uff61-\uffdc\uffe8-\uffee]/;

const ESCAPE = '\u001b';
const STYLE = new RegExp(`${ESCAPE}\\[(\\d+)m`, 'g');
const STYLES = new RegExp(`(${ESCAPE}\\[\\d+m)`);

/** Returns the cells of a text; escape sequences take none. */
export function widthOf(text: string): number {
  if (ONE_CELL_EACH.test(text)) return text.length;
  let width = 0;
  for (const { segment } of SEGMENTS.segment(stripVTControlCharacters(text))) width += widthOfSegment(segment);
  return width;
}

function widthOfSegment(segment: string): number {
  if (segment.startsWith(ESCAPE) || NO_CELL.test(segment)) return 0;
  return TWO_CELLS.test(segment) && !HALF_WIDTH.test(segment) ? 2 : 1;
}

/** Pads a text with spaces to a width. */
export const padded = (text: string, width: number, isRight = false): string => {
  const spaces = ' '.repeat(Math.max(0, width - widthOf(text)));
  return isRight ? spaces + text : text + spaces;
};

/**
 * Removes control characters and bidirectional formatting: text of documents must not move the cursor or disguise
 * itself. Keeps line breaks and tabs.
 */
export const clean = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- removes them
  text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');

/** Applies `clean` and joins the lines. */
export const cleanLine = (text: string): string => clean(text).replace(/\s+/g, ' ').trim();

/** Prints a count: `1 node`, `2,000 nodes`. */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

/**
 * Wraps text at spaces, and within words that are too long.
 *
 * @param width maximum cells; undefined for no limit
 */
export function wrap(text: string, width: number | undefined): string[] {
  const lines = text.replaceAll('\t', '  ').split('\n');
  return width === undefined ? lines : lines.flatMap((line) => restyled(wrapLine(line, Math.max(2, width))));
}

/** Wraps lines; adds a line break to each. */
export const wrapAll = (lines: readonly string[], width: number | undefined): string =>
  lines
    .flatMap((line) => wrap(line, width))
    .map((line) => `${line}\n`)
    .join('');

/**
 * Ends styles at the end of each line and repeats them on the next, so that they do not affect text around the lines.
 */
function restyled(lines: string[]): string[] {
  if (lines.length < 2 || !lines.some((line) => line.includes(ESCAPE))) return lines;
  const on = new Map<string, string>();
  return lines.map((line) => {
    const before = [...on.values()].join('');
    for (const [sequence, code] of line.matchAll(STYLE)) {
      const kind = Number(code) < 30 ? '22' : '39';
      if (code === kind) on.delete(kind);
      else on.set(kind, sequence);
    }
    return before + line + [...on.keys()].map((kind) => `${ESCAPE}[${kind}m`).join('');
  });
}

function wrapLine(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  // Each match is a word with the spaces before it.
  for (const word of text.match(/\s+\S*|\S+/g) ?? []) {
    const bare = used === 0 && lines.length > 0 ? word.trimStart() : word;
    const cells = widthOf(bare);
    if (used + cells <= width) {
      line += bare;
      used += cells;
      continue;
    }
    if (used > 0) lines.push(line);
    const pieces = broken(used > 0 ? word.trimStart() : bare, width);
    line = pieces.pop()!;
    used = widthOf(line);
    lines.push(...pieces);
  }
  return [...lines, line];
}

/** Returns the segments of a part. Parts at odd positions are styles, one segment each. */
const segmentsOf = (text: string, i: number): Iterable<{ readonly segment: string }> =>
  i % 2 === 1 ? [{ segment: text }] : SEGMENTS.segment(text);

/** Divides a word into pieces; a single character may exceed the width. */
function broken(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const { segment } of word.split(STYLES).flatMap((part, i) => [...segmentsOf(part, i)])) {
    const cells = widthOfSegment(segment);
    if (used + cells > width && piece !== '') {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += segment;
    used += cells;
  }
  return [...pieces, piece];
}

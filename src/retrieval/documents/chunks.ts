/**
 * Division of a text into chunks: ranges of about equal length that begin and end at sentences and do not cross
 * headings. A chunk begins with the last sentences of the previous one if they are short enough (overlap), so that
 * references stay together with their targets.
 */
import { Turns } from '../../util/turns';
import { sentenceEnds } from '../language/sentences';
import type { Heading, ReadText } from './text';

export interface ChunkSettings {
  /** Approximate characters of a chunk; the maximum is 1.5 times as many. */
  readonly size: number;
  /** Maximum characters that neighbours share. */
  readonly overlap: number;
}

export const DEFAULT_CHUNKS: ChunkSettings = { size: 800, overlap: 120 };

/** Range of the text in UTF-16 units, without white space at either end; never divides a surrogate pair. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface TextChunk extends TextRange {
  readonly text: string;
  /** Heading above the chunk; '' for none. */
  readonly heading: string;
}

/** Maximum characters of a paragraph that is divided into sentences as a whole. */
const MAX_PARAGRAPH = 20_000;
/**
 * Divides a text, with pauses for other requests. Every character that is not white space is in a chunk.
 *
 * @throws the signal's reason
 */
export async function chunkText(
  { text, headings, rows }: ReadText,
  settings: ChunkSettings,
  signal: AbortSignal,
): Promise<TextChunk[]> {
  const turns = new Turns(signal);
  const chunks: TextChunk[] = [];
  const tableRows = new Set(rows);
  for (const { range, heading } of sections(text, headings)) {
    for (const { start, end } of pack(await sentences(text, range, tableRows, settings.size, turns), settings)) {
      chunks.push({ start, end, text: text.slice(start, end), heading });
    }
  }
  return chunks;
}

/** Returns the sections of a text, each with its heading. */
function sections(
  text: string,
  headings: readonly Heading[],
): { readonly range: TextRange; readonly heading: string }[] {
  const bounds = headings.filter(({ start }, i) => i === 0 || start > headings[i - 1]!.start);
  const out: { range: TextRange; heading: string }[] = [];
  let open = 0;
  let heading = '';
  for (const [i, { text: name, start }] of bounds.entries()) {
    // Consecutive headings become one heading of one section.
    const isConsecutive = i > 0 && text.slice(bounds[i - 1]!.start, start).trim() === bounds[i - 1]!.text;
    if (!isConsecutive && start > open) {
      out.push({ range: { start: open, end: start }, heading });
      open = start;
    }
    heading = isConsecutive && heading !== '' ? `${heading} · ${name}` : name;
  }
  out.push({ range: { start: open, end: text.length }, heading });
  return out;
}

/**
 * Returns the sentences of a range without surrounding white space; divides sentences that are too long.
 *
 * @param tableRows offsets of paragraphs that stay whole unless they are too long: rows of tables
 */
async function sentences(
  text: string,
  range: TextRange,
  tableRows: ReadonlySet<number>,
  size: number,
  turns: Turns,
): Promise<TextRange[]> {
  const out: TextRange[] = [];
  for (const paragraph of paragraphs(text, range)) {
    if (tableRows.has(paragraph.start) && paragraph.end - paragraph.start <= size) {
      out.push(paragraph);
      continue;
    }
    for (const piece of cut(text, paragraph, MAX_PARAGRAPH)) {
      await turns.pause();
      for (const range of segments(text, piece)) {
        const sentence = trimmed(text, range);
        if (sentence) out.push(...cut(text, sentence, size));
      }
    }
  }
  return out;
}

/** Divides a range at line ends and into sentences. */
function* segments(text: string, { start, end }: TextRange): Generator<TextRange> {
  let from = start;
  for (const line of text.slice(start, end).split(/(?<=\n)/)) {
    const lineStart = from;
    for (const sentenceEnd of [...sentenceEnds(line), line.length]) {
      const to = lineStart + sentenceEnd;
      if (to > from) yield { start: from, end: to };
      from = to;
    }
  }
}

function* paragraphs(text: string, { start, end }: TextRange): Generator<TextRange> {
  const between = /\n[^\S\n]*\n\s*/g;
  let from = start;
  between.lastIndex = start;
  for (let separator = between.exec(text); separator && separator.index < end; separator = between.exec(text)) {
    const next = separator.index + separator[0].length;
    if (separator.index > from) yield { start: from, end: separator.index };
    from = Math.min(next, end);
    between.lastIndex = next;
  }
  if (from < end) yield { start: from, end };
}

function trimmed(text: string, { start, end }: TextRange): TextRange | undefined {
  const passage = text.slice(start, end);
  const from = start + (passage.length - passage.trimStart().length);
  const to = end - (passage.length - passage.trimEnd().length);
  return from < to ? { start: from, end: to } : undefined;
}

/** Divides a range longer than `max` at white space, or else between characters. */
function* cut(text: string, range: TextRange, max: number): Generator<TextRange> {
  let { start } = range;
  while (range.end - start > max) {
    const space = /\s\S*$/.exec(text.slice(start + Math.ceil(max / 2), start + max));
    let end = space ? start + Math.ceil(max / 2) + space.index : start + max;
    if (isLowSurrogate(text.charCodeAt(end))) end--;
    if (end <= start) end = start + 2;
    const piece = trimmed(text, { start, end });
    if (piece) yield piece;
    start = end;
  }
  const last = trimmed(text, { start, end: range.end });
  if (last) yield last;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

function* pack(pieces: readonly TextRange[], { size, overlap }: ChunkSettings): Generator<TextRange> {
  let first = 0;
  while (first < pieces.length) {
    const { start } = pieces[first]!;
    let last = first;
    while (last + 1 < pieces.length && pieces[last + 1]!.end - start <= size) last++;
    // A short remainder joins the last chunk.
    if (last + 1 < pieces.length && pieces.at(-1)!.end - start <= size * 1.5) last = pieces.length - 1;
    yield { start, end: pieces[last]!.end };
    let next = last + 1;
    if (next < pieces.length) {
      while (next - 1 > first && pieces[last]!.end - pieces[next - 1]!.start <= overlap) next--;
      // The next piece must fit after the overlap.
      while (next <= last && pieces[last + 1]!.end - pieces[next]!.start > size) next++;
    }
    first = next;
  }
}

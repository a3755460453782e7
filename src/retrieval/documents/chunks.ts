/**
 * A text → chunks: ranges of about so many characters that begin and end where sentences do, and do not go over headings.
 * Each begins with the last sentences of the one before where these are short enough (overlap), so that what refers back is
 * found together with what it refers to.
 */
import { Turns } from '../../util/turns';
import type { Heading, ReadText } from './text';

export interface ChunkSettings {
  /** Characters of a chunk, about: none is longer than half as much again. */
  readonly size: number;
  /** Characters that neighbours share, at most. */
  readonly overlap: number;
}

export const DEFAULT_CHUNKS: ChunkSettings = { size: 800, overlap: 120 };

/** Where it is in the text, in UTF-16 units; never within a surrogate pair. No white space at either end. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface TextChunk extends TextRange {
  readonly text: string;
  /** The heading that it stands under; '' for none. */
  readonly heading: string;
}

/** A sentence segmenter is handed pieces of at most so much: its work grows faster than what it is given. */
const MOST_AT_ONCE = 20_000;

/** Making one takes longer than most of its work. */
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Cuts a text, while others are answered in between. Every character that is not white space is in a chunk.
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
  const whole = new Set(rows);
  for (const { range, heading } of sections(text, headings)) {
    for (const { start, end } of pack(await sentences(text, range, whole, settings.size, turns), settings)) {
      chunks.push({ start, end, text: text.slice(start, end), heading });
    }
  }
  return chunks;
}

/** What stands under one heading, with it. */
function sections(
  text: string,
  headings: readonly Heading[],
): { readonly range: TextRange; readonly heading: string }[] {
  const bounds = headings.filter(({ start }, i) => i === 0 || start > headings[i - 1]!.start);
  const out: { range: TextRange; heading: string }[] = [];
  let open = 0;
  let heading = '';
  for (const [i, { text: name, start }] of bounds.entries()) {
    // Headings that follow one another go together with what the last of them is over.
    const bare = i > 0 && text.slice(bounds[i - 1]!.start, start).trim() === bounds[i - 1]!.text;
    if (!bare && start > open) {
      out.push({ range: { start: open, end: start }, heading });
      open = start;
    }
    heading = bare && heading !== '' ? `${heading} · ${name}` : name;
  }
  out.push({ range: { start: open, end: text.length }, heading });
  return out;
}

/**
 * The sentences of a range, without the white space around them, the longest ones cut.
 *
 * @param whole where paragraphs begin that stay whole if they are not too long: rows of tables
 */
async function sentences(
  text: string,
  range: TextRange,
  whole: ReadonlySet<number>,
  size: number,
  turns: Turns,
): Promise<TextRange[]> {
  const out: TextRange[] = [];
  for (const paragraph of paragraphs(text, range)) {
    if (whole.has(paragraph.start) && paragraph.end - paragraph.start <= size) {
      out.push(paragraph);
      continue;
    }
    for (const piece of cut(text, paragraph, MOST_AT_ONCE)) {
      await turns.pause();
      for (const { segment, index } of SENTENCES.segment(text.slice(piece.start, piece.end))) {
        const start = piece.start + index;
        const sentence = trimmed(text, { start, end: start + segment.length });
        if (sentence) out.push(...cut(text, sentence, size));
      }
    }
  }
  return out;
}

function* paragraphs(text: string, { start, end }: TextRange): Generator<TextRange> {
  const between = /\n[^\S\n]*\n\s*/g;
  let from = start;
  between.lastIndex = start;
  for (let found = between.exec(text); found && found.index < end; found = between.exec(text)) {
    const next = found.index + found[0].length;
    if (found.index > from) yield { start: from, end: found.index };
    from = Math.min(next, end);
    between.lastIndex = next;
  }
  if (from < end) yield { start: from, end };
}

function trimmed(text: string, { start, end }: TextRange): TextRange | undefined {
  const whole = text.slice(start, end);
  const from = start + (whole.length - whole.trimStart().length);
  const to = end - (whole.length - whole.trimEnd().length);
  return from < to ? { start: from, end: to } : undefined;
}

/** Cuts what is longer than `most` at white space, or where there is none between characters. */
function* cut(text: string, range: TextRange, most: number): Generator<TextRange> {
  let { start } = range;
  while (range.end - start > most) {
    const space = /\s\S*$/.exec(text.slice(start + Math.ceil(most / 2), start + most));
    let end = space ? start + Math.ceil(most / 2) + space.index : start + most;
    if (isLowSurrogate(text.charCodeAt(end))) end--;
    if (end <= start) end = start + 2;
    const piece = trimmed(text, { start, end });
    if (piece) yield piece;
    start = end;
  }
  const rest = trimmed(text, { start, end: range.end });
  if (rest) yield rest;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

function* pack(pieces: readonly TextRange[], { size, overlap }: ChunkSettings): Generator<TextRange> {
  let first = 0;
  while (first < pieces.length) {
    const { start } = pieces[first]!;
    let last = first;
    while (last + 1 < pieces.length && pieces[last + 1]!.end - start <= size) last++;
    // What would be left is too little for a chunk of its own.
    if (last + 1 < pieces.length && pieces.at(-1)!.end - start <= size * 1.5) last = pieces.length - 1;
    yield { start, end: pieces[last]!.end };
    let next = last + 1;
    if (next < pieces.length) {
      while (next - 1 > first && pieces[last]!.end - pieces[next - 1]!.start <= overlap) next--;
      // The next piece has to fit behind what is repeated.
      while (next <= last && pieces[last + 1]!.end - pieces[next]!.start > size) next++;
    }
    first = next;
  }
}

/** Passages cut at the words that name nodes or classes. */
import type { Mention } from '../api/schema';

export interface Segment {
  readonly text: string;
  /** Present for words that are linked. */
  readonly mention?: Mention;
}

/** Returns the text in order, each character once. Mentions that overlap an earlier one, or lie outside, are skipped. */
export function segments(text: string, mentions: readonly Mention[]): Segment[] {
  const parts: Segment[] = [];
  let at = 0;
  for (const mention of [...mentions].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const { start, end } = mention;
    if (start < at || end <= start || end > text.length) continue;
    if (start > at) parts.push({ text: text.slice(at, start) });
    parts.push({ text: text.slice(start, end), mention });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

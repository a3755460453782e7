/** Passages that are evidence of an answer: those that hold the extract, or name what the answer adds. */
import { foldText } from '../links/fold';
import type { Chunk, Passage, ScoredChunk } from '../types';
import { concerns, covers } from './support';

/** A passage with title and heading, which say what it is about. */
export const textOf = ({ title = '', heading = '', source, text }: Chunk): string =>
  `${title} . ${heading} . ${source.replace(/^.*[/\\]|\.\w{1,5}$/g, '')} . ${text}`;

/** Evidence of an answer; `answer_from` for the metadata is the place of the passage that tells most of it. */
export interface PassageEvidence<T> {
  readonly passages: readonly T[];
  readonly answer_from?: number;
}

/** Words of a name; another passage with no more than that may tell something else of it. */
const MOST_OF_NAME = 4;

/**
 * Keeps the passages that hold an extract: its own, and others with the same sentence.
 *
 * @param from place of the passage that the extract is from
 */
export function holdersOf(extract: string, from: number, ranked: readonly ScoredChunk[]): PassageEvidence<ScoredChunk> {
  const text = foldText(extract);
  const isLong = text.trim().split(' ').length > MOST_OF_NAME;
  const passages = ranked.filter((each, i) => i === from || (isLong && foldText(each.chunk.text).includes(text)));
  return { passages, answer_from: passages.indexOf(ranked[from]!) };
}

/** Keeps those of the cited passages that have something of the answer, or of what leads to it. */
export function concerned(
  passages: readonly Passage[],
  texts: readonly string[],
  asked: { readonly question: string; readonly answer: string },
): PassageEvidence<Passage> {
  const kept = passages.filter((_, i) => concerns(texts[i]!, asked));
  const from = kept.findIndex((passage) => covers(texts[passages.indexOf(passage)]!, asked));
  return { passages: kept, ...(from >= 0 && { answer_from: from }) };
}

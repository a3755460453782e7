/** Answers from passages alone: an extract with the passages that hold it, or none with the passages that were found. */
import { holdersOf } from '../evidence/passages';
import { findPassages, type Found } from '../search/find';
import { rounded, type Step } from '../trail';
import type { Chunk, Passage, ScoredChunk, Surroundings } from '../types';
import { extract } from './naive/extract';
import { analyse } from './naive/question';

/** Passages of an answer. */
const MOST_PASSAGES = 5;

/** Passages for a question, and how they were ranked, for the metadata. */
export interface Searched {
  readonly found: readonly ScoredChunk[];
  readonly notes: { readonly ranked_by: Found['rankedBy'] } & Pick<Found, 'warning'>;
}

/** An answer with the passages that are evidence of it; without an answer, those that were found. */
export interface Told {
  readonly answer: string | null;
  readonly passages: readonly Passage[];
  readonly notes: Readonly<Record<string, unknown>>;
}

/** @param step receives each search as a step of the trajectory */
export async function search(
  question: string,
  { corpus, logger }: Pick<Surroundings, 'corpus' | 'logger'>,
  signal: AbortSignal,
  step: (step: Step) => void,
): Promise<Searched> {
  const options = { limit: MOST_PASSAGES, logger, signal, step };
  const { passages: found, rankedBy, ...failure } = await findPassages(corpus, question, options);
  return { found, notes: { ranked_by: rankedBy, ...failure } };
}

/** @param accepts tells if an extract is of the kind that is asked for, and its passage about what is named */
export async function extracted(
  question: string,
  { found }: Searched,
  language: string,
  accepts: (text: string, passage: Chunk) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Told> {
  const { extract: best, missing } = extract(analyse(question, language), found, language);
  if (!best || !(await accepts(best.text, found[best.passage]!.chunk))) return nothingTold(found, best ? [] : missing);
  const { passages, answer_from } = holdersOf(best.text, best.passage, found);
  const notes = { answer_by: 'extract', answer_from, coverage: rounded(best.coverage) };
  return { answer: best.text, passages: passages.map(toPassage), notes };
}

/** @param missing words of the question that no passage has */
export const nothingTold = (found: readonly ScoredChunk[], missing: readonly string[] = []): Told => ({
  answer: null,
  passages: found.map(toPassage),
  notes: { answer_by: 'none', ...(missing.length > 0 && { missing_words: missing }) },
});

export const toPassage = ({ chunk: { source, text, index }, score }: ScoredChunk): Passage => ({
  source,
  text,
  chunk_index: index,
  score,
});

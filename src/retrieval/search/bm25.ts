/**
 * BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), with a nonnegative
 * inverse document frequency: ln(1 + (N − n + 0.5) / (n + 0.5)).
 */

/** Saturation of term frequency. */
const K1 = 1.2;
/** Strength of length normalization, from 0 (none) to 1. */
const B = 0.75;

export interface CorpusStatistics {
  readonly chunks: number;
  /** Total terms of all chunks. */
  readonly terms: number;
}

/** @param containing chunks that have the term */
export const inverseDocumentFrequency = (chunks: number, containing: number): number =>
  Math.log(1 + (Math.max(chunks, containing) - containing + 0.5) / (containing + 0.5));

/**
 * Returns the contribution of one term to the score of a chunk.
 *
 * @param occurrences of the term in the chunk
 * @param length terms of the chunk
 * @param averageLength of chunks
 */
export const termScore = (idf: number, occurrences: number, length: number, averageLength: number): number =>
  (idf * occurrences * (K1 + 1)) / (occurrences + K1 * (1 - B + (B * length) / Math.max(averageLength, 1)));

/** Upper bound of one term's contribution. */
export const maxTermScore = (idf: number): number => idf * (K1 + 1);

/**
 * BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), with the inverse document
 * frequency that is never negative: ln(1 + (N − n + 0.5) / (n + 0.5)).
 */

/** How soon further occurrences of a term count for less. */
export const K1 = 1.2;
/** How much longer chunks have to have more: from 0, not at all, to 1. */
export const B = 0.75;

export interface CorpusStatistics {
  readonly chunks: number;
  /** Of all chunks together. */
  readonly terms: number;
}

/** @param containing chunks that have the term */
export const inverseDocumentFrequency = (chunks: number, containing: number): number =>
  Math.log(1 + (Math.max(chunks, containing) - containing + 0.5) / (containing + 0.5));

/**
 * What one term adds to the score of a chunk.
 *
 * @param occurrences of the term in the chunk
 * @param length terms of the chunk
 * @param averageLength of chunks
 */
export const termScore = (idf: number, occurrences: number, length: number, averageLength: number): number =>
  (idf * occurrences * (K1 + 1)) / (occurrences + K1 * (1 - B + (B * length) / Math.max(averageLength, 1)));

/** What one term adds at most, however often it is there. */
export const mostOf = (idf: number): number => idf * (K1 + 1);

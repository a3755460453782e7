/**
 * Several rankings → one, by reciprocal ranks (Cormack, Clarke and Büttcher, SIGIR 2009), which needs no common scale.
 */
import type { ScoredChunk } from '../types';

/** Of the paper: how much less the first ranks differ from those after them. */
const K = 60;

/** @returns each chunk once, best first; of those with the same score, the one that the first ranking has further up */
export function fuse(rankings: readonly (readonly ScoredChunk[])[], limit: number): ScoredChunk[] {
  if (rankings.length === 1) return rankings[0]!.slice(0, limit);
  const scores = new Map<string, { readonly chunk: ScoredChunk['chunk']; score: number }>();
  for (const ranking of rankings) {
    for (const [rank, { chunk }] of ranking.entries()) {
      const entry = scores.get(chunk.uid) ?? { chunk, score: 0 };
      entry.score += 1 / (K + rank + 1);
      scores.set(chunk.uid, entry);
    }
  }
  return [...scores.values()].sort((a, b) => b.score - a.score).slice(0, limit);
}

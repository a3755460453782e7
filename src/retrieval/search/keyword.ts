/**
 * Keyword search, ranked by BM25. The engine's index finds candidates and counts; the score of each candidate is exact.
 * Terms are looked up from the rarest on until chunks without them cannot be among the best, or until there are
 * `MAX_CANDIDATES` chunks.
 */
import { LRUCache } from '../../util/lru';
import { compareUids } from '../../util/uids';
import { inverseDocumentFrequency, maxTermScore, termScore, type CorpusStatistics } from './bm25';
import type { Snapshot } from './snapshot';
import { countTerm, countTerms, termsOf } from './terms';

const MAX_CANDIDATES = 5_000;
/** Maximum terms of a question; further ones are ignored. */
const MAX_TERMS = 64;
/** Chunks whose terms are cached, about 1 KiB each. A chunk never changes: replacing a document creates new nodes. */
const MAX_CACHED_CHUNKS = 30_000;
/** Maximum characters of their terms together. */
const MAX_CACHED_CHARACTERS = 32_000_000;

export interface Ranked {
  readonly uid: string;
  readonly score: number;
}

interface ChunkTerms {
  readonly terms: string;
  readonly length: number;
}

interface Weight {
  readonly term: string;
  /** Chunks that contain the term. */
  readonly count: number;
  readonly idf: number;
}

export class KeywordSearch {
  private readonly cache = new LRUCache<string, ChunkTerms>({
    most: MAX_CACHED_CHUNKS,
    weight: { most: MAX_CACHED_CHARACTERS, of: (_uid, { terms }) => terms.length },
  });

  /** @param language language tag of the documents and questions */
  constructor(private readonly language: string) {}

  forget(): void {
    this.cache.clear();
  }

  /**
   * Returns the best chunks, best first; chunks with equal scores from the oldest to the newest.
   *
   * @throws errors of Engine
   */
  async search(snapshot: Snapshot, text: string, limit: number, statistics: CorpusStatistics): Promise<Ranked[]> {
    const terms = [...new Set(termsOf(text, this.language))].slice(0, MAX_TERMS);
    if (terms.length === 0 || limit <= 0) return [];
    const containing = await this.count(snapshot, terms);
    const average = statistics.terms / Math.max(1, statistics.chunks);
    const weights = terms
      .filter((term) => containing.get(term)! > 0)
      .map((term) => {
        const count = containing.get(term)!;
        return { term, count, idf: inverseDocumentFrequency(statistics.chunks, count) };
      })
      .sort((a, b) => a.count - b.count || (a.term < b.term ? -1 : 1));
    const ranked = new Map<string, Ranked>();
    let best: Ranked[] = [];
    for (let from = 0; from < weights.length;) {
      const to = this.next(weights, from, limit);
      const room = MAX_CANDIDATES - ranked.size;
      for (const [uid, chunkTerms] of await this.candidates(snapshot, weights.slice(from, to), room, ranked)) {
        ranked.set(uid, { uid, score: scoreOf(weights, chunkTerms, average) });
      }
      best = [...ranked.values()].sort(byScore).slice(0, limit);
      from = to;
      // Chunks without any term looked up so far cannot reach the best ones (max_score of Turtle and Flood, 1995).
      const maxOfRest = weights.slice(from).reduce((sum, { idf }) => sum + maxTermScore(idf), 0);
      if (ranked.size >= MAX_CANDIDATES || (best.length === limit && best.at(-1)!.score > maxOfRest)) break;
    }
    return best;
  }

  /** Returns the end of the next group of terms: enough of the rarest to match as many chunks as the limit. */
  private next(weights: readonly Weight[], from: number, limit: number): number {
    let to = from;
    for (let sum = 0; to < weights.length && (to === from || sum < limit); to++) sum += weights[to]!.count;
    return to;
  }

  private async count(snapshot: Snapshot, terms: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const blocks = terms.map((term, i) => `t${i}(func: anyofterms(owlgate.chunk.terms, "${term}")) { count(uid) }`);
    const data = await snapshot.query<Record<string, readonly { readonly count: number }[]>>(
      `{ ${blocks.join('\n')} }`,
    );
    return new Map(terms.map((term, i) => [term, data[`t${i}`]?.[0]?.count ?? 0]));
  }

  /** Reads chunks with any of the chosen terms that have no rank yet. */
  private async candidates(
    snapshot: Snapshot,
    chosen: readonly Weight[],
    room: number,
    ranked: ReadonlyMap<string, unknown>,
  ): Promise<ReadonlyMap<string, ChunkTerms>> {
    const words = chosen.map(({ term }) => term).join(' ');
    const { q = [] } = await snapshot.query<{ q?: readonly { readonly uid: string }[] }>(
      `{ q(func: anyofterms(owlgate.chunk.terms, "${words}"), first: ${MAX_CANDIDATES}) { uid } }`,
    );
    const result = new Map<string, ChunkTerms>();
    const missing: string[] = [];
    for (const { uid } of q) {
      if (ranked.has(uid)) continue;
      if (result.size + missing.length >= room) break;
      const cached = this.cache.get(uid);
      if (cached) result.set(uid, cached);
      else missing.push(uid);
    }
    if (missing.length > 0) {
      const read = await snapshot.query<{ q?: readonly { readonly uid: string; readonly t?: string }[] }>(
        `{ q(func: uid(${missing.join(', ')})) { uid t: owlgate.chunk.terms } }`,
      );
      for (const { uid, t = '' } of read.q ?? []) {
        const chunkTerms = { terms: t, length: countTerms(t) };
        this.cache.set(uid, chunkTerms);
        result.set(uid, chunkTerms);
      }
    }
    return result;
  }
}

function scoreOf(weights: readonly Weight[], { terms, length }: ChunkTerms, average: number): number {
  let score = 0;
  for (const { term, idf } of weights) {
    const occurrences = countTerm(terms, term);
    if (occurrences > 0) score += termScore(idf, occurrences, length, average);
  }
  return score;
}

/** Orders by score, best first, then by uid, so that the order of the engine's answers does not matter. */
export const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || compareUids(a.uid, b.uid);

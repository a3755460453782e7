/**
 * Chunks by their words, ranked by BM25. The engine's index finds candidates and counts; scores are exact for every
 * candidate. Words are looked up from the rarest on, until what has none of them cannot be among the best; where that takes
 * more than `MOST_CANDIDATES` chunks, the search is over that many.
 */
import { LRUCache } from '../../util/lru';
import { compareUids } from '../../util/uids';
import { inverseDocumentFrequency, mostOf, termScore, type CorpusStatistics } from './bm25';
import type { Snapshot } from './snapshot';
import { countTerm, countTerms, termsOf } from './terms';

export const MOST_CANDIDATES = 5_000;
/** Terms of a question that are looked up: the first. */
const MOST_TERMS = 64;
/** Chunks whose terms are kept in memory: about 1 KiB each. They never change: a document's replacement has other nodes. */
const MOST_KEPT = 30_000;

export interface Ranked {
  readonly uid: string;
  readonly score: number;
}

interface Kept {
  readonly terms: string;
  readonly length: number;
}

interface Weight {
  readonly term: string;
  /** Chunks that have it. */
  readonly count: number;
  readonly idf: number;
}

export class KeywordSearch {
  private readonly kept = new LRUCache<string, Kept>(MOST_KEPT);

  /** @param language tag of the documents and questions */
  constructor(private readonly language: string) {}

  forget(): void {
    this.kept.clear();
  }

  /**
   * The best chunks, best first; of those with the same score the older first.
   *
   * @throws as Engine does
   */
  async search(snapshot: Snapshot, text: string, limit: number, statistics: CorpusStatistics): Promise<Ranked[]> {
    const terms = [...new Set(termsOf(text, this.language))].slice(0, MOST_TERMS);
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
      const room = MOST_CANDIDATES - ranked.size;
      for (const [uid, kept] of await this.candidates(snapshot, weights.slice(from, to), room, ranked)) {
        ranked.set(uid, { uid, score: scoreOf(weights, kept, average) });
      }
      best = [...ranked.values()].sort(byScore).slice(0, limit);
      from = to;
      // What has none of these words cannot come up to what has been found (Turtle and Flood's max_score, 1995).
      const mostOfRest = weights.slice(from).reduce((sum, { idf }) => sum + mostOf(idf), 0);
      if (ranked.size >= MOST_CANDIDATES || (best.length === limit && best.at(-1)!.score > mostOfRest)) break;
    }
    return best;
  }

  /** Terms that are looked up together: enough of the rarest for as many chunks as are wanted. */
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

  /** Chunks with any of some terms, that are not known yet. */
  private async candidates(
    snapshot: Snapshot,
    chosen: readonly Weight[],
    most: number,
    known: ReadonlyMap<string, unknown>,
  ): Promise<ReadonlyMap<string, Kept>> {
    const words = chosen.map(({ term }) => term).join(' ');
    const { q = [] } = await snapshot.query<{ q?: readonly { readonly uid: string }[] }>(
      `{ q(func: anyofterms(owlgate.chunk.terms, "${words}"), first: ${MOST_CANDIDATES}) { uid } }`,
    );
    const found = new Map<string, Kept>();
    const missing: string[] = [];
    for (const { uid } of q) {
      if (known.has(uid)) continue;
      if (found.size + missing.length >= most) break;
      const kept = this.kept.get(uid);
      if (kept) found.set(uid, kept);
      else missing.push(uid);
    }
    if (missing.length > 0) {
      const read = await snapshot.query<{ q?: readonly { readonly uid: string; readonly t?: string }[] }>(
        `{ q(func: uid(${missing.join(', ')})) { uid t: owlgate.chunk.terms } }`,
      );
      for (const { uid, t = '' } of read.q ?? []) {
        const kept = { terms: t, length: countTerms(t) };
        this.kept.set(uid, kept);
        found.set(uid, kept);
      }
    }
    return found;
  }
}

function scoreOf(weights: readonly Weight[], { terms, length }: Kept, average: number): number {
  let score = 0;
  for (const { term, idf } of weights) {
    const occurrences = countTerm(terms, term);
    if (occurrences > 0) score += termScore(idf, occurrences, length, average);
  }
  return score;
}

/** Best first; deterministic, whatever order the engine answers in. */
export const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || compareUids(a.uid, b.uid);

/**
 * Chunks by their words, ranked by BM25. The engine's index finds candidates and counts; scores are exact for every
 * candidate. Where more than `MOST_CANDIDATES` chunks have any of the words, those with the rarest of them are candidates.
 */
import { LRUCache } from '../../util/lru';
import { inverseDocumentFrequency, termScore, type CorpusStatistics } from './bm25';
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
    const known = terms.filter((term) => containing.get(term)! > 0);
    const candidates = await this.candidates(snapshot, known, containing);
    const average = statistics.terms / Math.max(1, statistics.chunks);
    const weights = known.map((term) => ({
      term,
      idf: inverseDocumentFrequency(statistics.chunks, containing.get(term)!),
    }));
    const ranked: Ranked[] = [];
    for (const [uid, { terms: printed, length }] of candidates) {
      let score = 0;
      for (const { term, idf } of weights) {
        const occurrences = countTerm(printed, term);
        if (occurrences > 0) score += termScore(idf, occurrences, length, average);
      }
      if (score > 0) ranked.push({ uid, score });
    }
    return ranked.sort(byScore).slice(0, limit);
  }

  private async count(snapshot: Snapshot, terms: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const blocks = terms.map((term, i) => `t${i}(func: anyofterms(owlgate.chunk.terms, "${term}")) { count(uid) }`);
    const data = await snapshot.query<Record<string, readonly { readonly count: number }[]>>(
      `{ ${blocks.join('\n')} }`,
    );
    return new Map(terms.map((term, i) => [term, data[`t${i}`]?.[0]?.count ?? 0]));
  }

  /** Chunks with the rarest terms first, until there are enough. */
  private async candidates(
    snapshot: Snapshot,
    terms: readonly string[],
    containing: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, Kept>> {
    const rarest = [...terms].sort((a, b) => containing.get(a)! - containing.get(b)! || (a < b ? -1 : 1));
    const chosen: string[] = [];
    let sum = 0;
    for (const term of rarest) {
      sum += containing.get(term)!;
      if (sum > MOST_CANDIDATES && chosen.length > 0) break;
      chosen.push(term);
    }
    if (chosen.length === 0) return new Map();
    const { q = [] } = await snapshot.query<{ q?: readonly { readonly uid: string }[] }>(
      `{ q(func: anyofterms(owlgate.chunk.terms, "${chosen.join(' ')}"), first: ${MOST_CANDIDATES}) { uid } }`,
    );
    const found = new Map<string, Kept>();
    const missing: string[] = [];
    for (const { uid } of q) {
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

/** Best first; deterministic, whatever order the engine answers in. */
export const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || compareUids(a.uid, b.uid);

const compareUids = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

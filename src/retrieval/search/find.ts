/**
 * Passages for a text: ranked by words, by meaning with an embedding model, and by a cross-encoder with a reranking
 * model. A model that fails is left out, and the answer goes on with the rest.
 */
import type { Logger } from '../../util/log';
import { rounded, shownChunks, type Step } from '../trail';
import type { Corpus, ScoredChunk } from '../types';
import { fuse } from './fuse';

/** Maximum passages of each ranking before they are fused. */
const CANDIDATES = 50;
/** Passages that a reranking model reads. */
const RERANKED = 20;
/** Passages that the summary of a step names. */
const SHOWN = 5;

type Ranking = 'bm25' | 'semantic' | 'cross-encoder';

interface FindOptions {
  readonly limit: number;
  /** Rankings to use; both by default. Without an embedding model, `both` is by words. */
  readonly by?: 'words' | 'meaning' | 'both';
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Receives each search as a step of the trajectory. */
  readonly step?: (step: Step) => void;
}

export interface Found {
  /** The best first. */
  readonly passages: readonly ScoredChunk[];
  readonly rankedBy: readonly Ranking[];
  /** The model that did not answer, or whose vectors are missing, and why. */
  readonly warning?: string;
}

/** @throws errors of the engine; those of the embedding model only if there is no other ranking; the signal's reason */
export async function findPassages(
  corpus: Corpus,
  text: string,
  { limit, by = 'both', logger, signal, step }: FindOptions,
): Promise<Found> {
  const { semanticSearch, rerank } = corpus;
  const most = rerank ? Math.max(limit, RERANKED) : limit;
  const candidates = by === 'both' && semanticSearch ? Math.max(limit, CANDIDATES) : most;
  const rankedBy: Ranking[] = [];
  let warning: string | undefined;
  const ranked = async (
    tool: string,
    name: Ranking,
    count: number,
    run: () => Promise<readonly ScoredChunk[]>,
  ): Promise<readonly ScoredChunk[]> => {
    const found = await run();
    step?.({ tool, arguments: { query: text, limit: count }, summary: summary(found), result: shownChunks(found) });
    rankedBy.push(name);
    return found;
  };
  /** Undefined if the model fails. */
  const optional = async <T>(what: string, run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await run();
    } catch (error) {
      signal.throwIfAborted();
      warning = [warning, `no ${what}: ${(error as Error).message}`].filter(Boolean).join('; ');
      logger.warn(`${what} has failed`, { error });
      return undefined;
    }
  };
  const rankings: (readonly ScoredChunk[])[] = [];
  if (by !== 'meaning')
    rankings.push(
      await ranked('keyword_search', 'bm25', candidates, () => corpus.keywordSearch(text, candidates, signal)),
    );
  const coverage = semanticSearch && by !== 'words' ? await corpus.embedded?.(signal) : undefined;
  if (coverage && coverage.count < coverage.of) warning = withoutVectors(coverage);
  const hasVectors = coverage === undefined || coverage.count > 0 || coverage.of === 0;
  if (semanticSearch && by !== 'words' && hasVectors) {
    const run = () => ranked('semantic_search', 'semantic', candidates, () => semanticSearch(text, candidates, signal));
    const found = by === 'meaning' ? await run() : await optional('search by meaning', run);
    if (found) rankings.push(found);
  }
  const fused = fuse(rankings, most);
  const ordered =
    rerank && fused.length > 0
      ? await optional('reranking', () =>
          ranked('rerank', 'cross-encoder', limit, () => rerank(text, fused, limit, signal)),
        )
      : undefined;
  return { passages: ordered ?? fused.slice(0, limit), rankedBy, ...(warning !== undefined && { warning }) };
}

function withoutVectors({ count, of }: { readonly count: number; readonly of: number }): string {
  const again = 'send their documents again';
  if (count === 0) return `no search by meaning: no passage has a vector of the embedding model; ${again}`;
  return `search by meaning lacks ${of - count} of ${of} passages, which have no vector of the embedding model; ${again}`;
}

function summary(found: readonly ScoredChunk[]): string {
  if (found.length === 0) return 'nothing found';
  const shown = found.slice(0, SHOWN);
  const list = shown.map(({ chunk, score }) => `${chunk.source}#${chunk.index} (${rounded(score)})`).join(', ');
  return `${found.length} passages: ${list}${shown.length < found.length ? ', …' : ''}`;
}

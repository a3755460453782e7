/**
 * Module naive: passages ranked by their words, and by their meaning where an embedding model is configured; the answer is
 * an extract of them. It knows nothing of the ontology, and is what the other modules are measured against.
 */
import type { ModuleFactory, Passage, RetrievalCall, RetrievalResult, ScoredChunk, TrajectoryStep } from '../../types';
import { analyse, extract } from './extract';
import { fuse } from './fuse';

/** Passages of an answer. */
const PASSAGES = 5;
/** Of each ranking, before they are fused. */
const CANDIDATES = 50;
/** Where there is nothing to fuse with. */
const CANDIDATES_ALONE = 8;

export const createNaive: ModuleFactory = ({ corpus, language, logger }) => {
  const retrieve = async (call: RetrievalCall): Promise<RetrievalResult> => {
    const { question, signal, observer } = call;
    const trajectory: TrajectoryStep[] = [];
    const { semanticSearch } = corpus;
    const limit = semanticSearch ? CANDIDATES : CANDIDATES_ALONE;
    const search = async (tool: string, run: typeof corpus.keywordSearch): Promise<readonly ScoredChunk[]> => {
      const found = await run(question, limit, signal);
      const step = { tool, arguments: { query: question, limit }, result_summary: summary(found, call) };
      trajectory.push(step);
      observer.step?.(step);
      return found;
    };
    const rankings = [await search('keyword_search', (...given) => corpus.keywordSearch(...given))];
    const by = ['bm25'];
    let warning: string | undefined;
    if (semanticSearch) {
      try {
        rankings.push(await search('semantic_search', semanticSearch));
        by.push('semantic');
      } catch (error) {
        signal.throwIfAborted();
        // Words alone find less, but they find.
        warning = `no search by meaning: ${(error as Error).message}`;
        logger.warn('search by meaning has failed', { error });
      }
    }
    const ranked = fuse(rankings, PASSAGES);
    const passages = ranked.map(toPassage);
    observer.passages?.(passages);
    const { extract: found, missing } = extract(analyse(question, language), ranked, language);
    if (found) observer.text?.(found.text);
    return {
      answer: found?.text ?? null,
      passages,
      trajectory,
      cost_usd: 0,
      loops: 0,
      module_used: 'naive',
      metadata: {
        model: null,
        answer_by: 'extract',
        ranked_by: by,
        ...(found ? { answer_from: found.passage, coverage: round(found.coverage) } : { missing_words: missing }),
        ...(warning !== undefined && { warning }),
      },
    };
  };
  return { name: 'naive', retrieve };
};

const round = (value: number): number => Math.round(value * 1000) / 1000;

function summary(found: readonly ScoredChunk[], { trace }: RetrievalCall): string {
  if (found.length === 0) return 'nothing found';
  const shown = trace === 'full' ? found : found.slice(0, PASSAGES);
  const list = shown.map(({ chunk, score }) => `${chunk.source}#${chunk.index} (${round(score)})`).join(', ');
  return `${found.length} passages: ${list}${shown.length < found.length ? ', …' : ''}`;
}

export const toPassage = ({ chunk, score }: ScoredChunk): Passage => ({
  source: chunk.source,
  text: chunk.text,
  chunk_index: chunk.index,
  score,
});

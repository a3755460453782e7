/**
 * Module naive: passages ranked by their words, and by their meaning where an embedding model is configured; the answer
 * is the model's, from them alone, or without a model an extract of them. It knows nothing of the ontology, and is what
 * the other modules are measured against.
 */
import type { ModuleFactory, Passage, RetrievalCall, RetrievalResult, ScoredChunk, TrajectoryStep } from '../../types';
import { askModel } from './answer';
import { extract, type Extraction } from './extract';
import { fuse } from './fuse';
import { analyse } from './question';

/** Passages of an answer. */
const PASSAGES = 5;
/** Of each ranking, before they are fused. */
const CANDIDATES = 50;
/** Where there is nothing to fuse with. */
const CANDIDATES_ALONE = 8;

export const createNaive: ModuleFactory = ({ corpus, language, model, logger }) => {
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
    const asked = model && passages.length > 0 ? await askModel(model, passages, call) : undefined;
    const said =
      asked?.answer === undefined
        ? extracted(extract(analyse(question, language), ranked, language))
        : { answer: asked.answer, notes: { answer_by: 'model', cited: asked.cited } };
    if (said.answer !== null) observer.text?.(said.answer);
    return {
      answer: said.answer,
      passages,
      trajectory,
      cost_usd: asked?.cost ?? 0,
      loops: asked ? 1 : 0,
      module_used: 'naive',
      metadata: {
        model: asked?.answer === undefined ? null : model!.name,
        ranked_by: by,
        ...said.notes,
        ...asked?.notes,
        ...(warning !== undefined && { warning }),
      },
    };
  };
  return { retrieve };
};

function extracted({ extract: found, missing }: Extraction): {
  readonly answer: string | null;
  readonly notes: Readonly<Record<string, unknown>>;
} {
  const how = found ? { answer_from: found.passage, coverage: round(found.coverage) } : { missing_words: missing };
  return { answer: found?.text ?? null, notes: { answer_by: 'extract', ...how } };
}

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

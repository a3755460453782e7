/**
 * Module naive: passages ranked by their words, and by their meaning where an embedding model is configured; the answer
 * is the model's, from them alone, or without a model an extract of them. It knows nothing of the ontology, and is what
 * the other modules are measured against.
 */
import { holdersOf } from '../../evidence/passages';
import { shownChunks, Trail } from '../../trail';
import type { ModuleFactory, Passage, RetrievalCall, RetrievalResult, ScoredChunk } from '../../types';
import { askModel, type Told } from './answer';
import { extract, type Extraction } from './extract';
import { fuse } from './fuse';
import { analyse } from './question';

/** Passages of an answer. */
const PASSAGES = 5;
/** Of each ranking, before they are fused. */
const CANDIDATES = 50;
/** Where there is nothing to fuse with. */
const CANDIDATES_ALONE = 8;
/** Passages that a reranking model reads. */
const RERANKED = 20;

export const createNaive: ModuleFactory = ({ corpus, language, model, logger }) => {
  const retrieve = async (call: RetrievalCall): Promise<RetrievalResult> => {
    const { question, signal, observer } = call;
    const trail = new Trail(call);
    const { semanticSearch, rerank } = corpus;
    const limit = semanticSearch || rerank ? CANDIDATES : CANDIDATES_ALONE;
    const search = async (tool: string, run: typeof corpus.keywordSearch): Promise<readonly ScoredChunk[]> => {
      const found = await run(question, limit, signal);
      trail.add({ tool, arguments: { query: question, limit }, summary: summary(found), result: shownChunks(found) });
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
    let ranked: readonly ScoredChunk[] = fuse(rankings, rerank ? RERANKED : PASSAGES);
    if (rerank && ranked.length > 0) {
      try {
        const found = await rerank(question, ranked, PASSAGES, signal);
        const given = { query: question, limit: PASSAGES };
        trail.add({ tool: 'rerank', arguments: given, summary: summary(found), result: shownChunks(found) });
        by.push('cross-encoder');
        ranked = found;
      } catch (error) {
        signal.throwIfAborted();
        warning = `no reranking: ${(error as Error).message}`;
        logger.warn('reranking has failed', { error });
        ranked = ranked.slice(0, PASSAGES);
      }
    }
    const found = ranked.map(toPassage);
    observer.passages?.(found);
    const asked = model && found.length > 0 ? await askModel(model, found, call) : undefined;
    const said = asked?.told ?? extracted(extract(analyse(question, language), ranked, language), ranked);
    if (said.answer !== null) observer.text?.(said.answer);
    return {
      answer: said.answer,
      passages: said.passages,
      trajectory: trail.steps,
      cost_usd: asked?.cost ?? 0,
      loops: asked ? 1 : 0,
      module_used: 'naive',
      metadata: {
        model: asked?.told ? model!.name : null,
        ranked_by: by,
        ...said.notes,
        ...asked?.notes,
        ...(warning !== undefined && { warning }),
      },
    };
  };
  return { retrieve };
};

function extracted({ extract: found, missing }: Extraction, ranked: readonly ScoredChunk[]): Told {
  if (!found) {
    const notes = { answer_by: 'extract', missing_words: missing };
    return { answer: null, passages: ranked.map(toPassage), notes };
  }
  const { passages, answer_from } = holdersOf(found.text, found.passage, ranked);
  const notes = { answer_by: 'extract', answer_from, coverage: round(found.coverage) };
  return { answer: found.text, passages: passages.map(toPassage), notes };
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

function summary(found: readonly ScoredChunk[]): string {
  if (found.length === 0) return 'nothing found';
  const shown = found.slice(0, PASSAGES);
  const list = shown.map(({ chunk, score }) => `${chunk.source}#${chunk.index} (${round(score)})`).join(', ');
  return `${found.length} passages: ${list}${shown.length < found.length ? ', …' : ''}`;
}

export const toPassage = ({ chunk, score }: ScoredChunk): Passage => ({
  source: chunk.source,
  text: chunk.text,
  chunk_index: chunk.index,
  score,
});

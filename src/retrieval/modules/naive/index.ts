/**
 * Module naive: passages ranked by their words, and by their meaning where an embedding model is configured; the answer
 * is the model's, from them alone, or without a model an extract of them. It knows nothing of the ontology, and is what
 * the other modules are measured against.
 */
import { holdersOf } from '../../evidence/passages';
import { findPassages } from '../../search/find';
import { rounded, Trail } from '../../trail';
import type { ModuleFactory, Passage, RetrievalCall, RetrievalResult, ScoredChunk } from '../../types';
import { askModel, type Told } from './answer';
import { extract, type Extraction } from './extract';
import { analyse } from './question';

/** Passages of an answer. */
const PASSAGES = 5;
export const createNaive: ModuleFactory = ({ corpus, language, model, logger }) => {
  const retrieve = async (call: RetrievalCall): Promise<RetrievalResult> => {
    const { question, signal, observer } = call;
    const trail = new Trail(call);
    const step = trail.add.bind(trail);
    const options = { limit: PASSAGES, logger, signal, step };
    const { passages: ranked, rankedBy, warning } = await findPassages(corpus, question, options);
    const passages = ranked.map(toPassage);
    observer.passages?.(passages);
    const asked = model && passages.length > 0 ? await askModel(model, passages, call) : undefined;
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
        ranked_by: rankedBy,
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
  const notes = { answer_by: 'extract', answer_from, coverage: rounded(found.coverage) };
  return { answer: found.text, passages: passages.map(toPassage), notes };
}

export const toPassage = ({ chunk, score }: ScoredChunk): Passage => ({
  source: chunk.source,
  text: chunk.text,
  chunk_index: chunk.index,
  score,
});

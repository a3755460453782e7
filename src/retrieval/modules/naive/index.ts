/**
 * Module naive: passages ranked by their words, and by their meaning where an embedding model is configured; the answer
 * is the model's, from them alone, or without a model an extract of them. It knows nothing of the ontology, and is what
 * the other modules are measured against.
 */
import { Trail } from '../../trail';
import type { ModuleFactory, RetrievalCall, RetrievalResult } from '../../types';
import { extracted, search, toPassage } from '../texts';
import { askModel } from './answer';

export const createNaive: ModuleFactory = (surroundings) => {
  const { language, model } = surroundings;
  const retrieve = async (call: RetrievalCall): Promise<RetrievalResult> => {
    const { question, signal, observer } = call;
    const trail = new Trail(call);
    const searched = await search(question, surroundings, signal, trail.add.bind(trail));
    const passages = searched.found.map(toPassage);
    observer.passages?.(passages);
    const asked = model && passages.length > 0 ? await askModel(model, passages, call) : undefined;
    const said = asked?.told ?? (await extracted(question, searched, language));
    if (said.answer !== null) observer.text?.(said.answer);
    return {
      answer: said.answer,
      passages: said.passages,
      trajectory: trail.steps,
      cost_usd: asked?.cost ?? 0,
      loops: asked ? 1 : 0,
      module_used: 'naive',
      metadata: { model: asked?.told ? model!.name : null, ...searched.notes, ...said.notes, ...asked?.notes },
    };
  };
  return { retrieve };
};

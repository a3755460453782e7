/**
 * Module choice `auto`: the reader of module owl where it is certain; else the model, if there is one, as module aragog
 * asks it; else what owl has found.
 */
import { askAgent, inContext } from '../agents';
import type { ModuleFactory, RetrievalCall, RetrievalResult } from '../types';
import { CERTAIN, createOwl, isOfClasses } from './owl';

export const createAuto: ModuleFactory = (surroundings) => {
  const owl = createOwl(surroundings);
  const { model } = surroundings;
  if (!model) return owl;
  const retrieve = async (call: RetrievalCall): Promise<RetrievalResult> => {
    const { observer } = call;
    const own = await owl.retrieve({ ...call, observer: { step: (step) => observer.step?.(step) } });
    const give = (result: RetrievalResult): RetrievalResult => {
      observer.passages?.(result.passages);
      if (result.answer !== null) observer.text?.(result.answer);
      return result;
    };
    if (isCertain(own, call)) return give(own);
    const outcome = await askAgent('aragog', surroundings, model, call);
    if ('result' in outcome) {
      const { result } = outcome;
      return { ...result, trajectory: [...own.trajectory, ...result.trajectory] };
    }
    const { notes, trajectory, cost, loops } = outcome.failure;
    return give({
      ...own,
      trajectory: [...own.trajectory, ...trajectory],
      cost_usd: cost,
      loops,
      metadata: { ...own.metadata, ...notes },
    });
  };
  return { retrieve };
};

/** True if the graph answers a reading in the ontology's own words, or disjoint classes rule an answer out. */
function isCertain({ answer, metadata }: RetrievalResult, call: RetrievalCall): boolean {
  const { reading, reading_cost: cost, read_whole, ambiguous_names, corrected_words, explained_words } = metadata;
  if (typeof reading !== 'string' || typeof cost !== 'number' || cost > CERTAIN) return false;
  if (answer === null && !isOfClasses(reading)) return false;
  if (ambiguous_names ?? corrected_words ?? explained_words) return false;
  // "And who taught him?" needs the question before it, which only the reader of whole questions reads.
  return read_whole === true || inContext(call) === call.question;
}

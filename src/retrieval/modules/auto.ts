/**
 * Module choice `auto`: the reader of module owl where it is certain; else the model, if there is one, as module aragog
 * asks it; else what owl has found.
 */
import { askAgent } from '../agents';
import type { ModuleFactory, RetrievalCall, RetrievalResult } from '../types';
import { isOfClasses, LIMIT } from '../question';
import { createOwl } from './owl';

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
    if (isCertain(own)) return give(own);
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
function isCertain({ answer, metadata }: RetrievalResult): boolean {
  const { reading, reading_cost: cost, ambiguous_names, corrected_words, explained_words } = metadata;
  if (typeof reading !== 'string' || typeof cost !== 'number' || cost > LIMIT.certain) return false;
  if (answer === null && !isOfClasses(reading)) return false;
  return !(ambiguous_names ?? corrected_words ?? explained_words);
}

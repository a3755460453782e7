/** An answer from what has been shown already, where there is no time to look for more. */
import type { Evidence } from '../evidence';
import { readQuestion } from '../../language/question';
import { Pool } from './pool';
import { answerOf, readChains } from './reader';
import { stepsOf } from './steps';
import { isDescribed, type PlanEnd } from './text-plan';

export async function fromEvidence(text: string, evidence: Evidence): Promise<PlanEnd> {
  const question = readQuestion(text);
  const pool = new Pool();
  const shown = [...evidence.allPassages].sort((a, b) => a.chunk.index - b.chunk.index);
  for (const { chunk } of shown) pool.addChunk(chunk);
  const ways = stepsOf(question);
  const [best] = await readChains(ways, question, pool, () => Promise.resolve(true), isDescribed(ways));
  if (!best) return { answer: null, citations: [] };
  const way = ways.find((steps) => steps.length === best.matches.length)!;
  const citations = best.matches.flatMap(({ sentence: { origin } }) =>
    'chunk' in origin ? evidence.passage(origin.chunk).id : [],
  );
  return { answer: answerOf(best, question, way.at(-1)!), citations: [...new Set(citations)] };
}

/** An answer from what has been shown already, where there is no time to look for more. */
import type { Evidence } from '../evidence';
import { readQuestion } from '../text/question';
import { aimAt, answers, bridgesOf, byScore, chainOf, speaksOf, type Chain } from './chains';
import { Pool } from './pool';
import type { PlanEnd } from './text-plan';

/** A sentence, or two that a name connects, which speak of all that the question does. */
export function fromEvidence(question: string, evidence: Evidence): PlanEnd {
  const aim = aimAt(readQuestion(question));
  const pool = new Pool();
  const shown = [...evidence.allPassages].sort((a, b) => a.chunk.index - b.chunk.index);
  for (const { chunk } of shown) pool.addChunk(chunk);
  const sentences = [...pool.sentences];
  const single = sentences.map((sentence) => chainOf([sentence], [], aim)).sort(byScore);
  const double = single
    .slice(0, 6)
    .flatMap((chain): Chain[] =>
      bridgesOf(chain, aim).flatMap((bridge) =>
        sentences
          .filter((sentence) => !chain.sentences.includes(sentence) && speaksOf(sentence, bridge))
          .map((sentence) => chainOf([...chain.sentences, sentence], [bridge], aim)),
      ),
    );
  const best = [...single, ...double].sort(byScore).find((chain) => answers(chain, aim));
  if (!best) return { answer: null, citations: [] };
  const citations = best.sentences.flatMap(({ origin }) =>
    'chunk' in origin ? evidence.passage(origin.chunk).id : [],
  );
  return { answer: best.sentences.map(({ text }) => text).join(' '), citations: [...new Set(citations)] };
}

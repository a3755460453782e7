/**
 * Fourth stage: steps are answered one after the other by sentences, the innermost first; what a sentence names goes
 * into the step after it. A chain answers only where every step of it is answered.
 */
import type { Question } from '../../language/question';
import { holds, matchOf, speaksOfKind, type Match } from './match';
import { isSameName, type Pool } from './pool';
import type { Step } from './steps';

export interface Chain {
  readonly matches: readonly Match[];
  /** What was found on the way. */
  readonly bridges: readonly string[];
  readonly score: number;
}

/** Puts sentences into the pool that may answer a step; false where there is no time for it. */
export type Look = (step: Step, given: readonly string[]) => Promise<boolean>;

const BEAM = 4;
const MOST_CANDIDATES = 2;
const MOST_MATCHES = 4;
/** What a step has to have of its words, within a chain and alone. */
const LEAST = { bridge: 0.7, last: 0.75, nested: 0.9, list: 0.95, verdict: 0.95 };
/** What each further step makes less likely. */
const PRICE = 0.9;

/** Chains that answer, the best first. @param isNested whether the question can be taken in several steps, too */
export async function readChains(
  ways: readonly (readonly Step[])[],
  question: Question,
  pool: Pool,
  look: Look,
  isNested = false,
): Promise<Chain[]> {
  const out: Chain[] = [];
  for (const steps of ways) {
    let chains: Chain[] = [{ matches: [], bridges: [], score: 1 }];
    for (const [i, step] of steps.entries()) {
      const isLast = i === steps.length - 1;
      const next: Chain[] = [];
      for (const chain of chains.slice(0, BEAM)) {
        const given = [...step.names, ...(step.leans ? chain.bridges.slice(-1) : [])];
        if (!(await look(step, given))) return out;
        next.push(...longer(chain, step, given, question, pool, isLast, isNested));
      }
      chains = next.sort((a, b) => b.score - a.score);
    }
    out.push(...chains);
  }
  return out.sort((a, b) => b.score - a.score);
}

function longer(
  chain: Chain,
  step: Step,
  given: readonly string[],
  question: Question,
  pool: Pool,
  isLast: boolean,
  isNested: boolean,
): Chain[] {
  const known = [...question.names, ...chain.bridges];
  const matches: Match[] = [];
  const least = isLast ? leastOf(step, chain.matches.length === 0 && isNested) : LEAST.bridge;
  for (const sentence of pool.sentences) {
    // A question that one fact answers has been asked of the graph before.
    if (isLast && chain.matches.length === 0 && 'statement' in sentence.origin) continue;
    const match = matchOf(sentence, step, given, known, pool);
    if (!match || match.coverage < least) continue;
    if (isLast && step.isList && match.candidates.length < 2) continue;
    if (isLast ? holds(match, step) : match.candidates.length > 0) matches.push(match);
  }
  matches.sort((a, b) => b.score - a.score);
  const price = chain.matches.length === 0 ? 1 : PRICE;
  return matches.slice(0, MOST_MATCHES).flatMap((match): Chain[] => {
    const longer = { matches: [...chain.matches, match], score: chain.score * match.score * price };
    if (isLast) return [{ ...longer, bridges: chain.bridges }];
    return match.candidates
      .slice(0, MOST_CANDIDATES)
      .map((name, i) => ({ ...longer, bridges: [...chain.bridges, name], score: longer.score * (i === 0 ? 1 : 0.85) }));
  });
}

function leastOf(step: Step, isNested: boolean): number {
  const { kind } = step;
  if (kind === 'yes-no') return LEAST.verdict;
  if (step.isList) return LEAST.list;
  // What is described by something else is seldom said in one sentence, and then in all its words.
  return isNested ? LEAST.nested : LEAST.last;
}

/** What a chain answers: the sentence; of several steps, where a name is asked for, the name alone. */
export function answerOf({ matches, bridges }: Chain, { kind }: Question, step: Step): string {
  const { sentence, candidates } = matches.at(-1)!;
  if (kind === 'yes-no') return `Yes: ${sentence.text}`;
  const [name] = candidates;
  if (name === undefined) return sentence.text;
  const isHere = sentence.names.some((other) => isSameName(name, other));
  const isOnTheWay = bridges.some((bridge) => sentence.names.some((other) => isSameName(bridge, other)));
  if (kind === 'person' || kind === 'party' || kind === 'place') return isOnTheWay || !isHere ? name : sentence.text;
  if (kind !== 'thing' || step.focus === undefined) return sentence.text;
  const isMeant = !isHere && isSameName(name, sentence.subjects[0] ?? '');
  return isMeant || (isOnTheWay && speaksOfKind(name, step.focus, sentence)) ? name : sentence.text;
}

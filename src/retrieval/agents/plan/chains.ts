/**
 * Chains of sentences that together speak of all that a question does: each further one shares a name with those before it
 * that the question does not have.
 */
import { holdsAnswer, type Question } from '../text/question';
import { isFunctionWord, wordsOf } from '../text/words';
import { covers, nameStems, type Sentence } from './pool';

export interface Chain {
  readonly sentences: readonly Sentence[];
  /** Stems of the question that they speak of. */
  readonly covered: ReadonlySet<string>;
  /** Names that led from one to the next. */
  readonly bridges: readonly string[];
  /** From 0 to 1, of what the question is about besides names. */
  readonly coverage: number;
  /** Whether every name of the question is spoken of. */
  readonly hasNames: boolean;
  readonly score: number;
}

/** The question, weighed. */
export interface Aim {
  readonly question: Question;
  /** Stem → how much it tells. */
  readonly weights: ReadonlyMap<string, number>;
  /** Stems of each name. */
  readonly names: readonly (readonly string[])[];
}

/** Words that ask for a kind of answer, which the answer itself seldom repeats. */
const GENERIC = new Set(
  wordsOf(
    'name person people place year date time number kind type sort thing country city town answer way part one called',
  )
    .map(({ stem }) => stem)
    .concat('mani', 'much'),
);

export function aimAt(question: Question): Aim {
  const names = question.names.map(nameStems);
  const inNames = new Set(names.flat());
  const focus = focusOf(question.text);
  const weights = new Map<string, number>();
  for (const stem of question.stems) {
    if (inNames.has(stem)) continue;
    weights.set(stem, GENERIC.has(stem) ? 0.25 : stem === focus ? 0.5 : 1);
  }
  return { question, weights, names };
}

/** The noun after "which" or "what": what the answer is, so that it may stand there without it. */
function focusOf(text: string): string | undefined {
  const words = wordsOf(text);
  const at = words.findIndex(({ text: word }) => /^(?:which|what|whose)$/i.test(word));
  const next = words[at + 1];
  return at >= 0 && next && !isFunctionWord(next) ? next.stem : undefined;
}

/** How well sentences answer. @param bridges names that connect them */
export function chainOf(sentences: readonly Sentence[], bridges: readonly string[], aim: Aim): Chain {
  const covered = new Set<string>();
  let context = 0;
  const all = [...aim.weights.keys(), ...aim.names.flat()];
  for (const stem of all) {
    if (sentences.some((sentence) => covers(sentence.stems, stem))) covered.add(stem);
    else if (sentences.some((sentence) => covers(sentence.context, stem))) {
      covered.add(stem);
      context++;
    }
  }
  let total = 0;
  let reached = 0;
  for (const [stem, weight] of aim.weights) {
    total += weight;
    if (covered.has(stem)) reached += weight;
  }
  const coverage = total === 0 ? 1 : reached / total;
  const named = aim.names.filter((name) => name.every((stem) => covered.has(stem))).length;
  const share = aim.names.length === 0 ? 1 : named / aim.names.length;
  const holds = sentences.some((sentence) => holdsAnswer(sentence.text, aim.question));
  const score = coverage + share + (holds ? 0.3 : 0) - 0.12 * (sentences.length - 1) - 0.03 * context;
  return { sentences, covered, bridges, coverage, hasNames: share === 1, score };
}

/** Names in the last sentence of a chain that may lead on: neither the question's nor used already. */
export function bridgesOf(chain: Chain, aim: Aim): string[] {
  const known = new Set([...aim.names.flat(), ...chain.bridges.flatMap(nameStems)]);
  return chain.sentences
    .at(-1)!
    .names.filter((name) => nameStems(name).some((stem) => !known.has(stem) && !aim.weights.has(stem)))
    .slice(0, 6);
}

/** Whether a sentence speaks of a name, by its telling words. */
export const speaksOf = (sentence: Sentence, name: string): boolean => {
  const stems = nameStems(name);
  return stems.length > 0 && stems.every((stem) => sentence.stems.has(stem) || sentence.context.has(stem));
};

/** Share of what the question is about that an answer has to speak of. */
const ENOUGH = { 'yes-no': 0.8, count: 0.75, other: 0.6 };

/** Whether a chain answers, as far as one can tell without understanding it. */
export function answers(chain: Chain, aim: Aim): boolean {
  const { kind } = aim.question;
  const enough = kind === 'yes-no' || kind === 'count' ? ENOUGH[kind] : ENOUGH.other;
  if (!chain.hasNames || chain.coverage < enough) return false;
  if (aim.names.length === 0 && aim.weights.size === 0) return false;
  return chain.sentences.some((sentence) => holdsAnswer(sentence.text, aim.question));
}

/** The best first. */
export const byScore = (a: Chain, b: Chain): number => b.score - a.score;

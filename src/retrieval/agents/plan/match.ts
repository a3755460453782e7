/** Third stage: how well a sentence answers a step, and what in it may be the answer. */
import { holdsAnswer, isNumber } from '../../language/question';
import { likeness } from '../../language/alike';
import { isFunctionWord, wordsOf, type Word } from '../../language/words';
import { isSameName, nameStems, type Pool, type Sentence } from './pool';
import { mayHave, type Party } from './roles';
import type { Step, Wanted } from './steps';

export interface Match {
  readonly sentence: Sentence;
  /** From 0 to 1: of what the step is about, the part that the sentence speaks of. */
  readonly coverage: number;
  /** Names that may be what is looked for, the likeliest first; empty where none is, or another kind of thing is. */
  readonly candidates: readonly string[];
  readonly score: number;
}

/** How far title and heading may stand for a sentence's own words, and its subject for a name. */
const FROM_CONTEXT = 0.6;
const IN_NAME = 0.6;
const BY_PRONOUN = 0.95;
const BY_TOPIC = 0.75;
const NEGATION = /^(?:not|no|never|none|nobody|nothing|without|neither|nor)$/i;

/**
 * @param given names that have to be spoken of: the question's, and what the step before has found
 * @param known names that are no answer
 */
export function matchOf(
  sentence: Sentence,
  step: Step,
  given: readonly string[],
  known: readonly string[],
  pool: Pick<Pool, 'isThing' | 'isName'>,
): Match | undefined {
  let named = 0;
  for (const name of given) {
    const how = speaksOf(sentence, name);
    if (how === 0) return undefined;
    named += how;
  }
  const { reached, total, verb } = covered(sentence, step.words, given);
  if (reached === 0 && (total > 0 || !step.focus || !has(sentence, step.focus))) return undefined;
  const coverage = total + given.length === 0 ? 0 : (reached + named) / (total + given.length);
  if (
    verb !== undefined &&
    isNegated(sentence.words, verb) &&
    !/\b(?:not|never|no)\b/i.test(step.words.map((each) => each.text).join(' '))
  )
    return undefined;
  const candidates = candidatesOf(sentence, step, given, known, verb, pool);
  const isOfKind = step.focus !== undefined && has(sentence, step.focus);
  const score = coverage + (candidates.length > 0 ? 0.1 : 0) + (isOfKind ? 0.1 : 0);
  return { sentence, coverage, candidates, score };
}

const has = ({ words, context }: Sentence, word: NonNullable<Step['focus']>): boolean =>
  context.has(word.stem) || words.some((other) => likeness(word, other) > 0);

/** 1 by name, less by what its pronouns mean or its document is about, 0 not at all. */
function speaksOf({ stems, subjects, leans }: Sentence, name: string): number {
  if (nameStems(name).every((stem) => stems.has(stem))) return 1;
  const at = subjects.findIndex((subject) => isSameName(subject, name));
  if (at < 0) return 0;
  return leans ? BY_PRONOUN - 0.1 * at : BY_TOPIC;
}

/** What part of the words a sentence speaks of, and where the word stands that says what is done. */
function covered(
  { words, context, names: own }: Sentence,
  wanted: readonly Wanted[],
  given: readonly string[],
): { readonly reached: number; readonly total: number; readonly verb: number | undefined } {
  const names = new Set(given.flatMap(nameStems));
  // What is part of a name is not said: the Fishing Cooperative does not fish.
  const inNames = new Set(own.flatMap(nameStems));
  let total = 0;
  let reached = 0;
  let verb: number | undefined;
  let most = 0;
  for (const each of wanted) {
    total += each.weight;
    let best = context.has(each.stem) ? FROM_CONTEXT : 0;
    for (const [i, word] of words.entries()) {
      if (isFunctionWord(word) || names.has(word.stem)) continue;
      const like = likeness(each, word) * (inNames.has(word.stem) && /^\p{Lu}/u.test(word.text) ? IN_NAME : 1);
      if (like > best) {
        best = like;
        if (like * each.weight >= most) [most, verb] = [like * each.weight, i];
      }
      if (like === 1) break;
    }
    reached += best * each.weight;
  }
  return { reached, total, verb };
}

const isNegated = (words: readonly Word[], at: number): boolean =>
  words.slice(Math.max(0, at - 3), at + 1).some(({ text }) => NEGATION.test(text));

/** Names that may be meant: in the sentence, or whom it leans on. */
function candidatesOf(
  sentence: Sentence,
  step: Step,
  given: readonly string[],
  known: readonly string[],
  verb: number | undefined,
  pool: Pick<Pool, 'isThing' | 'isName'>,
): string[] {
  const taken = [...given, ...known];
  const isTaken = (name: string): boolean => taken.some((other) => isSameName(name, other));
  const own = sentence.names.filter((name) => !isTaken(name) && pool.isName(name));
  const whole = own.filter(
    (name) => !own.some((other) => other !== name && other.length > name.length && other.includes(name)),
  );
  // "She taught him": whoever is meant by a pronoun may be what is looked for, where the sentence names what is given.
  const meant =
    sentence.leans || given.some((name) => sentence.names.some((other) => isSameName(name, other)))
      ? sentence.subjects.filter((name) => !isTaken(name) && !whole.some((other) => isSameName(name, other)))
      : [];
  const givenAt = given.flatMap((name) => placeOf(sentence, name) ?? [])[0];
  const rated = [...whole, ...meant].flatMap((name) => {
    const at = placeOf(sentence, name);
    if (step.kind === 'person' && pool.isThing(name)) return [];
    if (step.role && verb !== undefined && !mayHave(step.role, sentence.words, verb, at, givenAt)) return [];
    let worth = step.kind === 'party' && pool.isThing(name) ? -0.4 : 0;
    if (at && verb !== undefined) worth -= Math.min(10, Math.abs(at.from - verb)) * 0.05;
    const before = at && sentence.words[at.from - 1]?.text.toLowerCase();
    const isPlaced = before !== undefined && /^(?:in|at|from|near|to|into|off|round|between|on|of)$/.test(before);
    if (step.kind === 'person' && isPlaced && /^(?:in|at|into|near|off|round)$/.test(before)) return [];
    if (step.kind === 'person' && isPlaced) worth -= 0.5;
    if (step.kind === 'place') worth += isPlaced ? 0.5 : -0.5;
    if (step.focus && speaksOfKind(name, step.focus, sentence)) worth += 0.6;
    if (!at) worth += step.kind === 'thing' ? 0.1 : -0.2;
    return [{ name, worth }];
  });
  return rated.sort((a, b) => b.worth - a.worth).map(({ name }) => name);
}

/** Where a name stands, or the pronoun that stands for it. */
function placeOf({ words, subjects, text }: Sentence, name: string): Party | undefined {
  const stems = nameStems(name);
  const at = words.findIndex((word, i) =>
    stems.every((stem, j) => words[i + j]?.stem === stem || (j === 0 && word.stem === stem)),
  );
  if (at >= 0) return { from: at, to: at + wordsOf(name).length };
  if (!subjects.some((subject) => isSameName(subject, name))) return undefined;
  const pronoun = words.findIndex((word) => /^(?:he|she|it|they|him|her|them)$/i.test(word.text));
  const isOwner = pronoun >= 0 && /^her$/i.test(words[pronoun]!.text) && /^Her\s/.test(text) && pronoun === 0;
  return pronoun < 0 || isOwner ? undefined : { from: pronoun, to: pronoun + 1 };
}

/** "The brig Magpie", "Coastal Packet Company": the kind of thing stands in or before the name. */
export function speaksOfKind(name: string, focus: NonNullable<Step['focus']>, { words, context }: Sentence): boolean {
  if (wordsOf(name).some((word) => likeness(word, focus) > 0)) return true;
  const stems = nameStems(name);
  const at = words.findIndex((word) => word.stem === stems[0]);
  if (at > 0 && likeness(words[at - 1]!, focus) > 0) return true;
  return stems.every((stem) => context.has(stem)) && context.has(focus.stem);
}

/** How far a number may stand before what it counts: "seven other small boats". */
const COUNTED_WITHIN = 4;

/** Words of a sentence that says hardly more than what it has in common with the question. */
const SHORT = 8;

/** Whether a sentence has something of the kind that is asked for. */
export const holds = ({ sentence, candidates }: Match, { kind, words, names, focus }: Step): boolean => {
  if (kind === 'person' || kind === 'party' || kind === 'place') return candidates.length > 0;
  if (kind === 'count' && focus) {
    const at = sentence.words.flatMap((word, i) => (likeness(word, focus) > 0 ? [i] : []));
    return at.some((i) => sentence.words.slice(Math.max(0, i - COUNTED_WITHIN), i).some(({ text }) => isNumber(text)));
  }
  // "Which production": one that is named, or called so.
  if (kind === 'thing' && focus && candidates.length === 0 && sentence.words.length < SHORT) {
    if (!sentence.words.some((word) => likeness(word, focus) > 0)) return false;
  }
  const stems = new Set([...words.map(({ stem }) => stem), ...names.flatMap(nameStems)]);
  return holdsAnswer(sentence.text, { text: '', kind, names, stems });
};

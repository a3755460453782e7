/** Clauses that answer a question: they have what its first word asks for, and say it of what the question names. */
import { phrasePattern } from '../../evidence/asserted';
import { ANSWERS, anyOf, type AnswerKind } from '../../language/data';
import { namesIn } from '../../language/sentences';
import { isFunctionWord, stemOf, wordsOf } from '../../language/words';
import { causeTold } from './causes';
import type { Expectation } from '../../language/expectation';
import { termsIn, type Question } from './question';
import type { Clause, Sentence } from './windows';

/** Words before and behind a role, a deed or a counted thing among which the answer stands. */
const BESIDE = { before: 4, behind: 9 };
/** Words that tell of an earlier holder of a role. */
const PAST = new Map(Object.entries(ANSWERS).map(([tag, { past }]) => [tag, phrasePattern(past)]));
/** Prepositions between a thing and what it is a part of, or stands in. */
const PART = /^(?:of|in|at|on|near|for|from|to|by|with|under|behind|von|in|im|am|an|bei|auf|für|mit|durch)$/;
/** Words of a phrase behind a preposition, up to a name. */
const MOST_OF_PHRASE = 4;
const RELATIVE = /^(?:who|which|whose|whom|that|der|die|das)\b/;
/** Kinds whose answer is any name. */
export const NAMED_ANY: ReadonlySet<AnswerKind> = new Set(['person', 'name']);
/**
 * True if a clause has something of the kind that is asked for, beside what has to be beside it, and says it of what the
 * question names.
 *
 * @param known terms that stand around the sentence
 */
export function hasAnswer(
  question: Question,
  clause: Clause,
  sentence: Sentence,
  known: ReadonlySet<string>,
  language: string,
): boolean {
  const { beside, isDeed, isPresent, tag, terms, names, verb } = question;
  const { kind, told, isBare } = question.expects!;
  const { text, whole } = clause;
  const isNew = (name: string): boolean => !termsIn(name, language).some((term) => terms.includes(term));
  if (!NAMED_ANY.has(kind) && !names.every((term) => clause.before.has(term) || known.has(term))) return false;
  if (kind === 'cause') return isOfNamed(question, sentence.text, language) && causeTold(question, sentence, language);
  const common = terms.filter((term) => !names.includes(term));
  if (!NAMED_ANY.has(kind) && beside.length === 0) {
    const isSaid = (term: string): boolean => clause.terms.has(term);
    if (common.length > 0 && !common.some(isSaid)) return false;
    if (kind !== 'place' && kind !== 'manner')
      return (
        told(text) &&
        (!isBare ||
          (common.length > 0 ? isOfNamed(question, text, language) : isMeasured(question, clause, sentence, language)))
      );
    const isOfPlace = kind === 'place' && namesIn(text).some(isNew);
    return (
      (isOfPlace || (kind === 'manner' && verb !== undefined)) &&
      isOfNamed(question, text, language) &&
      isBesideVerb(question, text, language)
    );
  }
  // "Who built the oven in Lucca?": not what somebody from Lucca built.
  if (isDeed && !isOfNamed(question, sentence.text, language)) return false;
  const own = namesIn(sentence.text).filter(isNew);
  if (NAMED_ANY.has(kind) && (own.length === 0 || beside.length === 0)) return own.some(told);
  const words = whole.split(/\s+/);
  return words.some((word, i) => {
    const stems = termsIn(word, language);
    if (!stems.some((term) => beside.at(-1) === term || doersOf(beside).includes(term))) return false;
    const before = words.slice(Math.max(0, i - BESIDE.before), i).join(' ');
    const next = words.slice(i + 1, i + BESIDE.behind);
    // "The first director was Ada Holm" does not tell who is.
    if (isPresent && PAST.get(tag)!.test([before, ...next.slice(0, BESIDE.before)].join(' '))) return false;
    const behind = next.join(' ');
    if (!NAMED_ANY.has(kind)) return told(before) || next.some((_, at) => isAlone(next, at, told));
    const isDoing = isDeed && stems.includes(beside.at(-1)!) && !/\bby\b/.test(behind);
    const lasts = own.map((name) => name.slice(name.lastIndexOf(' ') + 1));
    return lasts.some((last) => before.includes(last) || (!isDoing && behind.includes(last)));
  });
}

/** True if a number counts nothing that stands behind it: "of barometers he owned three". */
function isAlone(words: readonly string[], at: number, told: Expectation['told']): boolean {
  const [number, next] = [words[at]!, words[at + 1]];
  if (!told(number) || !told(words.slice(Math.max(0, at - 1), at + 2).join(' '))) return false;
  return next === undefined || !/[\p{L}\p{N}]$/u.test(number) || wordsOf(next).every(isFunctionWord);
}

/** True if a text has a verb, other than as what is to be done: "on a train to make wine". */
const isDone = (verb: string, text: string, language: string): boolean =>
  text
    .split(/(?<!(?<!\p{L})(?:to|zu))\s+/iu)
    .some((part) => !/\s/.test(part) && termsIn(part, language).includes(verb));

/** True if a part of a clause has what is asked for beside the verb of the question, or says where a thing is. */
function isBesideVerb({ verb, tag, expects }: Question, clause: string, language: string): boolean {
  const { places, standing } = ANSWERS[tag]!;
  const stands = new RegExp(
    `(?<!\\p{L})(?:${anyOf(standing)})\\s+(?:\\p{Ll}+\\s+){0,2}?(?:${anyOf(places)})(?!\\p{L})`,
    'u',
  );
  return clause
    .split(new RegExp(`,\\s+(?!(?:${anyOf(places)})(?!\\p{L}))`, 'u'))
    .some((part) => expects!.told(part) && (verb === undefined ? stands.test(part) : isDone(verb, part, language)));
}

/** False if a text has the first name of a question only behind a preposition that the question does not have. */
function isOfNamed({ names, question }: Question, text: string, language: string): boolean {
  const name = names.find((each) => !/^\p{N}/u.test(each));
  const words = wordsOf(text);
  const places = words.flatMap((word, at) =>
    name !== undefined && termsIn(word.text, language).includes(name) ? [at] : [],
  );
  const asked = new Set(wordsOf(question).map((word) => word.text));
  const isPart = (at: number): boolean => {
    const before = words.slice(Math.max(0, at - MOST_OF_PHRASE), at).map((word) => word.text);
    const prepositionAt = before.findLastIndex((word) => PART.test(word));
    const behind = before.slice(prepositionAt + 1);
    return prepositionAt >= 0 && !asked.has(before[prepositionAt]!) && behind.every((word) => /^\p{Ll}/u.test(word));
  };
  return places.length === 0 || !places.every(isPart);
}

/** True if what a clause measures is what the question names, and nothing else in the sentence. */
function isMeasured(question: Question, { text, whole }: Clause, sentence: Sentence, language: string): boolean {
  const { names, tag, expects } = question;
  const isName = (word: string): boolean => termsIn(word, language).some((term) => names.includes(term));
  const startsWithName = (part: string): boolean => {
    const words = wordsOf(part).map((word) => word.text);
    const at = words.findIndex(isName);
    return (
      at >= 0 &&
      at <= MOST_OF_PHRASE &&
      !words.slice(0, at).some((word, i) => PART.test(word) || (i > 0 && /^\p{Lu}/u.test(word)))
    );
  };
  const [first = ''] = wordsOf(text).map((word) => word.text.toLowerCase());
  const isPronoun = ANSWERS[tag]!.pronouns.some((line) => line.split(' ')[0] === first);
  if (isPronoun) return text === sentence.clauses[0]?.text || startsWithName(sentence.text);
  const parts = whole.split(/,\s+/);
  return parts.some((part, i) => {
    if (!expects!.told(part)) return false;
    // "Below it lies the Palm House, ninety feet long", "ninety feet long, the Palm House …".
    const [before, behind] = [parts[i - 1] ?? '', parts[i + 1] ?? ''];
    const isBehind =
      isName(wordsOf(before).at(-1)?.text ?? '') && !RELATIVE.test(behind) && isOfNamed(question, before, language);
    return (
      startsWithName(part) ||
      isBehind ||
      (i === 0 && startsWithName(behind)) ||
      (i > 0 && !RELATIVE.test(part) && startsWithName(parts[0]!))
    );
  });
}

/** Stems of nouns of who does what the answer stands beside. */
export function doersOf(beside: readonly string[]): readonly string[] {
  const head = beside.at(-1);
  return head === undefined ? [] : [`${head}er`, `${head}or`].map(stemOf);
}

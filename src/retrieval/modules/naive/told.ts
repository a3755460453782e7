/** Clauses that answer a question: they have what its first word asks for, and say it of what the question names. */
import { phrasePattern } from '../../evidence/asserted';
import { ANSWERS, anyOf, words as listOf, type AnswerKind } from '../../language/data';
import { namesIn } from '../../language/sentences';
import { isFunctionWord, stemOf, wordsOf } from '../../language/words';
import { causeTold } from './causes';
import type { Expectation } from './expect';
import { termsIn, type Question } from './question';
import type { Clause, Sentence } from './windows';

/** Words before and behind a role, a deed or a counted thing among which the answer stands. */
const BESIDE = { before: 4, behind: 9 };
/** Words that tell of an earlier holder of a role. */
const PAST = new Map(Object.entries(ANSWERS).map(([tag, { past }]) => [tag, phrasePattern(past)]));
/** Prepositions between a thing and what it is a part of, or stands in. */
const PART = /^(?:of|in|at|on|near|for|from|to|von|in|im|am|an|bei|auf|für)$/;
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
  const { kind, told, vocabulary } = question.expects!;
  const { text, whole } = clause;
  const isNew = (name: string): boolean => !termsIn(name, language).some((term) => terms.includes(term));
  if (!NAMED_ANY.has(kind) && !names.every((term) => clause.before.has(term) || known.has(term))) return false;
  if (kind === 'cause') return causeTold(question, sentence, language);
  const common = terms.filter((term) => !names.includes(term));
  if (!NAMED_ANY.has(kind) && beside.length === 0) {
    const isSaid = (term: string): boolean => clause.terms.has(term);
    if (common.length > 0 && !common.some(isSaid)) return false;
    if (kind === 'place') return placeTold(question, text, language) && namesIn(text).some(isNew);
    if (kind === 'manner' && !(verb !== undefined && isDone(verb, text, language))) return false;
    if (vocabulary && !(vocabulary.test(text) && isSubject(question, clause, sentence, language))) return false;
    return told(text);
  }
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

/** True if a part of a clause has a place beside the verb of the question, or says where a thing is. */
function placeTold({ verb, tag, expects }: Question, clause: string, language: string): boolean {
  const { places, standing } = ANSWERS[tag]!;
  const stands = new RegExp(
    `(?<!\\p{L})(?:${anyOf(standing)})\\s+(?:\\p{Ll}+\\s+){0,2}?(?:${anyOf(places)})(?!\\p{L})`,
    'u',
  );
  return clause
    .split(new RegExp(`,\\s+(?!(?:${anyOf(places)})(?!\\p{L}))`, 'u'))
    .some((part) => expects!.told(part) && (verb === undefined ? stands.test(part) : isDone(verb, part, language)));
}

/** True if a clause says a measure of what the question names, and not of a part of it or of what stands in it. */
function isSubject(question: Question, { text, terms }: Clause, { isLeaning }: Sentence, language: string): boolean {
  const { names } = question;
  const isAllNamed = question.terms.length === names.length;
  if (isAllNamed && !isLeaning && !names.every((term) => terms.has(term))) return false;
  const words = wordsOf(text);
  const at = words.findIndex(({ text: word }) => termsIn(word, language).some((term) => names.includes(term)));
  const articles = new Set(listOf(ANSWERS[question.tag]!.definite));
  const before = words.slice(0, Math.max(0, at)).findLast((word) => !articles.has(word.text.toLowerCase()));
  return (
    before === undefined ||
    !PART.test(before.text) ||
    wordsOf(question.question).some((word) => word.text === before.text)
  );
}

/** Stems of nouns of who does what the answer stands beside. */
export function doersOf(beside: readonly string[]): readonly string[] {
  const head = beside.at(-1);
  return head === undefined ? [] : [`${head}er`, `${head}or`].map(stemOf);
}

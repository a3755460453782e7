/**
 * An answer as an extract: the sentence, or two neighbouring ones, that have what a question asks about. Null where
 * none has enough of it: a passage may be the best there is and still know nothing.
 */
import { isOrder } from '../../evidence/asserted';
import type { AnswerKind } from '../../language/data';
import { languageOf } from '../../language/language';
import { wordsOf, type Word } from '../../language/words';
import type { ScoredChunk } from '../../types';
import { termsIn, type Question } from './question';
import { doersOf, hasAnswer, NAMED_ANY } from './told';
import { ROW, windowsOf, type Sentence, type Window } from './windows';

interface Extract {
  readonly text: string;
  /** Place of its passage in the ranking, from 0. */
  readonly passage: number;
  /** Of the question's content words, the part that it has, its heading and title included. */
  readonly coverage: number;
}

interface Extraction {
  readonly extract: Extract | undefined;
  /** What the question is about that no passage has; empty where one has all of it. */
  readonly missing: readonly string[];
}

/**
 * Share of the content words that may be missing, names aside: each may be what the question turns on; more of what
 * wants a number or a time, of which the text has to have one.
 */
const MAY_BE_MISSING = 0.2;
const MAY_BE_MISSING_OF_AMOUNTS = 0.34;
/** Negators. */
const NOT = /\b(?:never|not|nobody|none|nothing)\b|n['’]t\b/i;
const MOST_DENIED = 6;
/** "The Petrel is a small drifter", "Ada Holm, the keeper". */
const IS_SOMETHING =
  /\b(?:is|was|are|were|became) (?:an?|the|one|our|its)\b|\p{Lu}\p{Ll}{1,30}, (?:an?|the|our|its|then|now)\b/u;
/** Least share of the question's words in the sentences themselves, without heading and title. */
const LEAST_IN_SENTENCE = 0.3;
/** Minimum gain in value by a second sentence, and penalty for each rank of a passage. */
const PRICE_OF_SENTENCE = 0.08;
const PRICE_OF_PASSAGE = 0.03;
/** Year in a title. */
const YEAR = /\b(?:1\d{3}|20\d\d)\b/;
/** Words of two sentences; more is no answer. */
const MOST_WORDS = 50;

/** @param ranked passages, best first */
export function extract(question: Question, ranked: readonly ScoredChunk[], language = 'en'): Extraction {
  let best: (Extract & { readonly rank: number }) | undefined;
  let missing: readonly string[] = question.terms;
  // Words of grammar alone ask about nothing.
  if (question.terms.length === 0 || question.isUntold) return { extract: undefined, missing: [] };
  for (const [passage, { chunk }] of ranked.entries()) {
    const heading = `${chunk.title ?? ''}\n${chunk.heading ?? ''}`;
    const around = new Set(termsIn(heading, language));
    const whole = new Set([...around, ...termsIn(chunk.text, language)]);
    const lacking = question.terms.filter((term) => !whole.has(term));
    if (lacking.length < missing.length) missing = lacking;
    if (question.names.some((term) => !whole.has(term)) || isOrder(`${heading}\n${chunk.text}`)) continue;
    // Dated texts tell of their time, not of today.
    if (question.isPresent && YEAR.test(heading)) continue;
    for (const window of windowsOf(chunk.text, language, question.tag)) {
      const cell = window.sentences.length === 1 ? cellOf(question, window.text, around, language) : undefined;
      const told =
        cell !== undefined
          ? { text: cell, value: 1, coverage: 1 }
          : window.sentences.every(({ isStatement }) => isStatement)
            ? weigh(question, window, heading, around, language)
            : undefined;
      const rank = (told?.value ?? -1) - passage * PRICE_OF_PASSAGE;
      if (told && rank > (best?.rank ?? 0) + 1e-9)
        best = { text: cell ?? window.text, passage, coverage: told.coverage, rank };
    }
  }
  if (!best) return { extract: undefined, missing };
  const { rank: _, ...found } = best;
  return { extract: found, missing };
}

/** Terms of the words with capitals, and of numbers behind them. */
const namesOf = (text: string, language: string): string[] =>
  [...text.matchAll(/\p{Lu}[\p{L}\p{M}]*(?: \p{N}[\p{N}.]*\p{N}|\p{N})?/gu)].flatMap(([word]) =>
    termsIn(word, language),
  );

/** True if a text has a name of several words, or the last of them as a name or as `the` one. */
function isSaid(phrase: string, text: string): boolean {
  if (text.toLowerCase().includes(phrase.toLowerCase())) return true;
  const last = phrase.slice(phrase.lastIndexOf(' ') + 1);
  return wordsOf(text).some(
    ({ text: word, start }) =>
      word === last || (word === last.toLowerCase() && /\bthe $/i.test(text.slice(Math.max(0, start - 5), start))),
  );
}

/** The one cell of a row that has what the question asks about, if the other cells say of what. */
function cellOf(
  { terms, names, light }: Question,
  text: string,
  around: ReadonlySet<string>,
  language: string,
): string | undefined {
  if (!ROW.test(text)) return undefined;
  const cells = text.split('; ').map((cell) => {
    const [key = '', ...value] = cell.split(': ');
    const told = value.join(': ');
    return { told, key: new Set(termsIn(key, language)), value: new Set(termsIn(told, language)) };
  });
  const found = cells.filter((cell) => {
    const others = (term: string): boolean => cells.some((other) => other !== cell && other.value.has(term));
    const own = terms.filter((term) => !names.includes(term) && !light.has(term) && !others(term));
    const isNamed = names.every((term) => others(term) || cell.key.has(term) || around.has(term));
    const isNews = [...cell.value].some((term) => !terms.includes(term));
    return isNamed && isNews && own.length > 0 && own.every((term) => cell.key.has(term) || cell.value.has(term));
  });
  return found.length === 1 ? found[0]!.told.trim() || undefined : undefined;
}

function weigh(
  question: Question,
  { text, sentences, terms: own, opening }: Window,
  heading: string,
  headingTerms: ReadonlySet<string>,
  language: string,
): { readonly value: number; readonly coverage: number } | undefined {
  const { terms, names, phrases, light, beside, verb, expects, isNature, isDenial } = question;
  const data = languageOf(question.tag)!;
  const [{ context }, second] = sentences as [Sentence, Sentence?];
  const aroundOf = ({ context: named, isOfContext }: Sentence): ReadonlySet<string> =>
    new Set([...(isOfContext ? [] : headingTerms), ...namesOf(named, language)]);
  const around = aroundOf(sentences[0]!);
  const doers = doersOf(beside);
  const isInside = (term: string): boolean =>
    own.has(term) || (term === beside.at(-1) && doers.some((doer) => own.has(doer)));
  const has = (term: string): boolean => isInside(term) || around.has(term);
  if (!names.every(has) || !phrases.every((phrase) => isSaid(phrase, `${heading}\n${context}\n${text}`)))
    return undefined;
  if (isOfOrigin(question, `${context}\n${text}`, language)) return undefined;
  const isTwo = second !== undefined;
  if (isTwo && text.split(' ').length > MOST_WORDS) return undefined;
  if (opening && names.length > 0 && !names.some((term) => opening.has(term) || around.has(term))) return undefined;
  const common = terms.filter((term) => !names.includes(term));
  const about = common.filter((term) => !light.has(term));
  if (about.length > 0 ? !common.some(isInside) : !common.every(isInside)) return undefined;
  const isAmount = expects !== undefined && !NAMED_KINDS.has(expects.kind);
  const mayBeMissing = !isAmount ? MAY_BE_MISSING : isTwo && !isTime(expects.kind) ? 0 : MAY_BE_MISSING_OF_AMOUNTS;
  if (about.filter((term) => !has(term)).length > Math.floor(about.length * mayBeMissing)) return undefined;
  // Whom a title or the sentences before have named, a sentence need not name again.
  const open = terms.filter((term) => isInside(term) || !names.includes(term) || !around.has(term));
  const inside = terms.filter(isInside).length / Math.max(1, open.length);
  if (inside < LEAST_IN_SENTENCE) return undefined;
  if (isNature && !IS_SOMETHING.test(text)) return undefined;
  if (expects && !isDenial && isDenied(text, common, language)) return undefined;
  // "The frame is of pear wood. The signature was found later": a place stands in the sentence that tells of it.
  const isTold = (sentence: Sentence): boolean =>
    !isTwo || NAMED_ANY.has(expects!.kind) || about.length === 0 || about.some((term) => sentence.terms.has(term));
  const answers = (sentence: Sentence): boolean => {
    const known = new Set([
      ...aroundOf(sentence),
      ...(sentence === second && !sentence.isOfContext ? sentences[0]!.terms : []),
    ]);
    // "It was sold to Ada. The rope was bought by Bo": who bought the rope stands where the rope does.
    const isOpen = beside.length === 0 && NAMED_ANY.has(expects!.kind);
    const deed = question.isDeed ? beside : isOpen ? [verb] : terms;
    const isOfDeed = (each: Sentence): boolean => !isOpen || verb === undefined || each.terms.has(verb);
    const others = terms.filter((term) => !deed.includes(term));
    const says = (each: Sentence): boolean => others.some((term) => each.terms.has(term));
    // "Ida has commanded her since 1883."
    const isReferring = wordsOf(sentence.text).some((word) =>
      data.isAny(word.text.toLowerCase(), 'someone', 'something'),
    );
    const tests = isReferring ? [isOfDeed] : [says, isOfDeed];
    const isOfNone = tests.some((test) => !test(sentence) && sentences.some(test));
    // "The Aurora is old. The Bruno was sold because it leaked."
    const isOfOwn = isTwo && sentence.hasOwnSubject && !names.some((term) => sentence.terms.has(term));
    const isOfOther = !sentence.isLeaning && (isOfNone || (isOfOwn && names.length > 0));
    return (
      !isOfOther &&
      isTold(sentence) &&
      sentence.clauses.some((clause) => hasAnswer(question, clause, sentence, known, language))
    );
  };
  if (expects && !isNature && !sentences.some(answers)) return undefined;
  const all = [...terms, ...doers];
  const isElsewhere = names.length > 0 && !names.some((term) => own.has(term));
  if (expects && ((isElsewhere && isOfAnother(text, all, language)) || isOfAnother(second?.text, all, language)))
    return undefined;
  const coverage = terms.filter(has).length / terms.length;
  return { value: coverage + inside * 0.5 - (isTwo ? PRICE_OF_SENTENCE : 0), coverage };
}

/** Kinds of which no more may be missing than of words. */
const NAMED_KINDS: ReadonlySet<AnswerKind> = new Set(['person', 'name', 'place', 'cause', 'manner']);
const isTime = (kind: AnswerKind): boolean => kind === 'time' || kind === 'day' || kind === 'year';

/** "She never married": true if a text denies a word in question. */
const isDenied = (text: string, about: readonly string[], language: string): boolean =>
  text
    .split(NOT)
    .slice(1)
    .some((rest) =>
      termsIn(
        rest
          .trim()
          .split(/[.;:!?]\s/)[0]!
          .split(/\s+/)
          .slice(0, MOST_DENIED)
          .join(' '),
        language,
      ).some((term) => about.includes(term)),
    );

/** "The oven was built by a mason from Lucca": true if a text has only the origin of another for "the oven in Lucca". */
function isOfOrigin({ question, names, tag }: Question, text: string, language: string): boolean {
  const data = languageOf(tag)!;
  const before = (all: readonly Word[], name: string): string[] =>
    all.flatMap((word, i) => {
      if (!termsIn(word.text, language).includes(name)) return [];
      const at = data.is('articles', (all[i - 1]?.text ?? '').toLowerCase()) ? i - 2 : i - 1;
      return [(all[at]?.text ?? '').toLowerCase()];
    });
  const isOrigin = (word: string): boolean => data.is('origins', word);
  return names.some((name) => {
    const told = before(wordsOf(text), name);
    const asked = before(wordsOf(question), name);
    const isPlaced = asked.length > 0 && asked.every((word) => data.is('locatives', word));
    return isPlaced && told.length > 0 && told.every(isOrigin);
  });
}

/** "His wife died": not who was named before, unless the question asks about a wife. */
function isOfAnother(text: string | undefined, terms: readonly string[], language: string): boolean {
  const [, whose] = /^(?:His|Her|Its|Their) (\p{L}+)/u.exec(text ?? '') ?? [];
  return whose !== undefined && !termsIn(whose, language).some((term) => terms.includes(term));
}

/**
 * An answer as an extract: the sentence, or two neighbouring ones, that have what a question asks about. Null where
 * none has enough of it: a passage may be the best there is and still know nothing.
 */
import { namesIn, sentencesOf } from '../../language/sentences';
import { stemOf, wordsOf } from '../../language/words';
import type { ScoredChunk } from '../../types';
import { termsIn, type Question } from './question';

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
const MOST_DENIED = 3;
/** "The Petrel is a small drifter", "Ada Holm, the keeper". */
const IS_SOMETHING =
  /\b(?:is|was|are|were|became) (?:an?|the|one|our|its)\b|\p{Lu}\p{Ll}{1,30}, (?:an?|the|our|its|then|now)\b/u;
/** Words before and behind a role, a deed or a counted thing among which the answer stands. */
const BESIDE = { before: 4, behind: 9 };
/** Sentences before one that speaks of somebody or something whom they name. */
const NAMED_BEFORE = 3;
/** Least share of the question's words in the sentences themselves, without heading and title. */
const LEAST_IN_SENTENCE = 0.3;
/** Minimum gain in value by a second sentence, and penalty for each rank of a passage. */
const PRICE_OF_SENTENCE = 0.08;
const PRICE_OF_PASSAGE = 0.03;
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
    if (question.names.some((term) => !whole.has(term))) continue;
    for (const window of windows(chunk.text, language)) {
      const cell = window.sentences.length === 1 ? cellOf(question, window.text, around, language) : undefined;
      const told =
        cell !== undefined
          ? { text: cell, value: 1, coverage: 1 }
          : isStatement(window.text)
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

/** A sentence, or two. */
interface Window {
  readonly sentences: readonly string[];
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  /** Sentences before it that may name whom or what it is about. */
  readonly context: string;
  /** Terms of the first of two sentences, if it names something. */
  readonly opening?: ReadonlySet<string>;
}

function* windows(text: string, language: string): Generator<Window> {
  let last: Window | undefined;
  const all = sentencesOf(text);
  for (const [i, sentence] of all.entries()) {
    // One that names nobody itself speaks of those before as well.
    const isOfOthers = language === 'en' && (PRONOUN.test(sentence) || !isNaming(sentence));
    const context = isOfOthers ? [all[0]!, ...all.slice(Math.max(0, i - NAMED_BEFORE), i)].join(' ') : '';
    const terms = new Set(termsIn(sentence, language));
    const here: Window = { sentences: [sentence], text: sentence, terms, context };
    if (last)
      yield {
        ...last,
        ...(isNaming(last.text) && { opening: last.terms }),
        sentences: [last.text, sentence],
        text: `${last.text} ${sentence}`,
        terms: new Set([...last.terms, ...terms]),
      };
    yield here;
    last = here;
  }
}

const PRONOUN = /^(?:He|She|It|They|His|Her|Its|Their|The|This|These)\b/;
const isNaming = (sentence: string): boolean => namesIn(sentence).length > 0;

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

/** Row of a table: `Lens: Helios; Focal length: 18 m`. */
const ROW = /^[^:;.]{1,60}: [^;]*(?:; [^:;]{1,60}: [^;]*)+/;

/** False for questions, headings, and rows of tables, of which one cell is told, never the whole. */
const isStatement = (text: string): boolean => /[.!…]["'”’)\]]*$/.test(text) && !ROW.test(text);

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
  { text, sentences, terms: own, opening, context }: Window,
  heading: string,
  headingTerms: ReadonlySet<string>,
  language: string,
): { readonly value: number; readonly coverage: number } | undefined {
  const { terms, names, phrases, light, beside, expects, isNature, isDenial } = question;
  const around = new Set([...headingTerms, ...namesOf(context, language)]);
  const doers = doersOf(beside);
  const isInside = (term: string): boolean =>
    own.has(term) || (term === beside.at(-1) && doers.some((doer) => own.has(doer)));
  const has = (term: string): boolean => isInside(term) || around.has(term);
  if (!names.every(has) || !phrases.every((phrase) => isSaid(phrase, `${heading}\n${context}\n${text}`)))
    return undefined;
  const isTwo = sentences.length > 1;
  if (isTwo && text.split(' ').length > MOST_WORDS) return undefined;
  if (opening && names.length > 0 && !names.some((term) => opening.has(term) || around.has(term))) return undefined;
  const common = terms.filter((term) => !names.includes(term));
  const about = common.filter((term) => !light.has(term));
  if (about.length > 0 ? !common.some(isInside) : !common.every(isInside)) return undefined;
  const isAmount = expects !== undefined && expects.kind !== 'name';
  const mayBeMissing = !isAmount ? MAY_BE_MISSING : isTwo && expects.kind !== 'time' ? 0 : MAY_BE_MISSING_OF_AMOUNTS;
  if (about.filter((term) => !has(term)).length > Math.floor(about.length * mayBeMissing)) return undefined;
  // Whom a title or the sentences before have named, a sentence need not name again.
  const open = terms.filter((term) => isInside(term) || !names.includes(term) || !around.has(term));
  const inside = terms.filter(isInside).length / Math.max(1, open.length);
  if (inside < LEAST_IN_SENTENCE) return undefined;
  if (isNature && !IS_SOMETHING.test(text)) return undefined;
  if (expects && !isDenial && isDenied(text, about, language)) return undefined;
  // "The frame is of pear wood. The signature was found later": a place stands in the sentence that tells of it.
  const isAnyName = expects?.told('') === true;
  const isTold = (sentence: string): boolean =>
    !isTwo || isAnyName || about.length === 0 || termsIn(sentence, language).some((term) => about.includes(term));
  const answers = (sentence: string): boolean => isTold(sentence) && hasAnswer(question, sentence, language);
  if (expects && !isNature && !sentences.some(answers)) return undefined;
  const all = [...terms, ...doers];
  const isElsewhere = names.length > 0 && !names.some((term) => own.has(term));
  if (expects && ((isElsewhere && isOfAnother(text, all, language)) || isOfAnother(sentences[1], all, language)))
    return undefined;
  const coverage = terms.filter(has).length / terms.length;
  return { value: coverage + inside * 0.5 - (isTwo ? PRICE_OF_SENTENCE : 0), coverage };
}

/** True if a sentence has something of the kind that is asked for, beside what has to be beside it. */
function hasAnswer({ expects, beside, isDeed, terms }: Question, text: string, language: string): boolean {
  const { kind, told } = expects!;
  if (kind !== 'name' && beside.length === 0) return told(text);
  const names = namesIn(text).filter((name) => !termsIn(name, language).some((term) => terms.includes(term)));
  if (kind === 'name' && (names.length === 0 || beside.length === 0)) return names.length > 0 && told(text);
  const words = text.split(/\s+/);
  return words.some((word, i) => {
    const own = termsIn(word, language);
    if (!own.some((term) => beside.at(-1) === term || doersOf(beside).includes(term))) return false;
    const before = words.slice(Math.max(0, i - BESIDE.before), i).join(' ');
    const behind = words.slice(i + 1, i + BESIDE.behind).join(' ');
    if (kind !== 'name') return told(`${before} ${behind}`);
    const isDoing = isDeed && own.includes(beside.at(-1)!) && !/\bby\b/.test(behind);
    const lasts = names.map((name) => name.slice(name.lastIndexOf(' ') + 1));
    return lasts.some((last) => before.includes(last) || (!isDoing && behind.includes(last)));
  });
}

/** Stems of nouns of who does what the answer stands beside. */
function doersOf(beside: readonly string[]): readonly string[] {
  const head = beside.at(-1);
  return head === undefined ? [] : [`${head}er`, `${head}or`].map(stemOf);
}

/** "She never married": true if a text denies a word in question. */
const isDenied = (text: string, about: readonly string[], language: string): boolean =>
  text
    .split(NOT)
    .slice(1)
    .some((rest) =>
      termsIn(rest.trim().split(/\s+/).slice(0, MOST_DENIED).join(' '), language).some((term) => about.includes(term)),
    );

/** "His wife died": not who was named before, unless the question asks about a wife. */
function isOfAnother(text: string | undefined, terms: readonly string[], language: string): boolean {
  const [, whose] = /^(?:His|Her|Its|Their) (\p{L}+)/u.exec(text ?? '') ?? [];
  return whose !== undefined && !termsIn(whose, language).some((term) => terms.includes(term));
}

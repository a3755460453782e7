/**
 * An answer as an extract: the sentence, or two neighbouring ones, that have what a question asks about. Null where
 * none has enough of it: a passage may be the best there is and still know nothing.
 */
import { anyOf, EXTRACT } from '../../language/data';
import { namesIn, sentencesOf } from '../../language/sentences';
import { isFunctionWord, wordsOf } from '../../language/words';
import { foldWords } from '../../links/fold';
import { termsOf } from '../../search/terms';
import type { ScoredChunk } from '../../types';
import { isThere, type Expectation } from './expect';
import type { Question } from './question';
import { whoIn } from './who';

interface Extract {
  readonly text: string;
  /** Place of its passage in the ranking, from 0. */
  readonly passage: number;
  /** Of the question's content words, the part that it has, its heading and title included. */
  readonly coverage: number;
  /** It is a name that a text tells for what is asked, not a sentence. */
  readonly isName?: true;
}

export interface Extraction {
  readonly extract: Extract | undefined;
  /** What the question is about that no passage has; empty where one has all of it. */
  readonly missing: readonly string[];
}

/**
 * How many of so many content words may be missing, names aside: of four none, for each may be what the question turns
 * on; fewer of what wants a number or a time, of which the text has to have one.
 */
const mayBeMissing = (words: number, expects: Expectation | undefined, sentences: number): number => {
  if (expects === 'count' || expects === 'money') return sentences > 1 ? 0 : Math.floor(words * 0.34);
  return Math.floor(words * (expects === undefined || expects === 'name' ? 0.2 : 0.34));
};
/** What a word counts that the text says otherwise. */
const OTHERWISE = 0.8;
/** "The Petrel is a small drifter", "Ada Holm, the keeper". */
const IS_SOMETHING =
  /\b(?:is|was|are|were|became) (?:an?|the|one|our|its)\b|\p{Lu}\p{Ll}{1,30}, (?:an?|the|our|its|then|now)\b/u;
/** Words from what is counted on, of which one may be its number. */
const NEAR_COUNTED = 9;
/** Sentences before one that begins with `She` or `Its` which may have told the name. */
const NAMED_BEFORE = 3;
/** And in the sentences themselves, without heading and title. */
const LEAST_IN_SENTENCE = 0.3;
/** What a further sentence has to bring. */
const PRICE_OF_SENTENCE = 0.08;
const MOST_PASSAGES = 8;
/** Words of two sentences; more is no answer. */
const MOST_WORDS = 50;

/** The terms of a text, irregular forms as their infinitives too. */
const allTerms = (text: string, language: string): string[] => [
  ...termsOf(text, language),
  ...(language === 'en' ? wordsOf(text).map(({ stem }) => stem) : []),
];

/** @param ranked passages, best first */
export function extract(question: Question, ranked: readonly ScoredChunk[], language = 'en'): Extraction {
  let best: (Extract & { readonly rank: number }) | undefined;
  let fewest: readonly string[] = question.terms;
  // Words of grammar alone ask about nothing.
  if (question.terms.length === 0 || question.asksForAll || question.isUntold)
    return { extract: undefined, missing: [] };
  for (const [passage, { chunk }] of ranked.slice(0, MOST_PASSAGES).entries()) {
    const around = new Set(allTerms(`${chunk.title ?? ''} ${chunk.heading ?? ''}`, language));
    const whole = new Set([...around, ...allTerms(chunk.text, language)]);
    const missing = question.terms.filter((term) => !whole.has(term));
    if (missing.length < fewest.length) fewest = missing;
    if (question.names.some((term) => !whole.has(term))) continue;
    const title = new Set(allTerms(chunk.title ?? '', language));
    for (const window of windows(chunk.text, language)) {
      // The title itself.
      const cell = window.sentences === 1 ? cellOf(question, window.text, around, language) : undefined;
      if (cell !== undefined) {
        const rank = 1 - passage * 0.03;
        if (!best || rank > best.rank + 1e-9) best = { text: cell, passage, coverage: 1, rank };
      }
      if (!isStatement(window.text) || [...window.terms].every((term) => title.has(term))) continue;
      const candidate = weigh(question, window, new Set([...around, ...window.before]), language);
      if (!candidate) continue;
      const told = `${chunk.title ?? ''}\n${chunk.heading ?? ''}\n${window.context}\n${window.text}`;
      if (!question.phrases.every((phrase) => isSaid(phrase, told))) continue;
      const rank = candidate.value - passage * 0.03;
      if (!best || rank > best.rank + 1e-9) best = { text: window.text, passage, coverage: candidate.coverage, rank };
    }
  }
  const named = nameIn(question, ranked, language);
  if (named) return { extract: named, missing: fewest };
  if (!best) return { extract: undefined, missing: fewest };
  const { rank: _, ...found } = best;
  return { extract: found, missing: fewest };
}

/** Who it is, where a question asks that and a passage about what it names says so of one alone. */
function nameIn({ terms, names, who }: Question, ranked: readonly ScoredChunk[], language = 'en'): Extract | undefined {
  if (!who || terms.length === 0) return undefined;
  const role = new Set(who.role.map(({ stem }) => stem));
  const about = terms.filter((term) => !role.has(term));
  for (const [passage, { chunk }] of ranked.slice(0, MOST_PASSAGES).entries()) {
    const around = new Set(allTerms(`${chunk.title ?? ''} ${chunk.heading ?? ''}`, language));
    const told = new Set<string>();
    const sentences = sentencesOf(chunk.text);
    for (const [i, sentence] of sentences.entries()) {
      const name = whoIn(sentence, who);
      if (name === undefined) continue;
      const before = names.length > 0 ? sentences.slice(Math.max(0, i - NAMED_BEFORE), i).join(' ') : '';
      const known = new Set([...around, ...allTerms(sentence, language), ...namesOf(before, language)]);
      if (about.every((term) => known.has(term))) told.add(name);
    }
    const [name] = told;
    if (told.size === 1 && name !== undefined)
      return { text: fullName(name, chunk.text), passage, coverage: 1, isName: true };
    if (told.size > 1) return undefined;
  }
  return undefined;
}

/** "Anneke Dorrestijn" of "Ms Dorrestijn", where a text has one of that name. */
function fullName(name: string, text: string): string {
  const surname = TITLED.exec(name)?.[1];
  if (surname === undefined) return name;
  const whole = new Set(namesIn(text).filter((each) => each.endsWith(` ${surname}`) && !TITLE.test(each)));
  return whole.size === 1 ? [...whole][0]! : name;
}

const TITLES = `(?:${anyOf(EXTRACT.titles)})`;
const TITLE = new RegExp(`\\b${TITLES}\\b`);
const TITLED = new RegExp(`(?:^| )${TITLES}\\.? (\\p{Lu}[\\p{L}'’-]+)$`, 'u');

interface Window {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  /**
   * Sentences before it, where it speaks of somebody or something whom they name: the first, and those right before.
   */
  readonly context: string;
  /** Terms of whom or what these name. */
  readonly before: readonly string[];
  /** Of two sentences, whom or what the first names: what is said there is said of that. */
  readonly opening?: ReadonlySet<string>;
  readonly sentences: number;
  /** Of two sentences, the second. */
  readonly second?: string;
}

function* windows(text: string, language: string): Generator<Window> {
  let last: Window | undefined;
  let isLastNamed = false;
  const sentences = sentencesOf(text);
  for (const [i, sentence] of sentences.entries()) {
    const isNamed = namesIn(sentence).length > 0;
    // One that names nobody itself speaks of those before as well.
    const isOfOthers =
      language === 'en' && (/^(?:He|She|It|They|His|Her|Its|Their|The|This|These)\b/.test(sentence) || !isNamed);
    const context = isOfOthers
      ? [...new Set([...sentences.slice(0, 1), ...sentences.slice(Math.max(0, i - NAMED_BEFORE), i)])].join(' ')
      : '';
    const before = namesOf(context, language);
    const here: Window = {
      text: sentence,
      terms: new Set(allTerms(sentence, language)),
      context,
      before,
      sentences: 1,
    };
    if (last) {
      const opening = isLastNamed ? { opening: last.terms } : {};
      const terms = new Set([...last.terms, ...here.terms]);
      yield { ...last, ...opening, text: `${last.text} ${sentence}`, terms, sentences: 2, second: sentence };
    }
    yield here;
    last = here;
    isLastNamed = isNamed;
  }
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
    return { told, key: new Set(allTerms(key, language)), value: new Set(allTerms(told, language)) };
  });
  const found = cells.filter((cell) => {
    const others = (term: string): boolean => cells.some((other) => other !== cell && other.value.has(term));
    const own = terms.filter((term) => !names.includes(term) && !light.has(term) && !others(term));
    const isNamed = names.every((term) => others(term) || cell.key.has(term) || around.has(term));
    const isNews = [...cell.value].some((term) => !terms.includes(term));
    return isNamed && isNews && own.length > 0 && own.every((term) => cell.key.has(term) || cell.value.has(term));
  });
  const told = found[0]?.told.trim();
  return found.length === 1 && told !== '' ? told : undefined;
}

/** "His wife died": not who was named before, unless the question asks about a wife. */
function isOfAnother(text: string, terms: readonly string[], language: string): boolean {
  const [, whose] = /^(?:His|Her|Its|Their) (\p{L}+)/u.exec(text) ?? [];
  return whose !== undefined && !allTerms(whose, language).some((term) => terms.includes(term));
}

/** Whether a text has a name of several words, or the last of them as a name or as `the` one. */
function isSaid(phrase: string, text: string): boolean {
  const plainly = (each: string): string => each.replace(/’/g, "'").replace(/\s+/g, ' ');
  const [name, all] = [plainly(phrase), plainly(text)];
  if (all.toLowerCase().includes(name.toLowerCase())) return true;
  const last = name.slice(name.lastIndexOf(' ') + 1);
  return wordsOf(all).some(
    ({ text: word, start }) =>
      word === last || (word.toLowerCase() === last.toLowerCase() && /\bthe $/i.test(all.slice(0, start))),
  );
}

/** Terms of the words with capitals, and of numbers behind them. */
const namesOf = (text: string, language: string): string[] =>
  [...text.matchAll(/\p{Lu}[\p{L}\p{M}]*(?: \p{N}[\p{N}.]*\p{N}|\p{N})?/gu)].flatMap(([word]) =>
    termsOf(word, language),
  );

function weigh(
  { terms, names, like, light, expects, counted, order, who, isNature, isOpen: isOpenQuestion }: Question,
  { text, terms: own, opening, sentences, second }: Window,
  around: ReadonlySet<string>,
  language: string,
): { readonly value: number; readonly coverage: number } | undefined {
  if (names.some((term) => !own.has(term) && !around.has(term))) return undefined;
  if (sentences > 1 && text.split(' ').length > MOST_WORDS) return undefined;
  // An answer to `who` needs the role or the deed in its own sentence.
  if (who && !who.role.some(({ text: word, stem }) => [stem, ...termsOf(word, language)].some((term) => own.has(term))))
    return undefined;
  if (opening && names.length > 0 && !names.some((term) => opening.has(term) || around.has(term))) return undefined;
  const about = terms.filter((term) => !names.includes(term) && !light.has(term));
  // Other words for the only thing that is asked about may be about anything.
  const isAnchored = about.some((term) => own.has(term));
  // A word of the text that stands for one word of the question does not stand for another too.
  const isLike = (term: string): boolean =>
    isAnchored && (like.get(term)?.some((other) => own.has(other) && !terms.includes(other)) ?? false);
  const others = terms.filter((term) => !names.includes(term));
  if (others.length > 0 && !others.some((term) => own.has(term) || isLike(term))) return undefined;
  const counts = terms.map((term) => (own.has(term) ? 1 : isLike(term) ? OTHERWISE : 0));
  const missing = terms.filter((term, i) => counts[i] === 0 && !around.has(term));
  if (missing.filter((term) => !light.has(term)).length > mayBeMissing(about.length, expects, sentences))
    return undefined;
  // Whom a title or the sentences before have named, a sentence need not name again.
  const isOpen = terms.map((term) => !(names.includes(term) && around.has(term) && !own.has(term)));
  const inside = sum(counts) / Math.max(1, isOpen.filter(Boolean).length);
  const coverage = sum(counts.map((count, i) => (around.has(terms[i]!) ? 1 : count))) / terms.length;
  if (inside < LEAST_IN_SENTENCE) return undefined;
  // What only repeats the question answers nothing.
  const more = [...own].filter((term) => !terms.includes(term));
  if (more.length === 0) return undefined;
  if (isNature && !IS_SOMETHING.test(text)) return undefined;
  if (expects === 'name' && !hasOtherName(text, terms, language)) return undefined;
  if (expects !== undefined && expects !== 'name' && !isThere(expects, text)) return undefined;
  if (order && !order.test(text)) return undefined;
  if (isOpenQuestion && isDenied(text, about, language)) return undefined;
  if (expects === 'count' && counted !== undefined && !isCounted(text, counted, language)) return undefined;
  const isElsewhere = names.length > 0 && !names.some((term) => own.has(term));
  const speaks = (sentence: string | undefined): boolean =>
    sentence !== undefined && isOfAnother(sentence, terms, language);
  if (expects !== undefined && ((isElsewhere && speaks(text)) || speaks(second))) return undefined;
  return { value: coverage + inside * 0.5 - (sentences - 1) * PRICE_OF_SENTENCE, coverage };
}

/** "She never married": whether all that a text says of a word in question is that it is not so. */
function isDenied(text: string, about: readonly string[], language: string): boolean {
  const words = text.split(/\s+/);
  const denied = new Set<string>();
  const told = new Set<string>();
  for (const [i, word] of words.entries()) {
    const isNot =
      words.slice(Math.max(0, i - 2), i).some((each) => /^(?:never|not)$|n['’]t$/i.test(each)) ||
      words.slice(Math.max(0, i - 4), i).some((each) => /^(?:nobody|none|nothing)$/i.test(each));
    for (const term of allTerms(word, language)) if (about.includes(term)) (isNot ? denied : told).add(term);
  }
  return [...denied].some((term) => !told.has(term));
}

/**
 * Whether a number stands right before what is counted, or behind it: "three old lamps", "of lamps there were three".
 */
function isCounted(text: string, counted: string, language: string): boolean {
  return sentencesOf(text).some((sentence) => {
    const words = sentence.split(/\s+/);
    return words.some(
      (word, i) =>
        termsOf(word, language).includes(counted) &&
        words.slice(Math.max(0, i - 4), i + NEAR_COUNTED).some((each) => isThere('count', each)),
    );
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Whether there is a name that the question has not. */
function hasOtherName(text: string, terms: readonly string[], language: string): boolean {
  return foldWords(text).some(({ start, end }) => {
    const word = text.slice(start, end);
    // The first word of a sentence may be any word, but where a name goes on.
    const isFirst = /(?:^|[.!?:]["'”’)]?\s+)["'“‘(*]*$/u.test(text.slice(0, start));
    if (isFirst && !/^['’]s\b|^,|^\s+(?:\p{Lu}|\p{Ll}+(?:ed|s)\b|is\b|was\b|has\b|had\b)/u.test(text.slice(end)))
      return false;
    if (wordsOf(word).every(isFunctionWord)) return false;
    return /^\p{Lu}/u.test(word) && termsOf(word, language).some((term) => !terms.includes(term));
  });
}

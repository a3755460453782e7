/**
 * An answer as an extract: the sentence, or two neighbouring ones, that have what a question asks about. Null where none has
 * enough of it: a passage may be the best there is and still know nothing.
 */
import { foldWords } from '../../links/fold';
import { termsOf } from '../../search/terms';
import type { ScoredChunk } from '../../types';
import { EXPECTATIONS, isThere, type Expectation } from './expect';

export interface Extract {
  readonly text: string;
  /** Place of its passage in the ranking, from 0. */
  readonly passage: number;
  /** Of the question's content words, the part that it has, its heading and title included. */
  readonly coverage: number;
}

export interface Extraction {
  readonly extract: Extract | undefined;
  /** What the question is about that no passage has; empty where one has all of it. */
  readonly missing: readonly string[];
}

/** How many of so many content words may be missing: of three none, for each of them may be what the question turns on. */
const mayBeMissing = (words: number): number => Math.floor(words * 0.3);
/** And in the sentences themselves, without heading and title. */
const LEAST_IN_SENTENCE = 0.3;
/** What a further sentence has to bring. */
const PRICE_OF_SENTENCE = 0.08;
const MOST_PASSAGES = 8;

/** Words that say that something is asked, not what about. */
const ASKING: ReadonlySet<string> = new Set(
  termsOf(
    'who whom whose what which when where why how many much long old tall far often ever tell me give list name names called find show explain ' +
      'please know known does did do kind kinds type types sort sorts year date time place people person thing things',
  ),
);

export interface Question {
  /** Terms of what it is about. */
  readonly terms: readonly string[];
  /** Names and numbers: a text without them is about something else. */
  readonly names: readonly string[];
  readonly expects: Expectation | undefined;
}

/** What a question asks about. */
export function analyse(question: string, language = 'en'): Question {
  const all = [...new Set(termsOf(question, language))];
  const about = all.filter((term) => !ASKING.has(term));
  const terms = about.length > 0 ? about : all;
  const words = foldWords(question);
  const named = words.filter(({ start, end }, i) => {
    const word = question.slice(start, end);
    return /\p{N}/u.test(word) || (i > 0 && /^\p{Lu}/u.test(word) && !/[.?!:]\s*["“]?$/.test(question.slice(0, start)));
  });
  const names = [...new Set(named.flatMap(({ start, end }) => termsOf(question.slice(start, end), language)))];
  return { terms, names: names.filter((term) => terms.includes(term)), expects: expectationOf(question) };
}

function expectationOf(question: string): Expectation | undefined {
  return EXPECTATIONS.find(([pattern]) => pattern.test(question))?.[1];
}

/** @param ranked passages, best first */
export function extract(question: Question, ranked: readonly ScoredChunk[], language = 'en'): Extraction {
  let best: (Extract & { readonly rank: number }) | undefined;
  let fewest: readonly string[] = question.terms;
  // Words of grammar alone ask about nothing.
  if (question.terms.length === 0) return { extract: undefined, missing: [] };
  for (const [passage, { chunk }] of ranked.slice(0, MOST_PASSAGES).entries()) {
    const around = new Set(termsOf(`${chunk.title ?? ''} ${chunk.heading ?? ''}`, language));
    const whole = new Set([...around, ...termsOf(chunk.text, language)]);
    const missing = question.terms.filter((term) => !whole.has(term));
    if (missing.length < fewest.length) fewest = missing;
    if (question.names.some((term) => !whole.has(term))) continue;
    for (const window of windows(chunk.text, language)) {
      const candidate = weigh(question, window, around, language);
      if (!candidate) continue;
      const rank = candidate.value - passage * 0.03;
      if (!best || rank > best.rank + 1e-9) best = { text: window.text, passage, coverage: candidate.coverage, rank };
    }
  }
  if (!best) return { extract: undefined, missing: fewest };
  const { rank: _, ...found } = best;
  return { extract: found, missing: fewest };
}

interface Window {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  readonly sentences: number;
}

function* windows(text: string, language: string): Generator<Window> {
  let before: Window | undefined;
  for (const sentence of sentencesOf(text)) {
    const here: Window = { text: sentence, terms: new Set(termsOf(sentence, language)), sentences: 1 };
    if (before) yield { text: `${before.text} ${sentence}`, terms: union(before.terms, here.terms), sentences: 2 };
    yield here;
    before = here;
  }
}

const union = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> => new Set([...a, ...b]);

/** Making one takes longer than most of its work. */
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text, white space made single spaces. */
export function sentencesOf(text: string): string[] {
  const joined = text
    .split(/\n\s*\n/)
    .flatMap((paragraph) => [...SENTENCES.segment(paragraph.replace(/\s+/g, ' '))].map(({ segment }) => segment.trim()))
    .filter((sentence) => sentence !== '');
  // "Dr. Smith", "J. R. Hale": what ends in an abbreviation goes on.
  const out: string[] = [];
  for (const sentence of joined) {
    const before = out.at(-1);
    if (before !== undefined && /(?:^|\s)(?:\p{Lu}|Dr|Mr|Mrs|Ms|St|Prof|Sr|Jr|vs|No|ca|approx)\.$/u.test(before)) {
      out[out.length - 1] = `${before} ${sentence}`;
    } else out.push(sentence);
  }
  return out;
}

function weigh(
  { terms, names, expects }: Question,
  { text, terms: own, sentences }: Window,
  around: ReadonlySet<string>,
  language: string,
): { readonly value: number; readonly coverage: number } | undefined {
  const inside = terms.filter((term) => own.has(term)).length / terms.length;
  const coverage = terms.filter((term) => own.has(term) || around.has(term)).length / terms.length;
  if (coverage * terms.length < terms.length - mayBeMissing(terms.length) - 1e-9 || inside < LEAST_IN_SENTENCE)
    return undefined;
  if (names.some((term) => !own.has(term) && !around.has(term))) return undefined;
  // What only repeats the question answers nothing.
  const more = [...own].filter((term) => !terms.includes(term));
  if (more.length === 0) return undefined;
  if (expects === 'name' && !hasOtherName(text, terms, language)) return undefined;
  if (expects !== undefined && expects !== 'name' && !isThere(expects, text)) return undefined;
  return { value: coverage + inside * 0.5 - (sentences - 1) * PRICE_OF_SENTENCE, coverage };
}

/** Whether there is a name that the question has not. */
function hasOtherName(text: string, terms: readonly string[], language: string): boolean {
  return foldWords(text).some(({ start, end }) => {
    const word = text.slice(start, end);
    return /^\p{Lu}/u.test(word) && termsOf(word, language).some((term) => !terms.includes(term));
  });
}

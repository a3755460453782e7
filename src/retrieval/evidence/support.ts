/**
 * Support of an answer by texts: its names, numbers and dates occur in them, and most of its other words. What the
 * question states itself needs no support.
 */
import { languageOf } from '../language/language';
import { namesIn } from '../language/sentences';
import { isFunctionWord, wordsOf, type Word } from '../language/words';
import { foldText } from '../links/fold';
import { isOrder } from './asserted';
import { misattributed } from './attribution';
import { numbersIn, withDates, writtenValue } from './values';
import { contentOf, isDerived, VERDICTS, withoutSource } from './wording';

const ENGLISH_WORDS = languageOf('en')!;
/** Text of evidence, prepared once. */
class Grounds {
  readonly stems = new Set<string>();
  readonly numbers = new Set<string>();
  private readonly folded: string;

  constructor(texts: readonly string[]) {
    const kept = texts.filter((text) => !isOrder(text)).map(withDates);
    for (const text of kept) {
      for (const { stem } of wordsOf(text)) this.stems.add(stem);
      for (const value of numbersIn(text)) this.numbers.add(value);
    }
    this.folded = kept.map(foldText).join('|');
  }

  /** True if the name is written so, but for case, accents and titles before it. */
  hasName(name: string): boolean {
    return this.folded.includes(foldText(name.replace(TITLES, '')));
  }

  /** True if the word, a word made of it or another word for it occurs. */
  hasWord(word: Word): boolean {
    if (this.stems.has(word.stem)) return true;
    for (const stem of ENGLISH_WORDS.thesaurus.otherWords(word.text)) if (this.stems.has(stem)) return true;
    return word.stem.length >= 4 && [...this.stems].some((stem) => isDerived(stem, word.stem));
  }
}

const TITLES = /^(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Lady|The)\.?\s+)+/;

interface Supported {
  readonly question: string;
  readonly answer: string;
  /** Texts of the cited evidence. */
  readonly texts: readonly string[];
  /** The passages among them. Default: all. */
  readonly prose?: readonly string[];
  /** Facts and rows of query results among them. */
  readonly rows?: readonly string[];
  /** Further texts that say what the evidence is about, and support nothing. */
  readonly about?: readonly string[];
  /** Numbers that count pieces of the evidence. */
  readonly counts?: readonly number[];
}

/** Names, numbers and common words of an answer that its question does not have. */
function addedBy({ question, answer: given }: Pick<Supported, 'question' | 'answer'>) {
  const answer = withDates(given);
  const asked = new Grounds([question]);
  const all = namesIn(answer).filter((name) => !VERDICTS.test(name));
  const names = all.filter((name) => !asked.hasName(name));
  const numbers = numbersIn(answer).filter((value) => !asked.numbers.has(value));
  const common = contentOf(answer, [], ENGLISH_WORDS).filter((word) => !asked.hasWord(word));
  return { asked, names, numbers, common, isVerdict: all.length + numbers.length + common.length === 0 };
}

/**
 * Returns why the texts do not support an answer; undefined if they do.
 *
 * @example unsupported({ question: 'Who taught Otto?', answer: 'Hugo Bär', texts: ['Lena Hof taught Otto.'] })
 *   // 'the cited evidence does not name Hugo Bär'
 */
export function unsupported(claim: Supported): string | undefined {
  const { question, texts, prose = texts, rows = [], about = [], counts = [] } = claim;
  const answer = withoutSource(claim.answer);
  const grounds = new Grounds(texts);
  const { asked, names, numbers, common, isVerdict } = addedBy({ question, answer });
  const missing = names.filter((name) => !grounds.hasName(name) && !areParts(name, grounds));
  if (missing.length > 0) return `the cited evidence does not name ${listed(missing)}`;
  const known = new Set(counts.map(String));
  const strange = numbers.filter((value) => !grounds.numbers.has(value) && !known.has(value));
  if (strange.length > 0)
    return `the cited evidence does not have the number or date ${listed(strange.map(writtenValue))}`;
  const without = common.filter((word) => !grounds.hasWord(word));
  if (without.length > 0)
    return `the cited evidence does not say ${listed(without.map(({ text }) => text))}; use its own words`;
  if (!isAboutQuestion(question, new Grounds([...texts, ...about]), asked, isVerdict))
    return 'the cited evidence is not about what the question asks';
  return misattributed({ question, answer, prose: prose.filter((text) => !isOrder(text)), rows, about, counts });
}

/** True if evidence and question have something in common; for a verdict, every name of the question. */
function isAboutQuestion(question: string, grounds: Grounds, asked: Grounds, isVerdict: boolean): boolean {
  const names = namesIn(question);
  if (isVerdict && names.length > 0) return names.every((name) => grounds.hasName(name) || areParts(name, grounds));
  if (names.some((name) => grounds.hasName(name))) return true;
  const content = wordsOf(question).filter((word) => !isFunctionWord(word));
  return content.length === 0 || asked.stems.size === 0 || content.some((word) => grounds.hasWord(word));
}

/** "Alice and Bob" of two names. */
function areParts(name: string, grounds: Grounds): boolean {
  const parts = name.split(/ (?:and|in|on|for|of|the|at) /);
  return parts.length > 1 && parts.every((part) => grounds.hasName(part));
}

const MOST_LISTED = 8;
const listed = (items: readonly string[]): string => [...new Set(items)].slice(0, MOST_LISTED).join(', ');

/** True if a text holds the pieces of an answer that the question does not state: a name, a number, or the words. */
export function covers(text: string, asked: Pick<Supported, 'question' | 'answer'>): boolean {
  const grounds = new Grounds([text]);
  const { names, numbers, common } = addedBy(asked);
  if (names.some((name) => grounds.hasName(name)) || numbers.some((value) => grounds.numbers.has(value))) return true;
  if (names.length + numbers.length > 0) return false;
  if (common.length > 0) return common.every((word) => grounds.hasWord(word));
  const stated = namesIn(asked.question);
  return stated.length > 0 && stated.every((name) => grounds.hasName(name));
}

/** True if a text covers an answer, or has a name of the question, and so may lead to it. */
export function concerns(text: string, asked: Pick<Supported, 'question' | 'answer'>): boolean {
  if (covers(text, asked)) return true;
  const grounds = new Grounds([text]);
  return namesIn(asked.question).some((name) => grounds.hasName(name));
}

/** Returns a test for names and values in a text. */
export function teller(text: string): (object: string | number | boolean) => boolean {
  const grounds = new Grounds([text]);
  return (object) => {
    const told = withDates(String(object));
    const numbers = numbersIn(told);
    return grounds.hasName(told) || (numbers.length > 0 && numbers.every((value) => grounds.numbers.has(value)));
  };
}

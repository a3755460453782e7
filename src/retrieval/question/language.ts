/**
 * Languages of questions. A language is data (languages/*.json): how it asks, which words only build sentences, and how
 * it says yes and no. Words and lists are in lower case.
 */
import { newStemmer } from 'snowball-stemmers';
import { detached } from '../../util/text';
import type { Bound } from '../language/numbers';
import { stemOf, wordsOf, type Word } from '../language/words';
import type { Sayings } from '../modules/owl/types';
import de from './languages/de.json';
import en from './languages/en.json';

export interface Asking {
  readonly wants: 'node' | 'time' | 'number' | 'count';
  /** True if the answer is a person. */
  readonly isWho?: boolean;
  readonly isWhere?: boolean;
  /** True if the noun behind is what is asked for: `which`. */
  readonly isDeterminer?: boolean;
  /** Side of a verb on which the word stands. */
  readonly role?: 'agent' | 'patient' | undefined;
}

/** Contents of a file of a language. */
interface LanguageData {
  readonly tag: string;
  /** Name of its Snowball stemmer. */
  readonly stemmer: string;
  /** Pattern of participles with a prefix, the stem and an ending in groups; null if there are none. */
  readonly participle: string | null;
  /** Pattern of endings of verbs behind a first group that stays; null if the stemmer removes them. */
  readonly ending: string | null;
  /** Prefixes that verbs leave at the end of a sentence. */
  readonly separable: readonly string[];
  /** Form of a word → its basic form. */
  readonly irregular: Readonly<Record<string, string>>;
  readonly nounsAreCapitalized: boolean;
  readonly asking: Readonly<Record<string, Asking>>;
  /** Nouns behind a word that asks, of times. */
  readonly times: readonly string[];
  readonly commands: readonly string[];
  readonly be: readonly string[];
  readonly auxiliaries: readonly string[];
  /** Auxiliaries between the object and the subject: `which papers does she cite`. */
  readonly subjectAfter: readonly string[];
  /** Articles, relative pronouns and others that may be left out. */
  readonly grammar: readonly string[];
  readonly prepositions: readonly string[];
  /** Before the agent of a passive verb. */
  readonly agentMarkers: readonly string[];
  readonly possessiveMarkers: readonly string[];
  readonly having: readonly string[];
  readonly all: readonly string[];
  readonly and: readonly string[];
  readonly both: readonly string[];
  /** Pronouns of people. */
  readonly someone: readonly string[];
  /** Pronouns of things. */
  readonly something: readonly string[];
  readonly comparisons: Readonly<Record<string, Bound['how']>>;
  readonly superlatives: Readonly<Record<string, string>>;
  /** Words in labels of properties that put one thing in another. */
  readonly containment: readonly string[];
  /** Said of a part of a question without an answer. */
  readonly unanswered: string;
  readonly sayings: Sayings;
}

export class Language {
  readonly tag: string;
  /** Words that may be left out of a name or a question. */
  private readonly grammar: ReadonlySet<string>;
  private readonly participle: RegExp | undefined;
  private readonly ending: RegExp | undefined;
  private readonly stems = new Map<string, string>();
  private readonly stemmer;

  constructor(readonly data: LanguageData) {
    this.tag = data.tag;
    this.stemmer = newStemmer(data.stemmer);
    const { grammar, prepositions, be, auxiliaries, and, both } = data;
    this.grammar = new Set([...grammar, ...prepositions, ...be, ...auxiliaries, ...and, ...both]);
    if (data.participle !== null) this.participle = new RegExp(data.participle, 'u');
    if (data.ending !== null) this.ending = new RegExp(data.ending, 'u');
  }

  /** Returns what the forms of a word share. Where nouns are capitalized, only other words have forms of verbs. */
  stem(word: string): string {
    const lower = word.toLowerCase();
    if (this.tag === 'en') return stemOf(lower);
    const isNoun = this.data.nounsAreCapitalized && lower !== word;
    const key = isNoun ? word : lower;
    const known = this.stems.get(key);
    if (known !== undefined) return known;
    const base =
      this.data.irregular[lower] ?? ((!isNoun && this.participle?.exec(lower)?.slice(1, 3).join('')) || lower);
    let stem = this.stemmer.stem(base).normalize('NFKD').replace(/\p{M}/gu, '');
    if (!isNoun && this.ending) for (let was = ''; was !== stem;) [was, stem] = [stem, stem.replace(this.ending, '$1')];
    if (this.stems.size < MAX_STEMS && key.length <= MAX_KEPT) this.stems.set(detached(key), detached(stem));
    return stem;
  }

  words(text: string): Word[] {
    return wordsOf(text, (word) => this.stem(word));
  }

  isGrammar(word: Word): boolean {
    return this.grammar.has(word.text.toLowerCase());
  }

  /** Returns the question's parts: "who designed it, and when was she hired". */
  parts(question: string): readonly string[] {
    const words = this.words(question);
    const lower = words.map(({ text }) => text.toLowerCase());
    const { and, asking, prepositions } = this.data;
    const at = lower.findIndex((word, i) => {
      if (i === 0 || !and.includes(word)) return false;
      const start = prepositions.includes(lower[i + 1] ?? '') ? i + 2 : i + 1;
      return [1, 2, 3].some((count) => Object.hasOwn(asking, lower.slice(start, start + count).join(' ')));
    });
    if (at < 0) return [question];
    return [question.slice(0, words[at - 1]!.end), ...this.parts(question.slice(words[at]!.end).trimStart())];
  }

  /** True if a question has a pronoun. */
  hasPronoun(question: string): boolean {
    const { someone, something } = this.data;
    return this.words(question).some(({ text }) => [...someone, ...something].includes(text.toLowerCase()));
  }

  /** Returns the place of the first pronoun of a person. */
  personAt(question: string): number | undefined {
    const { someone } = this.data;
    return this.words(question).find(({ text }) => someone.includes(text.toLowerCase()))?.start;
  }

  /** Number of words of a question that this language uses to build sentences. */
  score(question: string): number {
    const lower = this.words(question).map(({ text }) => text.toLowerCase());
    const asked = Object.keys(this.data.asking).some((phrase) => lower.slice(0, 3).join(' ').includes(phrase)) ? 1 : 0;
    return asked + lower.filter((word) => this.grammar.has(word)).length;
  }
}

const MAX_STEMS = 20_000;
/** Maximum characters of a word whose stem is kept. */
const MAX_KEPT = 60;

const LANGUAGES: readonly Language[] = [en, de].map((data) => new Language(data as unknown as LanguageData));

/** Returns the languages that build most of a question: several if they build equally much, the preferred one first. */
export function languagesOf(question: string, preferred: string): readonly Language[] {
  const scored = LANGUAGES.map((language) => ({ language, score: language.score(question) }));
  const best = Math.max(...scored.map(({ score }) => score));
  const likely = scored.flatMap(({ language, score }) => (score === best ? [language] : []));
  return likely.sort((a, b) => Number(b.tag === preferred) - Number(a.tag === preferred));
}

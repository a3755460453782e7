/** Words of English text: where they stand, what they have in common with other forms of them. */
import { newStemmer } from 'snowball-stemmers';
import { detached } from '../../util/text';
import { ENGLISH, record, words } from './data';
import { IrregularForms } from './irregular';

export interface Word {
  /** As it is written. */
  readonly text: string;
  /** What forms of one word share. */
  readonly stem: string;
  /** In the text, UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Possessive ending: of `Holm's`, `ships'`. */
export const POSSESSIVE = /['’]s?$/;

/** Words that say how a sentence is built, not what it is about. */
const FUNCTION_WORDS = new Set(words(ENGLISH.functionWords));
/** Forms that the stemmer does not bring together. */
const IRREGULAR = new IrregularForms(ENGLISH);

/** "Craftsmen", "fishermen": nouns of what people do; not `specimen`. */
const singularOfMen = (word: string): string =>
  word.replace(/^([a-z]{2,}(?:s|r|y|k|d|w|ia|ce|ne|ate|ade))men$/, '$1man');

const stemmer = newStemmer('english');
const stems = new Map<string, string>();
const MOST_STEMS = 20_000;
/** Characters of a word that is kept. */
const MOST_KEPT = 60;

/** What forms of a word have in common; in lower case, without accents. */
export function stemOf(word: string): string {
  let stem = stems.get(word);
  if (stem === undefined) {
    const plain = word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(POSSESSIVE, '');
    stem = /^[a-z]+$/.test(plain) ? stemmer.stem(IRREGULAR.baseOf(plain) ?? singularOfMen(plain)) : plain;
    if (stems.size >= MOST_STEMS) stems.clear();
    if (word.length <= MOST_KEPT) stems.set(detached(word), detached(stem));
  }
  return stem;
}

/**
 * The words of a text, in their order. Hyphens part words, apostrophes do not.
 *
 * @param stem stemmer of the text's language
 */
export function wordsOf(text: string, stem = stemOf): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu)].map((match) => ({
    text: match[0],
    stem: stem(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export const isFunctionWord = (word: Word): boolean => FUNCTION_WORDS.has(word.text.toLowerCase());

/** Words by their stems: equal for forms of the same words. */
export const keyOf = (words: readonly Word[]): string => words.map(({ stem }) => stem).join(' ');

/** Stems of the words that a text is about. */
export function contentStems(text: string): Set<string> {
  return new Set(
    wordsOf(text)
      .filter((word) => !isFunctionWord(word))
      .map(({ stem }) => stem),
  );
}

/**
 * Returns the plural of a noun whose stem may be another one than that of the noun: `buses`, `lenses`, `Busse`;
 * undefined of other nouns.
 *
 * @param endings of nouns in the singular and in the plural, as `s:ses`
 */
export function pluralOf(noun: string, endings: readonly string[]): string | undefined {
  const [found] = [...record(endings)].filter(([ending]) => noun.endsWith(ending));
  return found && noun.slice(0, -found[0].length) + found[1];
}

/** A name in camel case or with underscores as words: `hangsIn` as `hangs in`. */
export const spaced = (name: string): string =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .trim();

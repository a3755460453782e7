/**
 * Words that nobody knows may be misspelt. One becomes a word of how questions are put, or one of the ontology with
 * the same first letter; never one that some document or the language has, for then it is a word.
 */
import { editDistance } from '../../util/editDistance';
import { words as listOf } from '../language/data';
import type { Word } from '../language/words';
import type { Corpus } from '../types';
import type { Names } from './names';

/** Maximum words that are corrected; more are another language. */
const MAX_WORDS = 3;
/** Shorter words are too near to others; longer ones are no words. */
const MIN_LETTERS = 5;
const MAX_LETTERS = 50;
/** Length from which a word may have two slips. */
const LONG = 8;

interface Corrected {
  readonly words: readonly Word[];
  /** As it was written → as it is read. */
  readonly read: Readonly<Record<string, string>>;
}

/** @returns undefined where nothing can be corrected for certain */
export async function corrected(
  words: readonly Word[],
  unknownAt: readonly number[],
  names: Names,
  corpus: Corpus,
  signal: AbortSignal,
): Promise<Corrected | undefined> {
  const { language, vocabularyWords } = names;
  if (unknownAt.length > MAX_WORDS) return undefined;
  const asking = Object.keys(language.data.asking).flatMap((phrase) => phrase.split(' '));
  const building = [...asking, ...listOf(language.data.grammar)];
  const out = [...words];
  const read: Record<string, string> = {};
  for (const at of unknownAt) {
    const { text, stem } = words[at]!;
    const lower = text.toLowerCase();
    if (lower.length < MIN_LETTERS || lower.length > MAX_LETTERS || !/^\p{Ll}+$/u.test(lower)) continue;
    if (language.everydayStems.has(stem)) continue;
    if ((await corpus.keywordSearch(text, 1, signal)).length > 0) continue;
    const isLike = (other: string): boolean => other[0] === lower[0];
    const known = [...building, ...[...vocabularyWords].filter(isLike)];
    const meant = nearest(lower, known, names) ?? nearest(lower, language.thesaurus.words.filter(isLike), names);
    if (meant === undefined) continue;
    out[at] = { ...words[at]!, text: meant, stem: language.stem(meant) };
    read[text] = meant;
  }
  return Object.keys(read).length > 0 ? { words: out, read } : undefined;
}

/** The one word that is nearest; none where two are as near and are not forms of one word. */
function nearest(word: string, known: readonly string[], { language }: Names): string | undefined {
  const max = word.length >= LONG ? 2 : 1;
  const near = known
    .filter((other) => other.length >= MIN_LETTERS)
    .map((other) => ({ other, distance: editDistance(word, other, { swaps: true, max }) }))
    .filter(({ distance }) => distance <= max);
  const least = Math.min(...near.map(({ distance }) => distance));
  const [found, ...others] = near.filter(({ distance }) => distance === least).map(({ other }) => other);
  const isOne = others.every((other) => language.stem(other) === language.stem(found!));
  return isOne ? found : undefined;
}

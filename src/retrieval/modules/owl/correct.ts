/**
 * Between the third and the fourth stage: words that nobody knows may be misspelt. One becomes a word of the ontology,
 * of a node's label, or of how questions are put; never one that some document has, for then it is a word.
 */
import { LEAST_LETTERS, MOST_LETTERS, distanceOf, slipsOf } from '../../language/spelling';
import { thesaurusWords } from '../../language/thesaurus';
import { stemOf } from '../../language/words';
import type { Corpus, Linker } from '../../types';
import type { Lexicon } from './lexicon';

/** Of a question; more are another language. */
const MOST_WORDS = 3;
const ASKING =
  'which what where when whose whom many much have does were between before after named called located'.split(' ');
/** Longer words may have two slips. */
const LONG = 8;

interface Corrected {
  readonly text: string;
  /** As it was written → as it is read. */
  readonly words: Readonly<Record<string, string>>;
}

/**
 * @param unknown words of the question
 * @returns undefined where nothing can be corrected for certain
 */
export async function corrected(
  question: string,
  unknown: readonly string[],
  { lexicon, linker, corpus }: { readonly lexicon: Lexicon; readonly linker: Linker; readonly corpus: Corpus },
  signal: AbortSignal,
): Promise<Corrected | undefined> {
  const words: Record<string, string> = {};
  let text = question;
  if (unknown.length === 0 || unknown.length > MOST_WORDS) return undefined;
  for (const word of unknown) {
    if (word.length < LEAST_LETTERS || word.length > MOST_LETTERS || !/^[a-z]+$/i.test(word)) continue;
    if ((await corpus.keywordSearch(word, 1, signal)).length > 0) continue;
    const meant =
      nearest(word.toLowerCase(), [...ASKING, ...lexicon.vocabularyWords]) ??
      // Of everyday words, of which there are many, one that begins alike.
      nearest(
        word.toLowerCase(),
        thesaurusWords.filter((other) => other[0] === word[0]!.toLowerCase()),
      ) ??
      (await ofLabels(text, word, linker, signal));
    if (meant === undefined) continue;
    words[word] = meant;
    text = text.replace(new RegExp(`\\b${word}\\b`), meant);
  }
  return Object.keys(words).length > 0 ? { text, words } : undefined;
}

/** The one word that is nearest; none where two are as near and are not forms of one word. */
function nearest(word: string, known: readonly string[]): string | undefined {
  const most = word.length >= LONG ? 2 : 1;
  let found: string | undefined;
  let least = most + 1;
  let isOne = true;
  for (const other of known) {
    if (other.length < LEAST_LETTERS) continue;
    const distance = distanceOf(word, other, most);
    if (distance > least || distance > most) continue;
    if (distance === least && found !== undefined) isOne &&= stemOf(found) === stemOf(other);
    else [found, isOne, least] = [other, true, distance];
  }
  return isOne ? found : undefined;
}

/** The one spelling with which a text names more nodes than without. */
async function ofLabels(text: string, word: string, linker: Linker, signal: AbortSignal): Promise<string | undefined> {
  const at = text.search(new RegExp(`\\b${word}\\b`));
  if (at < 0) return undefined;
  const [before, after] = [text.slice(0, at), text.slice(at + word.length)];
  // What is near the word is enough to know a label by.
  const [left, right] = [before.split(' ').slice(-4).join(' '), after.split(' ').slice(0, 5).join(' ')];
  let found: string | undefined;
  for (const slip of slipsOf(word.toLowerCase())) {
    if (slip.length < LEAST_LETTERS - 1) continue;
    const mentions = await linker.mentions(`${left}${slip}${right}`, signal);
    const isNamed = mentions.some(
      ({ start, end, uids }) => uids.length > 0 && start < left.length + slip.length && end > left.length,
    );
    if (!isNamed) continue;
    if (found !== undefined) return undefined;
    found = slip;
  }
  return found === undefined ? undefined : found[0]!.toUpperCase() + found.slice(1);
}

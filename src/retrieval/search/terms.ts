/**
 * What is searched for: stems of words without stop words, as Dgraph's full-text index has them, kept for each chunk as one
 * string of words between spaces, in their order and with repeats. Its term index finds chunks; the string counts terms.
 */
import { fullTextTerms } from '../../embedded/tokenizers/fulltext';

const MOST_OF_TERM = 64;
/** Words that every tokenizer leaves as they are; others are written as the hexadecimal of their UTF-8. */
const PLAIN = /^(?!u0)[a-z0-9]+$/;

/**
 * The terms of a text or a question.
 *
 * @param language its tag; English where there is none
 */
export const termsOf = (text: string, language = 'en'): string[] =>
  fullTextTerms(text, language).map((term) => encode(term.slice(0, MOST_OF_TERM)));

const encode = (term: string): string => (PLAIN.test(term) ? term : `u0${Buffer.from(term).toString('hex')}`);

/** Between spaces, the first and the last too. */
export const printTerms = (terms: readonly string[]): string => (terms.length === 0 ? '' : ` ${terms.join(' ')} `);

/** How often a term is in a string of `printTerms`. */
export function countTerm(printed: string, term: string): number {
  const wanted = ` ${term} `;
  let count = 0;
  for (let at = printed.indexOf(wanted); at >= 0; at = printed.indexOf(wanted, at + wanted.length - 1)) count++;
  return count;
}

/** How many terms there are in one. */
export function countTerms(printed: string): number {
  let spaces = 0;
  for (let at = printed.indexOf(' '); at >= 0; at = printed.indexOf(' ', at + 1)) spaces++;
  return Math.max(0, spaces - 1);
}

/**
 * Search terms: stems of words without stop words, as in Dgraph's full-text index. Each chunk stores its terms as one
 * string, separated by spaces, in text order and with repeats. The string's term index finds chunks; the string itself
 * counts terms.
 */
import { fullTextTerms } from '../../embedded/tokenizers';

const MAX_TERM_LENGTH = 64;
/** Terms that tokenizers do not change. Other terms are stored as the hexadecimal of their UTF-8. */
const PLAIN = /^(?!u0)[a-z0-9]+$/;

/**
 * Returns the terms of a text or a question.
 *
 * @param language language tag
 */
export const termsOf = (text: string, language = 'en'): string[] =>
  fullTextTerms(text, language).map((term) => encode(term.slice(0, MAX_TERM_LENGTH)));

const encode = (term: string): string => (PLAIN.test(term) ? term : `u0${Buffer.from(term).toString('hex')}`);

/** Prints terms with a space before and after each one. */
export const printTerms = (terms: readonly string[]): string => (terms.length === 0 ? '' : ` ${terms.join(' ')} `);

/** Counts a term in a string of `printTerms`. */
export function countTerm(printed: string, term: string): number {
  const delimited = ` ${term} `;
  let count = 0;
  for (let at = printed.indexOf(delimited); at >= 0; at = printed.indexOf(delimited, at + delimited.length - 1))
    count++;
  return count;
}

/** Counts all terms in a string of `printTerms`. */
export function countTerms(printed: string): number {
  let spaces = 0;
  for (let at = printed.indexOf(' '); at >= 0; at = printed.indexOf(' ', at + 1)) spaces++;
  return Math.max(0, spaces - 1);
}

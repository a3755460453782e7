/**
 * Sentences that assert something, by the words of their language: neither questions, nor what is denied, doubted or only
 * supposed, nor orders to whoever reads them.
 */
import { ANSWERS, EXTRACT, phrases, type AnswerData } from '../language/data';
import { languagesOf } from '../language/language';

/** Patterns of one language. */
interface Patterns {
  readonly doubts: RegExp;
  readonly openDoubts: RegExp;
  readonly attempts: RegExp;
  readonly retractions: RegExp;
}

/** Pattern of any phrase of a list, as whole words. */
export const phrasePattern = (lines: readonly string[], flags = 'iu'): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases(lines).join('|')})(?![\\p{L}\\p{N}])`, flags);

const patternsOf = ({ doubts, openDoubts, attempts, retractions }: AnswerData): Patterns => ({
  doubts: phrasePattern(doubts),
  openDoubts: new RegExp(openDoubts, 'u'),
  attempts: phrasePattern(attempts),
  retractions: new RegExp(retractions, 'iu'),
});

const PATTERNS = new Map(Object.entries(ANSWERS).map(([tag, data]) => [tag, patternsOf(data)]));
/** Of the languages of answers, and patterns of several others. */
const ORDERS = [
  ...Object.values(ANSWERS).map(
    ({ orders }) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases(orders).join('|')})`, 'iu'),
  ),
  new RegExp(EXTRACT.orders.join('|'), 'iu'),
];
/** Characters without a width: they part words for programs and not for readers. */
const INVISIBLE = /\p{Cf}/gu;

const visible = (text: string): string => text.replace(INVISIBLE, '').replace(/\s+/g, ' ');

/** True if a text speaks to a reader who takes orders: it is evidence of nothing. */
export const isOrder = (text: string): boolean => {
  const plain = visible(text);
  return ORDERS.some((order) => order.test(plain));
};

/** Patterns of the language that builds most of a sentence. */
const patternsFor = (sentence: string, preferred: string): Patterns =>
  PATTERNS.get(languagesOf(sentence, preferred)[0]!.tag)!;

/**
 * True if a sentence asserts what it says.
 *
 * @param next the sentence behind it, which may take it back
 * @param preferred language that is assumed if the sentence does not tell
 */
export function isAsserted(sentence: string, next: string, preferred: string): boolean {
  const plain = visible(sentence);
  const { doubts, openDoubts, retractions } = patternsFor(plain, preferred);
  if (/\?["'”’)\]]*$/.test(plain) || doubts.test(plain) || openDoubts.test(plain)) return false;
  return !retractions.test(visible(next));
}

/** True if a clause only tells that something was tried, wanted or refused. */
export const isAttempt = (clause: string, preferred: string): boolean =>
  patternsFor(clause, preferred).attempts.test(visible(clause));

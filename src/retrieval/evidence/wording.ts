/** Wording of statements: verdict, polarity, reservations, and the words that say something. */
import { anyOf, EXTRACT, words as listOf } from '../language/data';
import type { Language } from '../language/language';
import { isFunctionWord, stemOf, type Word } from '../language/words';
import { amountsIn, MONTHS } from './values';

/** "Yes." and "No, …"; not "No windows". */
export const VERDICT = /^\W*(?:(yes|true|ja|oui)|(no|false|nein|non))\b\s*(?:$|[,.:;!–—-]+\s*)/i;
/** Words that tell a verdict. */
export const VERDICTS = /^(?:yes|no|true|false|ja|nein|oui|non)$/i;
/** Before a statement of which is asked if it is so. */
export const ASKS_VERDICT =
  /^\W*(?:is|are|was|were|am|do|does|did|has|have|had|can|could|may|might|must|should|will|would|ist|sind|war|waren|hat|haben|darf|kann|wird|wurde)\b/i;
/** Noun behind the question word: `which animal`, `how many rooms`. */
export const ASKED_KIND =
  /\b(?:which|what|whose|how many|how much|how(?= (?:long|old|high|tall|far|big|deep|wide|heavy|large|fast|strong|warm|hot)))\s+\p{Ll}+/giu;

const NEGATION =
  /\b(?:not(?! only)|never|no(?!\. ?\d)|nor|neither|none|nobody|nothing|without|hardly|cannot|\w+n['’]t|nicht|niemand|nie|kein\w*|ohne)\b/giu;
const reservation = new RegExp(EXTRACT.reservations.join('|'), 'iu');
/** Statements that are made with a reservation, and questions, state nothing. */
export const isReserved = (text: string): boolean => reservation.test(text) || /\?["'”’)\]]?$/.test(text.trimEnd());

const document = `(?:the |these |this |those |its )?(?:\\p{Ll}+ )?(?:${anyOf(EXTRACT.documents)})`;
const source = new RegExp(`^\\W*(?:${EXTRACT.sources.join('|').replaceAll('SOURCE', document)})`, 'iu');
/** An answer without the words that only say that the evidence has it. */
export const withoutSource = (answer: string): string => answer.replace(source, '');

/** Stem → stems of what denies it, and is denied by it. */
const OPPOSED = new Map<string, Set<string>>();
const DENYING = new Set(listOf(EXTRACT.denying).map(stemOf));
for (const pair of listOf(EXTRACT.opposed)) {
  const [one = '', others = ''] = pair.split(':');
  for (const other of others.split('+')) {
    DENYING.add(stemOf(other));
    for (const [from, to] of [
      [stemOf(one), stemOf(other)],
      [stemOf(other), stemOf(one)],
    ] as const)
      OPPOSED.set(from, (OPPOSED.get(from) ?? new Set()).add(to));
  }
}
/** Stems of words that say the opposite of a word. */
export const opposedTo = (stem: string): ReadonlySet<string> => OPPOSED.get(stem) ?? new Set();

const SEGMENT =
  /[,;:–—|]|\b(?:but|although|though|because|since (?!\d)|so that|while|whereas|which|who|that|and)\b|(?=\bwithout\b)/iu;
/** Before a clause that only says of what or when something is asked. */
const SUBORDINATE = /(?<=\S\s)\b(?:when|after|before|while|if|that|who|whose|which)\b[^]*$/iu;

/**
 * True if a text denies something: an odd number of negators, and of verbs such as `reject` that are not in both texts.
 *
 * @param other stems of the text that it is compared with
 */
export function isDenied(text: string, other: ReadonlySet<string>, language: Language): boolean {
  const negators = text.match(NEGATION)?.length ?? 0;
  return (negators + language.words(text).filter(({ stem }) => DENYING.has(stem) && !other.has(stem)).length) % 2 === 1;
}

/** "Guests without a ticket may …", "without a fee up to …": denies no more than its own noun. */
const WITHOUT_NOUN =
  /\b(?:without|ohne) (?:\p{Ll}+ ){1,4}?(?=(?:may|can|must|will|shall|is|are|was|were|has|have|had|up|until|for|in|on|at|by|from)\b)/giu;

/** A question without what it only says besides: "… that would not go down". */
export const mainOf = (question: string): string => question.replace(SUBORDINATE, '');

/** True if the part of a text that has most of a claim denies it. */
export function deniesMost(
  text: string,
  count: (part: string) => number,
  other: ReadonlySet<string>,
  language: Language,
): boolean {
  const parts = (other.has('without') ? text : text.replace(WITHOUT_NOUN, ' '))
    .split(SEGMENT)
    .filter((part) => part.trim() !== '');
  const counts = parts.map(count);
  const most = Math.max(...counts);
  return parts.some((part, i) => counts[i] === most && isDenied(part, other, language));
}

export const withoutTitle = (name: string): string =>
  name.replace(/^(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Lady|The)\.?\s+)+/, '');

const TITLES = new Set(listOf(EXTRACT.titles));

/** Words that say something, without those of the names; numbers are none. */
export function contentOf(text: string, names: readonly string[], language: Language): Word[] {
  const all = language.words(text);
  const ofNames = new Set(names.flatMap((name) => language.words(name).map(({ stem }) => stem)));
  const numbers = new Set(
    amountsIn(text, language)
      .flatMap(({ from, to }) => all.slice(from, to))
      .map(({ start }) => start),
  );
  return all.filter(
    (word) =>
      !(language.tag === 'en' ? isFunctionWord(word) : isBuilding(word, language)) &&
      !/\d/.test(word.text) &&
      !numbers.has(word.start) &&
      !MONTHS.includes(word.text) &&
      !ofNames.has(word.stem) &&
      !VERDICTS.test(word.text) &&
      !TITLES.has(word.text) &&
      !word.text.match(/^\w+n['’]t$/) &&
      word.text.match(NEGATION) === null,
  );
}

const isBuilding = (word: Word, language: Language): boolean =>
  language.isGrammar(word) || language.askingAt([word.text.toLowerCase()], 0) !== undefined;

/** True if one stem begins with the other, and is little longer: `paint`, `painter`. */
export function isDerived(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.length - short.length <= 3 && long.startsWith(short);
}

/** Wording of claims: verdict, polarity, direction, and the words that say something. */
import { isFunctionWord, wordsOf, type Word } from '../language/words';
import { isNegated, type Unit } from './units';
import { MONTHS } from './values';

export const VERDICT = /^\W*(?:(yes|true)|(no|false))\b[\s,.:;–—-]*/i;
/** Relations that hold in both directions. */
const SYMMETRIC =
  /^(?:m[ae]t|meets?|marr\w*|wed\w*|border\w*|adjoin\w*|touch\w*|neighbou?r\w*|resembl\w*|equal\w*|join\w*|cross\w*|fac\w+)$/i;

/** Text between two names. */
interface Between {
  readonly words: readonly Word[];
  readonly isPassive: boolean;
  /** True if the direction is not that of a verb: "of", possessives, relations that hold both ways. */
  readonly isOpen: boolean;
}

export function between(text: string, one: string, other: string): Between | undefined {
  const start = text.indexOf(one);
  const end = text.indexOf(other, start + one.length);
  if (start < 0 || end < 0) return undefined;
  const inside = text.slice(start + one.length, end);
  const words = contentOf(inside);
  const isOpen =
    /^['’]s|\bof\b|\band\b|\bor\b|[,;]|\bwith\b/.test(inside) || words.some((word) => SYMMETRIC.test(word.text));
  return { words, isPassive: /\bby\b/.test(inside), isOpen };
}

export const withoutTitle = (name: string): string =>
  name.replace(/^(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Lady|The)\.?\s+)+/, '');

/** True if a unit names nothing, itself or by what it leans on. */
export const isSilent = ({ names, context }: Unit): boolean => names.length === 0 && context.trim() === '';

/** Polarity of a clause; undefined if an apposition has another one. */
export function polarityOf(text: string): boolean | undefined {
  const isDenied = isNegated(text);
  return isNegated(text.replace(/,[^,]*(?:,|$)/g, ' ')) === isDenied ? !isDenied : undefined;
}

/** Words that say something, without those of the names. */
export function contentOf(text: string, names: readonly string[] = []): Word[] {
  const ofNames = new Set(names.flatMap((name) => wordsOf(name).map(({ stem }) => stem)));
  return wordsOf(text).filter(
    (word) =>
      !isFunctionWord(word) &&
      !/\d/.test(word.text) &&
      !MONTHS.includes(word.text) &&
      !ofNames.has(word.stem) &&
      !VERDICT.test(word.text),
  );
}

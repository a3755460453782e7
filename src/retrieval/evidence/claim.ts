/** One statement of an answer, and what a unit of evidence has to have for it. */
import type { Word } from '../language/words';
import type { Amount } from './values';

/** Share of the question's words that the surroundings of an answer have; names aside, of which they have all. */
export const LEAST_SHARE = 0.5;

export interface Claim {
  readonly text: string;
  /** Names, words and amounts that the question does not say: a unit has all of them. */
  readonly names: readonly string[];
  readonly words: readonly Word[];
  readonly amounts: readonly Amount[];
  /** Names of which it is said: a unit is about all of them; or about one, if a pronoun stands for it. */
  readonly of: readonly string[];
  readonly isOfOne: boolean;
  /** Words of the question, which a unit has for the most part; all of them if the claim is the question's own. */
  readonly asked: readonly Word[];
  readonly isWhole: boolean;
  /** False for names and amounts alone. */
  readonly isSentence: boolean;
  /** True for what the evidence says word by word. */
  readonly isQuote: boolean;
  /** True if a text that denies something, or does not, agrees with it; by the stems of the text. */
  readonly agrees: (denied: boolean, stems: ReadonlySet<string>) => boolean;
  /** Texts in whose order names and verbs are subject and object. */
  readonly roles: readonly string[];
}

/**
 * Who does it and to whom, by the order of words and the voice of the verb: "Otto taught Lena" is not "Otto was taught
 * by Lena".
 */
import { isVerbForm, stemOf, type Word } from '../../language/words';

const BE = /^(?:is|are|was|were|be|been|being)$/i;

/** Where one stands in a sentence, in words; a pronoun may stand for it. */
export interface Party {
  readonly from: number;
  readonly to: number;
}

/**
 * Whether the one that is asked for may have a role; true where the sentence does not tell.
 *
 * @param at the verb's place
 * @param given where the other one stands
 */
export function mayHave(
  role: 'agent' | 'patient',
  words: readonly Word[],
  at: number,
  asked: Party | undefined,
  given: Party | undefined,
): boolean {
  const text = words[at]!.text.toLowerCase();
  const before = words[at - 1]?.text ?? '';
  // Nouns have no voice: "her captain, Otto".
  if (/(?:er|or|ing)s?$/.test(text) || /^(?:the|a|an|her|his|its|their|of|in|for)$/i.test(before)) return true;
  if (!/(?:s|ed|en)$/.test(text) && stemOf(text) === text) return true;
  const isPast = /(?:ed|en)$/.test(text) || isVerbForm(text);
  const isBe = words.slice(Math.max(0, at - 3), at).some((word) => BE.test(word.text));
  const isBy = /^by$/i.test(words[at + 1]?.text ?? '');
  const isPassive = isPast && (isBe || isBy);
  const askedBefore = (role === 'agent') !== isPassive;
  if (asked && (askedBefore ? asked.from > at : asked.to <= at)) return false;
  return given === undefined || (askedBefore ? given.to > at : given.from < at);
}

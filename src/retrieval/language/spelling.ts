/** Words that differ by a slip of the pen: one letter too many, too few, another, or two the wrong way round. */
import { editDistance } from '../../util/editDistance';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Shorter words are too near to others. */
export const LEAST_LETTERS = 4;
/** Longer words are no words: their spellings would take memory by the square of their length. */
export const MOST_LETTERS = 50;

/** Returns every spelling that one slip makes of a word, without the word itself; none of a word that is too long. */
export function slipsOf(word: string): string[] {
  if (word.length > MOST_LETTERS) return [];
  const out = new Set<string>();
  for (let i = 0; i <= word.length; i++) {
    const [left, right] = [word.slice(0, i), word.slice(i)];
    if (right !== '') out.add(left + right.slice(1));
    if (right.length > 1) out.add(left + right[1]! + right[0]! + right.slice(2));
    for (const letter of LETTERS) {
      out.add(left + letter + right);
      if (right !== '') out.add(left + letter + right.slice(1));
    }
  }
  out.delete(word);
  return [...out];
}

/**
 * How many slips make one word of the other (optimal string alignment).
 *
 * @param most where there are more, `most + 1` is as good as their number
 */
export function distanceOf(one: string, other: string, most: number): number {
  if (one.length > MOST_LETTERS || other.length > MOST_LETTERS) return one === other ? 0 : most + 1;
  return Math.min(editDistance(one, other, { swaps: true, max: most }), most + 1);
}

/** Words that differ by a slip of the pen: one letter too many, too few, another, or two the wrong way round. */

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
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [older, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, older[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
    [older, last] = [last, row];
  }
  return last[other.length]!;
}

/** Edit distance of two sequences of characters. */

interface EditDistanceOptions {
  /**
   * True if a swap of neighbours is one edit (optimal string alignment); by default it is two (Levenshtein). Dgraph's
   * `match` and `Did you mean` count two.
   */
  readonly swaps?: boolean;
  /** Distances above it are returned as `Infinity`, which ends the comparison early. */
  readonly max?: number;
}

/**
 * Returns the minimum number of insertions, deletions and replacements that turn one sequence into the other. Takes
 * time in proportion to the product of the lengths.
 *
 * A string is compared by UTF-16 code units, `Array.from` of it by code points.
 */
export function editDistance(
  a: ArrayLike<string>,
  b: ArrayLike<string>,
  { swaps = false, max = Infinity }: EditDistanceOptions = {},
): number {
  if (Math.abs(a.length - b.length) > max) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let nearest = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let distance = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1);
      if (swaps && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, beforeLast[j - 2]! + 1);
      }
      row.push(distance);
      if (distance < nearest) nearest = distance;
    }
    // A later swap continues from the row before this one, at a cost of one. The minimum of that row is at most one
    // smaller than this row's, so the swap stays above `max`, too.
    if (nearest > max) return Infinity;
    beforeLast = last;
    last = row;
  }
  const distance = last[b.length]!;
  return distance > max ? Infinity : distance;
}

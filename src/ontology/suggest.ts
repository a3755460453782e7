/** Suggestions for misspelt names. */

/**
 * Returns the candidates nearest to a name, nearest first. The distance ignores case and is at most a third of the
 * name's length.
 *
 * @param limit maximum number of suggestions
 */
export function suggest(name: string, candidates: Iterable<string>, limit = 3): string[] {
  const target = name.toLowerCase().slice(0, 100);
  const maxDistance = Math.max(1, Math.floor(target.length / 3));
  const matches: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    if (Math.abs(candidate.length - target.length) > maxDistance) continue;
    const distance = editDistance(target, candidate.toLowerCase());
    if (distance <= maxDistance) matches.push({ candidate, distance });
  }
  matches.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return matches.slice(0, limit).map(({ candidate }) => candidate);
}

/** Levenshtein distance in which a swap of neighbours is one edit (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(substitution, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, beforeLast[j - 2]! + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

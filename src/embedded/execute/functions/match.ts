/** `match(name, "text", 3)`: strings within an edit distance. */
import { QueryError, type MatchFunction } from '../../plan';
import type { UidList } from '../../storage/view';
import { queryTokens } from '../../tokenizers';
import type { Context } from '../context';
import { tryConvert, valuesTagged } from '../read';
import { select, unionAll } from '../uids';

export function matchFuzzy(
  ctx: Context,
  func: MatchFunction,
  texts: readonly string[],
  src: UidList | undefined,
): UidList {
  const { predicate } = func;
  if (predicate.declaration!.type !== 'string') {
    throw new QueryError('Got non-string type. Fuzzy match is allowed only on string type.', func.span);
  }
  const [text = '', limit = ''] = texts;
  if (!/^[+-]?\d+$/.test(limit)) {
    throw new QueryError(`Levenshtein distance value must be an int, got ${limit}`, func.span);
  }
  const maxDistance = Number(limit);
  if (maxDistance < 0)
    throw new QueryError(`Levenshtein distance value must be greater than 0, got ${limit}`, func.span);
  const candidates =
    src && src.length > 0
      ? src
      : unionAll(queryTokens(text, 'trigram').map((token) => ctx.view.indexed(predicate.name, 'trigram', token)));
  const target = Array.from(text);
  return select(candidates, (uid) => {
    ctx.limits.step(8);
    return valuesTagged(ctx.view, predicate, uid).some((stored) => {
      const value = tryConvert(stored.value, 'string');
      if (value?.type !== 'string' || value.value === '') return false;
      return withinDistance(Array.from(value.value), target, maxDistance);
    });
  });
}

/** True if at most that many insertions, deletions and replacements turn one sequence of characters into the other. */
export function withinDistance(a: readonly string[], b: readonly string[], maxDistance: number): boolean {
  if (Math.abs(a.length - b.length) > maxDistance) return false;
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const value = Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1);
      row.push(value);
      if (value < best) best = value;
    }
    if (best > maxDistance) return false;
    previous = row;
  }
  return previous[b.length]! <= maxDistance;
}

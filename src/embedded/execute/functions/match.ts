/** `match(name, "text", 3)`: strings within an edit distance. */
import { editDistance } from '../../../util/editDistance';
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
      return editDistance(Array.from(value.value), target, { max: maxDistance }) <= maxDistance;
    });
  });
}

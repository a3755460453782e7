/** `regexp(name, /…/i)`: matching in linear time; at a root only if trigrams narrow it down. */
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { QueryError, type RegexpFunction } from '../../plan';
import type { UidList } from '../../storage/view';
import type { Context } from '../context';
import { tryConvert, valuesTagged } from '../read';
import { intersectAll, select, unionAll } from '../uids';
import { requiredTrigrams, type TrigramQuery } from './trigrams';

export function searchRegexp(ctx: Context, func: RegexpFunction, src: UidList | undefined): UidList {
  const { predicate } = func;
  const regexp = compile(func);
  const candidates = src ?? findCandidates(ctx, func, requiredTrigrams(func.pattern, func.flags === 'i'));
  return select(candidates, (uid) => {
    ctx.limits.step(4);
    return valuesTagged(ctx.view, predicate, uid).some((stored) => {
      const value = tryConvert(stored.value, 'string');
      return value?.type === 'string' && value.value !== '' && regexp.matcher(value.value).find();
    });
  });
}

function compile(func: RegexpFunction): RE2JS {
  try {
    return RE2JS.compile(func.pattern, RE2JS.MULTILINE | (func.flags === 'i' ? RE2JS.CASE_INSENSITIVE : 0));
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) throw new QueryError(error.message, func.span);
    throw error;
  }
}

function findCandidates(ctx: Context, func: RegexpFunction, query: TrigramQuery): UidList {
  switch (query.kind) {
    case 'all':
      throw new QueryError("regular expression is too wide-ranging and can't be executed efficiently", func.span);
    case 'none':
      return new Float64Array(0);
    case 'trigram':
      return ctx.view.indexed(func.predicate.name, 'trigram', query.token);
    case 'and':
      return intersectAll(
        query.operands.filter((q) => q.kind !== 'all').map((operand) => findCandidates(ctx, func, operand)),
      );
    case 'or':
      return unionAll(query.operands.map((operand) => findCandidates(ctx, func, operand)));
  }
}

/** `regexp(name, /…/i)`: matching in linear time; at a root only if trigrams narrow it down. */
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { QueryError, type RegexpFunction } from '../../plan';
import type { UidList } from '../../storage/view';
import type { Context } from '../context';
import { tryConvert, valuesTagged } from '../read';
import { intersectAll, select, unionAll } from '../uids';
import { requiredTrigrams, type TrigramQuery } from './trigrams';

/** Characters of a pattern. */
const LONGEST_PATTERN = 32_768;
/** Size of a compiled pattern times characters of a text that are matched in about a millisecond. */
const MATCHED_IN_A_MS = 60_000;
/** Characters of a pattern, repeats included, that are compiled and searched for trigrams in about a millisecond. */
const COMPILED_IN_A_MS = 300;
const STEPS_OF_A_MS = 1024;
/** Maximum duration of a match that does not reserve its time first. */
const SHORT_MS = 5;

export function searchRegexp(ctx: Context, func: RegexpFunction, src: UidList | undefined): UidList {
  const { predicate } = func;
  const regexp = compile(ctx, func);
  const size = regexp.programSize();
  const matches = (text: string): boolean => {
    const ms = (text.length * size) / MATCHED_IN_A_MS;
    if (ms > SHORT_MS) ctx.limits.reserve(ms);
    ctx.limits.step(Math.ceil(ms * STEPS_OF_A_MS));
    return regexp.matcher(text).find();
  };
  const candidates = src ?? findCandidates(ctx, func, requiredTrigrams(func.pattern, func.flags === 'i'));
  return select(candidates, (uid) => {
    ctx.limits.step(4);
    return valuesTagged(ctx.view, predicate, uid).some((stored) => {
      const value = tryConvert(stored.value, 'string');
      return value?.type === 'string' && value.value !== '' && matches(value.value);
    });
  });
}

function compile({ limits }: Context, func: RegexpFunction): RE2JS {
  const { length } = func.pattern;
  if (length > LONGEST_PATTERN) {
    const reason = `the regular expression has ${length} characters; ${LONGEST_PATTERN} are allowed`;
    throw new QueryError(reason, func.span);
  }
  limits.reserve((length * mostRepeats(func.pattern)) / COMPILED_IN_A_MS);
  try {
    return RE2JS.compile(func.pattern, RE2JS.MULTILINE | (func.flags === 'i' ? RE2JS.CASE_INSENSITIVE : 0));
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) throw new QueryError(error.message, func.span);
    throw error;
  }
}

/** Maximum repeats that RE2 accepts. */
const MAX_REPEATS = 1000;

/** Returns an upper bound of the times that a part of a pattern is compiled: its `{n}` and `{n,m}` may be nested. */
function mostRepeats(pattern: string): number {
  let most = 1;
  for (const [, count] of pattern.matchAll(/[{,](\d{1,4})(?=[,}])/g)) {
    most *= Math.max(1, Number(count));
    if (most > MAX_REPEATS) return MAX_REPEATS;
  }
  return most;
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

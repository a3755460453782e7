/** Runs one function: on given nodes, or at a root on all nodes. */
import { QueryError, type FunctionPlan } from '../../plan';
import type { UidList } from '../../storage/view';
import type { Context } from '../context';
import { intersect, NO_UIDS, unionAll } from '../uids';
import { argumentTexts, uidsOf, uidsOfAll } from '../variables';
import type { Variables } from '../node';
import { compare } from './compare';
import { compareCounts, compareLength, compareVariable } from './counts';
import { searchGeo } from './geo';
import { filterHas, findHas, type Page } from './has';
import { matchFuzzy } from './match';
import { searchRegexp } from './regexp';
import { findSimilar } from './similar';
import { searchTerms } from './terms';
import { filterUidIn } from './uidIn';

const WHOLE_PAGE: Page = { count: 0, offset: 0, after: 0 };

/** @throws QueryError for a call that cannot run */
function check(func: FunctionPlan): void {
  if (func.problem !== undefined) throw new QueryError(func.problem, func.span);
}

/** True if the predicate is unknown, so that the function finds nothing. */
function isUnknown(func: FunctionPlan): boolean {
  return 'predicate' in func && func.predicate.declaration === undefined;
}

/** Finds all nodes of a function; callers handle `uid(…)`. */
export function findNodes(ctx: Context, func: FunctionPlan, page: Page = WHOLE_PAGE): UidList {
  check(func);
  if (isUnknown(func)) return NO_UIDS;
  if (func.kind === 'has') return findHas(ctx, func, page);
  return run(ctx, func, undefined, ctx.variables);
}

/**
 * Returns the nodes of `src` that pass the function. `inherited` has the variables defined above the filter in its
 * block.
 */
export function filterNodes(ctx: Context, func: FunctionPlan, src: UidList, inherited: Variables): UidList {
  check(func);
  if (func.kind === 'uid') {
    if (func.variables.length === 0) return intersect(unionAll([func.uids]), src);
    return intersect(uidsOfAll(func.variables, ctx.variables, inherited), src);
  }
  return isUnknown(func) ? NO_UIDS : run(ctx, func, src, ctx.variables);
}

function run(ctx: Context, func: FunctionPlan, src: UidList | undefined, variables: Variables): UidList {
  switch (func.kind) {
    case 'compare':
      return compare(ctx, func, argumentTexts(func, variables), src);
    case 'count':
      return compareCounts(ctx, func, argumentTexts(func, variables), src);
    case 'value': {
      const values = variables.get(func.variable)?.values;
      return compareVariable(func, values, argumentTexts(func, variables), src);
    }
    case 'length': {
      const size = uidsOf(variables.get(func.variable)).length;
      return compareLength(func, size, argumentTexts(func, variables), src ?? NO_UIDS);
    }
    case 'terms':
      return withTexts(argumentTexts(func, variables), (texts) => searchTerms(ctx, func, texts, src));
    case 'match':
      return matchFuzzy(ctx, func, argumentTexts(func, variables), src);
    case 'regexp':
      return searchRegexp(ctx, func, src);
    case 'has':
      return filterHas(ctx, func, src ?? NO_UIDS);
    case 'uid_in': {
      const targets = func.variables.length === 0 ? func.uids : uidsOfAll(func.variables, variables);
      return filterUidIn(ctx, func, targets, src ?? NO_UIDS);
    }
    case 'geo':
      return searchGeo(ctx, func, src);
    case 'similar_to':
      return findSimilar(ctx, func, argumentTexts(func, variables), src);
    case 'uid':
      return func.uids;
  }
}

function withTexts(texts: readonly string[], search: (texts: readonly string[]) => UidList): UidList {
  return texts.length === 0 ? NO_UIDS : search(texts);
}

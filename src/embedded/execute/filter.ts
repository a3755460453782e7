/** Filters, evaluated as sets. */
import { QueryError, type FilterPlan } from '../plan';
import type { UidList } from '../storage/view';
import type { Context } from './context';
import { filterNodes } from './functions';
import { difference, NO_UIDS, unionAll } from './uids';
import type { Variables } from './variables';

/** Those of `src` that pass. Without nodes nothing is run, and nothing is complained of. */
export function applyFilter(ctx: Context, filter: FilterPlan, src: UidList, inherited: Variables): UidList {
  if (src.length === 0) return NO_UIDS;
  checkProblems(filter);
  return evaluate(ctx, filter, src, inherited);
}

/** Every function of the filter is asked of all the nodes, so that each has its say, even where the others leave it none. */
function checkProblems(filter: FilterPlan): void {
  switch (filter.kind) {
    case 'and':
    case 'or':
      filter.operands.forEach(checkProblems);
      return;
    case 'not':
      checkProblems(filter.operand);
      return;
    default:
      if (filter.problem !== undefined) throw new QueryError(filter.problem, filter.span);
  }
}

function evaluate(ctx: Context, filter: FilterPlan, src: UidList, inherited: Variables): UidList {
  if (src.length === 0) return NO_UIDS;
  switch (filter.kind) {
    case 'and':
      return filter.operands.reduce((rest, operand) => evaluate(ctx, operand, rest, inherited), src);
    case 'or':
      return unionAll(filter.operands.map((operand) => evaluate(ctx, operand, src, inherited)));
    case 'not':
      return difference(src, evaluate(ctx, filter.operand, src, inherited));
    default:
      return filterNodes(ctx, filter, src, inherited);
  }
}

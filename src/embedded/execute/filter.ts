/** Filters, evaluated as sets. */
import { QueryError, type FilterPlan } from '../plan';
import type { UidList } from '../storage/view';
import type { Context } from './context';
import { filterNodes } from './functions';
import { indexProblem } from './functions/compare';
import { difference, NO_UIDS, unionAll } from './uids';
import type { Variables } from './node';

/** Returns the nodes of `src` that pass. Without nodes no function runs, and none reports a problem. */
export function applyFilter(ctx: Context, filter: FilterPlan, src: UidList, inherited: Variables): UidList {
  if (src.length === 0) return NO_UIDS;
  checkProblems(filter, src.length);
  return evaluate(ctx, filter, src, inherited);
}

/** Reports problems of every function of the filter, even of those that other operands leave no nodes. */
export function checkProblems(filter: FilterPlan, nodes: number): void {
  switch (filter.kind) {
    case 'and':
    case 'or':
      for (const operand of filter.operands) checkProblems(operand, nodes);
      return;
    case 'not':
      checkProblems(filter.operand, nodes);
      return;
    default: {
      const problem = filter.problem ?? (filter.kind === 'compare' ? indexProblem(filter, nodes) : undefined);
      if (problem !== undefined) throw new QueryError(problem, filter.span);
    }
  }
}

function evaluate(ctx: Context, filter: FilterPlan, src: UidList, inherited: Variables): UidList {
  if (src.length === 0) return NO_UIDS;
  switch (filter.kind) {
    case 'and':
      return filter.operands.reduce((remaining, operand) => evaluate(ctx, operand, remaining, inherited), src);
    case 'or':
      return unionAll(filter.operands.map((operand) => evaluate(ctx, operand, src, inherited)));
    case 'not':
      // In Dgraph `match` has already reduced the list of nodes to its result, which is then subtracted from that list.
      if (filter.operand.kind === 'match' && filter.operand.predicate.declaration) return NO_UIDS;
      return difference(src, evaluate(ctx, filter.operand, src, inherited));
    default:
      return filterNodes(ctx, filter, src, inherited);
  }
}

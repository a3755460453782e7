/** Filters, evaluated as sets. */
import type { FilterPlan } from '../plan';
import type { UidList } from '../storage/view';
import type { Context } from './context';
import { filterNodes } from './functions';
import { difference, NO_UIDS, unionAll } from './uids';
import type { Variables } from './variables';

/** Those of `src` that pass. Without nodes nothing is run, and nothing is complained of. */
export function applyFilter(ctx: Context, filter: FilterPlan, src: UidList, inherited: Variables): UidList {
  if (src.length === 0) return NO_UIDS;
  switch (filter.kind) {
    case 'and':
      return filter.operands.reduce((rest, operand) => applyFilter(ctx, operand, rest, inherited), src);
    case 'or':
      return unionAll(filter.operands.map((operand) => applyFilter(ctx, operand, src, inherited)));
    case 'not':
      return difference(src, applyFilter(ctx, filter.operand, src, inherited));
    default:
      return filterNodes(ctx, filter, src, inherited);
  }
}

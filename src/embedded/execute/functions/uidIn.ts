/** `uid_in(friend, 0x1)`: nodes with an edge to one of the given nodes. */
import type { UidInFunction } from '../../plan';
import type { UidList } from '../../storage/view';
import type { Context } from '../context';
import { contains, intersect, select } from '../uids';

export function filterUidIn(ctx: Context, func: UidInFunction, targets: UidList, src: UidList): UidList {
  const { name, reverse } = func.predicate;
  return select(src, (uid) => {
    ctx.limits.step();
    const edges = ctx.view.uids(name, uid, reverse);
    return targets.length === 1 ? contains(edges, targets[0]!) : intersect(edges, targets).length > 0;
  });
}

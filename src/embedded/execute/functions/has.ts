/** `has(p)`: nodes with an edge or value. */
import { isEdge, type HasFunction, type PredicateRef } from '../../plan';
import type { UidList } from '../../storage/view';
import type { Context } from '../context';
import { countOf } from '../read';
import { select } from '../uids';

/** The page of nodes that a root wants; `count` 0 for all. */
export interface Page {
  readonly count: number;
  readonly offset: number;
  readonly after: number;
}

/** Where the predicate has languages, only a value in the one that is asked for counts. */
function passes(ctx: Context, predicate: PredicateRef): ((uid: number) => boolean) | undefined {
  const declaration = predicate.declaration!;
  const lang = predicate.langs[0] ?? '';
  if (!declaration.lang || declaration.type !== 'string' || lang === '.') return undefined;
  if (lang === '' && declaration.list) return undefined;
  return (uid) => ctx.view.values(predicate.name, uid).some((value) => value.lang === lang);
}

export function filterHas(ctx: Context, func: HasFunction, src: UidList): UidList {
  const { predicate } = func;
  const test = passes(ctx, predicate);
  return select(src, (uid) => {
    ctx.limits.step();
    if (test) return test(uid);
    return isEdge(predicate)
      ? ctx.view.uidCount(predicate.name, uid, predicate.reverse) > 0
      : countOf(ctx.view, predicate, uid) > 0;
  });
}

/** All such nodes, or a page of them. A negative count gives one node, as it does in Dgraph. */
export function findHas(ctx: Context, func: HasFunction, page: Page): UidList {
  const { predicate } = func;
  const test = passes(ctx, predicate);
  const most = page.count === 0 ? Infinity : Math.max(1, page.count);
  const found: number[] = [];
  let skipped = 0;
  for (const uid of ctx.view.subjects(predicate.name, predicate.reverse, page.after > 0 ? page.after : undefined)) {
    ctx.limits.step();
    if (test && !test(uid)) continue;
    if (skipped < page.offset) {
      skipped++;
      continue;
    }
    found.push(uid);
    if (found.length >= most) break;
  }
  return Float64Array.from(found);
}

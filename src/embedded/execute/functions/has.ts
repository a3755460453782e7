/** `has(p)`: nodes with an edge or value. */
import type { IndexSpec } from '../../../dql';
import { isEdge, type HasFunction, type NodePlan, type PredicateRef } from '../../plan';
import type { UidList } from '../../storage/view';
import type { Context } from '../context';
import { countOf } from '../read';
import { select, toList } from '../uids';

/** Page of a root function; `count` 0 for all. */
export interface Page {
  readonly count: number;
  readonly offset: number;
  readonly after: number;
}

/** Returns a test for a value in the requested language; undefined if any value counts. */
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

/** Finds all nodes, or a page of them. A negative count gives one node, as in Dgraph. */
export function findHas(ctx: Context, func: HasFunction, page: Page): UidList {
  const { predicate } = func;
  const test = passes(ctx, predicate);
  const limit = page.count === 0 ? Infinity : Math.max(1, page.count);
  const matches: number[] = [];
  let skipped = 0;
  const { committed } = ctx.view;
  for (const uid of committed.subjects(predicate.name, predicate.reverse, page.after > 0 ? page.after : undefined)) {
    ctx.limits.step();
    if (test && !test(uid)) continue;
    if (skipped < page.offset) {
      skipped++;
      continue;
    }
    matches.push(uid);
    if (matches.length >= limit) break;
  }
  return Float64Array.from(matches);
}

/** Page of `has` in the order of an index: nodes come from the index, and no more than the page needs. */
interface OrderedPage {
  readonly descending: boolean;
  readonly count: number;
  readonly offset: number;
}

/** Order by the function's own predicate, for types where Dgraph walks the index. */
export function orderOfHas(func: HasFunction, plan: NodePlan): OrderedPage | undefined {
  const { declaration, name, reverse } = func.predicate;
  if (!declaration || reverse || declaration.index.length === 0) return undefined;
  if (declaration.type !== 'int' && declaration.type !== 'float' && declaration.type !== 'datetime') return undefined;
  const key = plan.order.find(({ by }) => 'name' in by && by.name === name);
  return key && { descending: key.descending, count: plan.count, offset: plan.offset };
}

/**
 * Finds at least as many nodes as the page needs, by whole tokens. Like Dgraph it ignores filter and `after`, so a
 * filter may leave less than a page.
 */
export function findHasInOrder(ctx: Context, func: HasFunction, page: OrderedPage): UidList {
  const { name, declaration } = func.predicate;
  const { descending } = page;
  const limit = page.count === 0 ? Infinity : page.count + page.offset;
  const matches: number[] = [];
  let last: number | undefined;
  for (const tokenizer of indexesInKeyOrder(declaration!.index, descending)) {
    for (const { uids } of ctx.view.committed.indexRange(name, tokenizer, { descending })) {
      ctx.limits.step();
      const integerPart = wholePart(ctx, name, uids);
      if (matches.length >= limit && (integerPart === undefined || integerPart !== last)) return toList(matches);
      last = integerPart;
      for (const uid of uids) matches.push(uid);
    }
  }
  return toList(matches);
}

const KEY_ORDER = ['year', 'int', 'float', 'month', 'day', 'hour'];

function indexesInKeyOrder(index: readonly IndexSpec[], descending: boolean): string[] {
  const names = index.map((spec) => spec.tokenizer).sort((a, b) => KEY_ORDER.indexOf(a) - KEY_ORDER.indexOf(b));
  return descending ? names.reverse() : names;
}

/** Returns the integer part of the nodes' float; floats with the same integer part share a token in Dgraph's index. */
function wholePart(ctx: Context, name: string, uids: UidList): number | undefined {
  const value = uids.length > 0 ? ctx.view.committed.values(name, uids[0]!)[0]?.value : undefined;
  return value?.type === 'float' ? Math.trunc(value.value) : undefined;
}

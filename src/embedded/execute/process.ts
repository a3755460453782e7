/** Runs a node and its children, one level at a time for all input nodes. */
import { isEdge, QueryError } from '../plan';
import { checkPassword, type Value } from '../values';
import type { StoredValue } from '../storage/view';
import type { Context } from './context';
import { expandChildren } from './expand';
import { orderByFacets } from './facets';
import { applyFilter } from './filter';
import { findNodes } from './functions';
import { findHasInOrder, orderOfHas } from './functions/has';
import { Node } from './node';
import { keepShown, orderAndPage } from './order';
import { followedEdges, shownValues } from './read';
import { after, contains, intersectInOrder, NO_UIDS, page, select, unionAll } from './uids';
import { defineFacets, defineVariable } from './define';
import { uidsOfAll } from './variables';

/**
 * Runs a block (`parent` absent), or a field from the nodes in its `src`.
 *
 * @throws QueryError for a query that the schema or the data do not allow
 */
export function processNode(ctx: Context, node: Node, parent: Node | undefined): void {
  if (node.plan.role === 'uid') {
    node.matrix = Array.from(node.src, () => NO_UIDS);
    node.values = Array.from(node.src, () => []);
    return;
  }
  if (parent) fetchField(ctx, node);
  else findRoots(ctx, node);
  const { plan } = node;
  if (plan.counted && !plan.filter) return;
  if (plan.filter) node.dest = applyFilter(ctx, plan.filter, unionAll([node.dest]), node.inherited);
  takePage(ctx, node);
  if (plan.counted) {
    cutToDest(node);
    node.counts = node.matrix.map((list) => list.length);
    return;
  }
  processChildren(ctx, node);
}

/** Finds the root nodes of a block. */
function findRoots(ctx: Context, node: Node): void {
  const { func, after: afterUid, count, offset, filter, order } = node.plan;
  if (!func) return;
  if (func.kind === 'uid') {
    if (func.variables.length === 0) {
      node.matrix = [func.uids];
      node.dest = after(func.uids, afterUid);
    } else {
      const uids = uidsOfAll(func.variables, ctx.variables);
      // A single variable keeps its order: that of a path is from its start to its end.
      const single = func.variables.length === 1 ? ctx.variables.get(func.variables[0]!)?.uids : undefined;
      node.matrix = [single ?? uids];
      node.dest = after(uids, afterUid);
    }
    node.src = node.dest;
    return;
  }
  const orderedPage = func.kind === 'has' ? orderOfHas(func, node.plan) : undefined;
  if (func.kind === 'has' && orderedPage) {
    node.dest = findHasInOrder(ctx, func, orderedPage);
    node.matrix = [node.dest];
    return;
  }
  // As in Dgraph, a root function takes the page itself only with `first`. For `has` no later step takes one, so an
  // offset alone has no effect.
  const direct = !filter && order.length === 0 && count !== 0;
  const matchingNodes = findNodes(ctx, func, {
    count: direct ? count : 0,
    offset: direct ? offset : 0,
    after: afterUid,
  });
  node.isUnknown = 'predicate' in func && func.predicate.declaration === undefined;
  // These functions ignore `after`.
  const ignoresAfter = func.kind === 'count' || func.kind === 'value' || func.kind === 'similar_to';
  node.dest = ignoresAfter ? matchingNodes : after(matchingNodes, afterUid);
  node.matrix = [node.dest];
}

/** Fetches the values, edges or counts at each of the node's sources. */
function fetchField(ctx: Context, node: Node): void {
  const { plan, src } = node;
  if (plan.problem !== undefined) throw new QueryError(plan.problem, plan.span);
  const predicate = plan.predicate!;
  const declaration = predicate.declaration;
  if (!declaration) {
    node.isUnknown = true;
    node.matrix = [];
    return;
  }
  node.isList = declaration.list || predicate.reverse;
  ctx.limits.step(src.length);
  if (isEdge(predicate)) {
    fetchEdges(ctx, node);
    return;
  }
  node.matrix = Array.from(src, () => NO_UIDS);
  if (plan.password !== undefined) {
    node.values = Array.from(src, (uid) => checkedPassword(ctx.view.values(predicate.name, uid), plan.password!));
    return;
  }
  if (declaration.type === 'password') {
    node.matrix = [];
    return;
  }
  const values = Array.from(src, (uid) => shownValues(ctx.view, predicate, uid, plan.allLanguages, plan.facetsFilter));
  if (plan.counted && !plan.filter) node.counts = values.map((list) => list.length);
  else node.values = values;
}

function fetchEdges(ctx: Context, node: Node): void {
  const { plan, src } = node;
  const predicate = plan.predicate!;
  const { view } = ctx;
  if (plan.counted && !plan.filter) {
    node.counts = Array.from(src, (uid) =>
      plan.facetsFilter || plan.after > 0
        ? followedEdges(view, predicate, uid, plan.after, plan.facetsFilter).length
        : view.uidCount(predicate.name, uid, predicate.reverse),
    );
    node.matrix = Array.from(src, () => NO_UIDS);
    return;
  }
  let total = 0;
  node.matrix = Array.from(src, (uid) => {
    const edges = followedEdges(view, predicate, uid, plan.after, plan.facetsFilter);
    total += edges.length;
    return edges;
  });
  ctx.limits.step(total);
  if (plan.facets && !node.withoutFacets) node.facetMatrix = [...node.matrix];
  node.dest = unionAll(node.matrix);
}

function checkedPassword(values: readonly StoredValue[], password: string): readonly StoredValue[] {
  const stored = values[0];
  if (stored?.value.type !== 'password') return [];
  const value: Value = { type: 'bool', value: checkPassword(password, stored.value.value) };
  return [{ value, lang: '', facets: [] }];
}

function takePage(ctx: Context, node: Node): void {
  const { plan } = node;
  const byFacets = (plan.facets?.order.length ?? 0) > 0;
  if (plan.order.length === 0 && !byFacets) {
    const paged = plan.func?.kind === 'has' && !plan.filter;
    if ((plan.count === 0 && plan.offset === 0) || paged) return;
    cutToDest(node);
    node.matrix = node.matrix.map((list) => page(list, plan.count, plan.offset));
    node.dest = unionAll(node.matrix);
    return;
  }
  if (plan.counted) return;
  cutToDest(node);
  if (byFacets) {
    orderByFacets(ctx.view, node);
    node.matrix = node.matrix.map((list) => page(list, plan.count, plan.offset));
    node.facetMatrix &&= [...node.matrix];
    node.dest = keepShown(node);
  } else {
    orderAndPage(ctx, node);
  }
}

/** Removes nodes from the lists that are no longer in `dest`. */
export function cutToDest(node: Node): void {
  const { dest, plan } = node;
  cutFacets(node);
  const sorted = plan.order.length === 0 && (plan.facets?.order.length ?? 0) === 0;
  node.matrix = node.matrix.map((list) =>
    list.length === 0 || list === dest
      ? list
      : sorted
        ? intersectInOrder(list, dest)
        : select(list, (uid) => contains(dest, uid)),
  );
}

/** Cuts facets by place, even if another edge has that place now. */
function cutFacets({ facetMatrix, matrix, dest }: Node): void {
  if (!facetMatrix) return;
  matrix.forEach((list, index) => {
    const shown = facetMatrix[index]!;
    if (list.length === 0 || list === dest) return;
    facetMatrix[index] = shown.filter((_, place) => place < list.length && contains(dest, list[place]!));
  });
}

function processChildren(ctx: Context, node: Node): void {
  const expanded = expandChildren(ctx, node, node.children);
  const groupKeys = (node.plan.groupBy ?? []).map((plan) => new Node(plan));
  node.children = [...expanded, ...groupKeys];
  if (node.children.length === 0) return;
  defineVariable(node, node.inherited, []);
  defineFacets(ctx.view, node, node.inherited, []);
  for (const child of node.children) {
    child.inherited = new Map(node.inherited);
    child.src = node.dest;
    if (!child.isInternal) processNode(ctx, child, node);
  }
}

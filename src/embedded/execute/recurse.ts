/** `@recurse`: applies the fields of the block to their own results again. */
import { QueryError, type NodePlan } from '../plan';
import type { Context } from './context';
import { expandChildren } from './expand';
import { Node } from './node';
import { keepShown } from './order';
import { cutToDest, processNode } from './process';
import { select, unionAll } from './uids';

/** Runs the block and its recursion. @throws QueryError for nested fields, and beyond the limit of edges */
export function runRecurse(ctx: Context, start: Node): void {
  const { depth, loop } = start.plan.recurse!;
  const fields = start.children;
  for (const field of fields) {
    if (field.plan.children.length > 0) {
      throw new QueryError('recurse queries require that all predicates are specified in one level', field.plan.span);
    }
  }
  start.children = [];
  processNode(ctx, start, undefined);
  if (start.isUnknown) return;
  const followed = new Set<string>();
  let edges = 0;
  let level = attach(ctx, start, fields);
  for (let hop = 1; level.length > 0 && hop <= depth; hop++) {
    ctx.limits.level(hop);
    if (hop === depth) for (const node of level) node.withoutFacets = true;
    const next: Node[] = [];
    for (const node of level) {
      if (node.isInternal) continue;
      processNode(ctx, node, start);
      edges += keepNew(node, loop ? undefined : followed);
    }
    if (edges > ctx.limits.maxEdges) {
      throw new QueryError(`Exceeded query edge limit = ${ctx.limits.maxEdges}. Found ${edges} edges.`);
    }
    if (hop < depth) for (const node of level) if (node.dest.length > 0) next.push(...attach(ctx, node, fields));
    level = next;
  }
}

/** Drops edges that were followed before, unless loops are allowed. @returns the number of remaining edges */
function keepNew(node: Node, followed: Set<string> | undefined): number {
  if (node.isUnknown || node.matrix.length === 0) return 0;
  if (node.plan.filter) cutToDest(node);
  let edges = 0;
  node.matrix = node.matrix.map((list, index) => {
    const from = node.src[index]!;
    const newEdges = !followed
      ? list
      : select(list, (uid) => {
          const key = `${node.plan.attr}|${from}|${uid}`;
          if (followed.has(key)) return false;
          followed.add(key);
          return true;
        });
    edges += newEdges.length;
    return newEdges;
  });
  const ordered = node.plan.order.length > 0 || (node.plan.facets?.order.length ?? 0) > 0;
  node.dest = ordered ? keepShown(node) : unionAll(node.matrix);
  return edges;
}

function attach(ctx: Context, parent: Node, fields: readonly Node[]): Node[] {
  const names = fields.map((field) => {
    const copy = Node.of(field.plan);
    copy.expandNames = field.expandNames;
    copy.valueMap = field.valueMap;
    return copy;
  });
  parent.children = expandChildren(ctx, parent, names).map((child) => {
    const node = new Node(withoutChildren(child.plan));
    node.valueMap = child.valueMap;
    node.inherited = parent.inherited;
    node.src = parent.dest;
    return node;
  });
  return parent.children;
}

/** Returns the plan without its children. */
function withoutChildren(plan: NodePlan): NodePlan {
  return plan.children.length === 0 ? plan : { ...plan, children: [] };
}

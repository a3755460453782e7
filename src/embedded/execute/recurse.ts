/** `@recurse`: the fields of the block are asked again of whatever they lead to. */
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
  if (start.unknown) return;
  const seen = new Set<string>();
  let edges = 0;
  let level = attach(ctx, start, fields);
  for (let hop = 1; level.length > 0 && hop <= depth; hop++) {
    ctx.limits.level(hop);
    if (hop === depth) for (const node of level) node.withoutFacets = true;
    const next: Node[] = [];
    for (const node of level) {
      if (node.isInternal) continue;
      processNode(ctx, node, start);
      edges += keepNew(node, loop ? undefined : seen);
    }
    if (edges > ctx.limits.maxEdges) {
      throw new QueryError(`Exceeded query edge limit = ${ctx.limits.maxEdges}. Found ${edges} edges.`);
    }
    if (hop < depth) for (const node of level) if (node.dest.length > 0) next.push(...attach(ctx, node, fields));
    level = next;
  }
}

/** Drops the edges that were followed before, where loops are not wanted, and counts the rest. */
function keepNew(node: Node, seen: Set<string> | undefined): number {
  if (node.unknown || node.matrix.length === 0) return 0;
  if (node.plan.filter) cutToDest(node);
  let edges = 0;
  node.matrix = node.matrix.map((list, index) => {
    const from = node.src[index]!;
    const kept = !seen
      ? list
      : select(list, (uid) => {
          const key = `${node.plan.attr}|${from}|${uid}`;
          if (seen.has(key)) return false;
          seen.add(key);
          return true;
        });
    edges += kept.length;
    return kept;
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
    const node = new Node(ownLevel(child.plan));
    node.valueMap = child.valueMap;
    node.inherited = parent.inherited;
    node.src = parent.dest;
    return node;
  });
  return parent.children;
}

/** The plan without what belongs to the levels below. */
function ownLevel(plan: NodePlan): NodePlan {
  return plan.children.length === 0 ? plan : { ...plan, children: [] };
}

/**
 * Final steps of a block, once its tree has run: variables are bound and `@cascade` is applied from the leaves up, then
 * aggregates, math and groups are computed.
 */
import type { Context } from './context';
import { aggregateLevel } from './aggregate';
import { defineFacets, defineVariable } from './define';
import { groupNode } from './groupby';
import { evaluate, unify } from './math';
import type { Node } from './node';
import { cutToDest } from './process';
import { page, select } from './uids';
import { WHOLE } from './variables';
import type { Value } from '../values';

/** Binds the variables of the tree, and drops nodes that lack fields of `@cascade`. */
export function bindVariables(ctx: Context, node: Node, path: Node[]): void {
  if (node.plan.groupBy || (node.plan.role === 'block' && node.plan.empty)) return;
  const { cascade } = node.plan;
  if (!node.plan.shortest) {
    if (node.plan.filter) cutToDest(node);
    path.push(node);
    for (const child of node.children) {
      bindVariables(ctx, child, path);
      if (!child.plan.cascade) continue;
      cutToDest(child);
      const { first, offset } = child.plan.cascade;
      if (first !== 0 || offset !== 0) child.matrix = child.matrix.map((list) => page(list, first, offset));
    }
    path.pop();
    if (cascade) dropIncomplete(node, new Set(cascade.fields));
  }
  const nodePath = [...path];
  defineVariable(node, ctx.variables, nodePath);
  defineFacets(ctx.view, node, ctx.variables, nodePath);
}

function dropIncomplete(node: Node, fields: ReadonlySet<string>): void {
  const required = node.children.filter(
    (child) => child.plan.role !== 'uid' && !child.isInternal && (fields.has('__all__') || fields.has(child.plan.attr)),
  );
  if (required.length === 0) return;
  node.dest = select(node.dest, (_, index) => required.every((child) => hasSomething(child, index)));
}

function hasSomething(child: Node, index: number): boolean {
  return (
    (child.values[index]?.length ?? 0) > 0 || index < child.counts.length || (child.matrix[index]?.length ?? 0) > 0
  );
}

/** Takes the page of a block with `@cascade`, which follows the cascade. */
export function pageAfterCascade(node: Node): void {
  const { cascade } = node.plan;
  if (!cascade || (cascade.first === 0 && cascade.offset === 0)) return;
  cutToDest(node);
  node.matrix = node.matrix.map((list) => page(list, cascade.first, cascade.offset));
}

/** Computes aggregates, math and groups, children first. */
export function computeValues(ctx: Context, node: Node, path: Node[], parent: Node | undefined): void {
  path.push(node);
  for (const child of node.children) computeValues(ctx, child, path, node);
  path.pop();
  const { plan } = node;
  if (plan.groupBy) {
    groupNode(ctx, node, [...path]);
    return;
  }
  if (!node.isInternal || !parent) return;
  if (plan.role === 'aggregate') {
    if (parent.plan.groupBy) return;
    node.valueMap = aggregateLevel(ctx, node, parent, ctx.variables);
    define(ctx, node, node.valueMap, []);
  } else if (plan.role === 'math') {
    computeMath(ctx, node, [...path]);
  } else if (plan.role === 'value') {
    node.valueMap = ctx.variables.get(plan.uses[0]!.name)?.values;
  }
}

function define(ctx: Context, node: Node, values: ReadonlyMap<number, Value>, path: readonly Node[]): void {
  const name = node.plan.variable;
  if (name === undefined) return;
  const before = ctx.variables.get(name);
  ctx.variables.set(name, { ...before, values: new Map(values), path: path.length > 0 ? path : (before?.path ?? []) });
}

function computeMath(ctx: Context, node: Node, path: readonly Node[]): void {
  const result = evaluate(ctx, node.plan.math!, ctx.variables, path);
  const { constant } = result;
  node.valueMap = undefined;
  if (result.values && result.values.size > 0) {
    const values = unify(result.values);
    node.valueMap = values;
    define(ctx, node, values, path);
  } else if (constant) {
    const parent = path.at(-1)!;
    const uids = parent.plan.empty ? Float64Array.of(WHOLE) : node.src;
    const values = new Map<number, Value>(Array.from(uids, (uid) => [uid, constant]));
    node.valueMap = values;
    define(ctx, node, values, []);
  }
}

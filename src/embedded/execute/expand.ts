/** `expand(…)`: replaced by the fields of the nodes' types, or by those that a variable names. */
import { attributeOf, QueryError, type NodePlan, type PredicateRef } from '../plan';
import type { Context } from './context';
import { Node } from './node';

/** Returns the children with every `expand` replaced by its fields at this level. */
export function expandChildren(ctx: Context, node: Node, children: readonly Node[]): Node[] {
  if (!children.some((child) => child.plan.role === 'expand')) return [...children];
  const out: Node[] = [];
  for (const child of children) {
    if (child.plan.role !== 'expand') {
      out.push(child);
      continue;
    }
    for (const name of namesOf(ctx, node, child)) {
      const predicate = refer(ctx, name, child.plan);
      // A filter applies to nodes, so fields with values are left out. So are reverse edges, whose type Dgraph does not
      // find in the schema.
      if (child.plan.filter && (predicate.reverse || predicate.declaration?.type !== 'uid')) continue;
      const expanded = Node.of(expandedPlan(child.plan, predicate));
      const duplicate = children.find((other) => isSimilar(other.plan, expanded.plan));
      if (duplicate)
        throw new QueryError(`Repeated subgraph: [${duplicate.plan.attr}] while using expand()`, child.plan.span);
      out.push(expanded);
    }
  }
  return out;
}

function namesOf(ctx: Context, node: Node, child: Node): ReadonlySet<string> {
  const { expand } = child.plan;
  if (!expand) return new Set();
  if ('variable' in expand) return new Set((child.expandNames ?? []).filter((name) => name !== ''));
  const types = expand.length === 1 && expand[0] === '_all_' ? typesOf(ctx, node) : expand;
  const names = new Set<string>();
  for (const type of types) for (const field of ctx.view.schema.type(type)?.fields ?? []) names.add(field);
  // For a filtered expansion, Dgraph looks the fields up in the schema by name. Without any name it gets all
  // predicates.
  if (names.size === 0 && child.plan.filter) for (const { name } of ctx.view.schema.predicates()) names.add(name);
  return names;
}

function typesOf(ctx: Context, node: Node): ReadonlySet<string> {
  const types = new Set<string>();
  for (const uid of node.dest) {
    ctx.limits.step();
    for (const { value } of ctx.view.values('dgraph.type', uid)) {
      if (value.type === 'string' || value.type === 'default') types.add(value.value);
    }
  }
  return types;
}

function refer(ctx: Context, field: string, plan: NodePlan): PredicateRef {
  const reverse = field.startsWith('~');
  const name = reverse ? field.slice(1) : field;
  const declaration = ctx.view.schema.predicate(name);
  return { name, reverse, langs: [], declaration, isDeclared: declaration !== undefined, span: plan.span };
}

function expandedPlan(plan: NodePlan, predicate: PredicateRef): NodePlan {
  return {
    ...plan,
    role: 'predicate',
    attr: attributeOf(predicate),
    predicate,
    expand: undefined,
    uses: [],
    facets: { all: true, keys: [], order: [], variables: new Map() },
    allLanguages: true,
    problem:
      predicate.reverse && predicate.declaration && !predicate.declaration.reverse
        ? `Predicate ${predicate.name} doesn't have reverse edge`
        : undefined,
  };
}

/**
 * Returns true if the field `a` reads the same data as the expanded field `b`. Filters tell them apart only if `a` has
 * one and `b` has none.
 */
function isSimilar(a: NodePlan, b: NodePlan): boolean {
  if (a.attr !== b.attr) return false;
  const left = a.predicate?.langs ?? [];
  const right = b.predicate?.langs ?? [];
  if (left.length !== right.length || left.some((lang, i) => lang !== right[i])) return false;
  if (a.counted || b.counted) return a.counted && b.counted;
  if (a.aggregate !== b.aggregate || a.password !== b.password) return false;
  return a.filter === undefined || b.filter !== undefined;
}

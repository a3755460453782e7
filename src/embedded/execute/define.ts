/** Binding of variables to the results of nodes. */
import { QueryError } from '../plan';
import type { ReadView } from '../storage/view';
import type { Value } from '../values';
import { add } from './arithmetic';
import { edgeFacetsOf } from './facets';
import type { Node, Variable, Variables } from './node';
import { union } from './uids';
import { NO_NODE } from './variables';

/** Binds the variable of the node itself. `path` leads from the block to its parent. */
export function defineVariable(node: Node, variables: Variables, path: readonly Node[]): void {
  const name = node.plan.variable;
  if (name === undefined) return;
  const existing = variables.get(name);
  if (node.counts.length > 0) {
    variables.set(name, { values: countsOf(node), path, lists: node.values });
  } else if (node.plan.role === 'count-uid') {
    const values = new Map<number, Value>([[NO_NODE, { type: 'int', value: node.src.length }]]);
    variables.set(name, { values, path, lists: node.values });
  } else if (node.dest.length > 0 || node.plan.role === 'uid') {
    const uids = node.plan.role === 'uid' ? node.src : node.dest;
    variables.set(
      name,
      existing
        ? { ...existing, uids: union(existing.uids ?? new Float64Array(0), uids) }
        : newVariable(node, path, uids),
    );
  } else if (node.values.length > 0 && path.length > 0) {
    variables.set(name, valuesOf(node, existing ?? newVariable(node, path, undefined)));
  } else if (!existing) {
    variables.set(name, newVariable(node, path, undefined));
  }
}

function newVariable(node: Node, path: readonly Node[], uids: Variable['uids']): Variable {
  return { uids, values: new Map(), path, lists: node.values.length > 0 ? node.values : undefined };
}

function countsOf(node: Node): Map<number, Value> {
  const values = new Map<number, Value>();
  node.counts.forEach((count, index) => values.set(node.src[index]!, { type: 'int', value: count }));
  return values;
}

function valuesOf(node: Node, variable: Variable): Variable {
  const values = new Map(variable.values);
  node.values.forEach((list, index) => {
    if (list.length > 1) {
      throw new QueryError('Value variables not supported for predicate with list type.', node.plan.span);
    }
    if (list.length === 1) values.set(node.src[index]!, list[0]!.value);
  });
  return { ...variable, values };
}

/** Binds the variables of `@facets(v as key)`: a value for each target node; numbers of several edges are summed. */
export function defineFacets(view: ReadView, node: Node, variables: Variables, path: readonly Node[]): void {
  const facets = node.plan.facets;
  if (!facets || facets.variables.size === 0) return;
  const bound = new Map<string, Map<number, Value>>();
  for (const [key, name] of facets.variables) {
    const values = new Map<number, Value>();
    bound.set(key, values);
    variables.set(name, { values, path: [...path, node] });
  }
  node.matrix.forEach((list, index) => {
    const ends = node.facetMatrix?.[index] ?? [];
    for (let place = 0; place < list.length && place < ends.length; place++) {
      const uid = list[place]!;
      for (const { key, value } of edgeFacetsOf(view, node, node.src[index]!, ends[place]!)) {
        const values = bound.get(key);
        if (values) values.set(uid, combine(values.get(uid), value));
      }
    }
  });
}

function combine(before: Value | undefined, value: Value): Value {
  if (!before) return value;
  if (value.type !== 'int' && value.type !== 'float') {
    throw new QueryError('Repeated id with non int/float value for facet var encountered.');
  }
  return add(before, value);
}

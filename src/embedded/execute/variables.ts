/** Query variables, and their use by blocks. */
import { QueryError, type FunctionPlan, type VariableUse } from '../plan';
import type { UidList } from '../storage/view';
import { convert, type Value } from '../values';
import type { Node, Variable, Variables } from './node';
import { NO_UIDS, toList, unionAll } from './uids';

/** Key of a value without a node: `x as count(uid)`. */
export const NO_NODE = -1;
/** Key of a value that an empty block computes. */
export const WHOLE = 0;

/** Nodes of a uid variable; of a value variable used in its place, the nodes with a value. */
export function uidsOf(variable: Variable | undefined): UidList {
  if (!variable) return NO_UIDS;
  if (variable.uids) return variable.uids;
  return variable.values.size === 0 ? NO_UIDS : toList(variable.values.keys());
}

/** Union of the nodes of several variables. */
export function uidsOfAll(names: readonly string[], ...scopes: readonly Variables[]): UidList {
  const lists: UidList[] = [];
  for (const scope of scopes) {
    for (const name of names) {
      const variable = scope.get(name);
      if (variable) lists.push(uidsOf(variable));
    }
  }
  return unionAll(lists);
}

/** Distinct values of a variable as texts, for comparisons such as `eq(name, val(x))`. */
function textsOf(values: ReadonlyMap<number, Value> | undefined): string[] {
  const texts = new Set<string>();
  for (const value of values?.values() ?? []) {
    const text = value.type === 'string' || value.type === 'default' ? value : convert(value, 'string');
    texts.add(text.value as string);
  }
  return [...texts];
}

/** Gives the node the current contents of its variables. */
export function takeVariables(node: Node, variables: Variables): void {
  for (const use of node.plan.uses) {
    const variable = variables.get(use.name);
    if (variable) takeVariable(node, use, variable);
  }
}

function takeVariable(node: Node, use: VariableUse, variable: Variable): void {
  if (use.kind === 'list') {
    if (!variable.lists) {
      if (variable.uids || variable.values.size > 0) {
        throw new QueryError(`Wrong variable type encountered for var(${use.name}) 3.`, node.plan.span);
      }
      return;
    }
    node.expandNames = variable.lists.flatMap((list) =>
      list.map(({ value }) => ('string' === value.type || value.type === 'default' ? value.value : '')),
    );
  } else if (use.kind === 'value') {
    node.valueMap = variable.values;
  }
}

/** Arguments of a function as texts; a variable without values gives none. */
export function argumentTexts(
  func: Extract<FunctionPlan, { args: readonly unknown[] }>,
  variables: Variables,
): string[] {
  const texts: string[] = [];
  for (const arg of func.args) {
    if (typeof arg === 'string') texts.push(arg);
    else if ('text' in arg) texts.push(arg.text);
    else for (const text of textsOf(variables.get(arg.variable)?.values)) texts.push(text);
  }
  return texts;
}

/** Query variables: what they hold, and how blocks take them up. */
import { QueryError, type FunctionPlan, type VariableUse } from '../plan';
import type { StoredValue, UidList } from '../storage/view';
import { convert, type Value } from '../values';
import type { Node } from './node';
import { NO_UIDS, toList, unionAll } from './uids';

/** The key of a value that belongs to no node: `x as count(uid)`. */
export const NO_NODE = -1;
/** The key of a value that an empty block computes. */
export const WHOLE = 0;

export interface Variable {
  readonly uids?: UidList | undefined;
  readonly values: Map<number, Value>;
  /** The nodes from the block down to the parent of the one that defines it. */
  readonly path: readonly Node[];
  /** The raw values, for `expand(val(x))`. */
  readonly lists?: readonly (readonly StoredValue[])[] | undefined;
}

export type Variables = Map<string, Variable>;

/** A uid variable's nodes; a value variable's too, where it stands in the place of one. */
export function uidsOf(variable: Variable | undefined): UidList {
  if (!variable) return NO_UIDS;
  if (variable.uids) return variable.uids;
  return variable.values.size === 0 ? NO_UIDS : toList(variable.values.keys());
}

/** All nodes of several variables. */
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

/** The distinct values of a variable as texts: what `eq(name, val(x))` compares with. */
export function textsOf(values: ReadonlyMap<number, Value> | undefined): string[] {
  const texts = new Set<string>();
  for (const value of values?.values() ?? []) {
    const text = value.type === 'string' || value.type === 'default' ? value : convert(value, 'string');
    texts.add(text.value as string);
  }
  return [...texts];
}

/** Gives the node what the variables that it uses hold so far. */
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

/** The arguments of a function as texts; those of a variable without values are none. */
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

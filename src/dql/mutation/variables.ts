/** Query variables that an upsert's mutations use. */
import type { Filter } from '../ast';
import { parseCondition } from '../parser';
import type { Mutation } from './ast';

/**
 * Returns the distinct names in `uid(v)` and `val(v)` of statements and conditions, in order of appearance, for
 * `validate`, which would report them as unused.
 *
 * @throws DqlSyntaxError for a condition that cannot be parsed
 */
export function mutationVariables(mutations: readonly Mutation[]): string[] {
  const names = new Set<string>();
  for (const mutation of mutations) {
    for (const { subject, object } of [...mutation.set, ...mutation.delete]) {
      if (subject.kind === 'uidVar') names.add(subject.variable);
      if (object.kind === 'uidVar' || object.kind === 'valVar') names.add(object.variable);
    }
    const filter = mutation.cond === undefined ? undefined : parseCondition(mutation.cond);
    if (filter) addFilterVariables(filter, names);
  }
  return [...names];
}

function addFilterVariables(filter: Filter, names: Set<string>): void {
  switch (filter.kind) {
    case 'And':
    case 'Or':
      for (const operand of filter.operands) addFilterVariables(operand, names);
      return;
    case 'Not':
      addFilterVariables(filter.operand, names);
      return;
    case 'FunctionCall':
      for (const part of [filter.subject, ...filter.args]) {
        if (part?.kind === 'ValRef' || part?.kind === 'LenRef') names.add(part.variable);
        else if (part?.kind === 'VariableName') names.add(part.name);
        else if (part?.kind === 'FunctionCall') addFilterVariables(part, names);
      }
  }
}

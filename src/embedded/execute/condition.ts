/**
 * `@if(…)` of an upsert. Dgraph makes it a filter on the node 0, which no data is about: what compares the size of a variable,
 * or the value that an empty block has computed, can hold; what looks for nodes cannot.
 */
import type { Filter, FunctionCall } from '../../dql/ast';
import { readArguments } from '../plan/arguments';
import { DqlUnsupportedError, type CompareOperator } from '../plan';
import type { UidList } from '../storage/view';
import type { Value } from '../values';
import { compareVariable, lengthHolds } from './functions/counts';
import { WHOLE } from './variables';

const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ge', 'gt', 'le', 'lt', 'between']);

/** The variables of the query. */
export interface ConditionVariables {
  readonly uidVariables: ReadonlyMap<string, UidList>;
  readonly valueVariables: ReadonlyMap<string, ReadonlyMap<number, Value>>;
}

/**
 * Whether the condition holds. A variable that has no nodes counts as 0.
 *
 * @throws DqlUnsupportedError for `has()` and comparisons of `count()`, which Dgraph fails to read of the node 0
 * @throws QueryError for an argument that is not of the type that it is compared with
 */
export function evaluateCondition(condition: Filter, variables: ConditionVariables): boolean {
  switch (condition.kind) {
    case 'And':
      return condition.operands.every((operand) => evaluateCondition(operand, variables));
    case 'Or':
      return condition.operands.some((operand) => evaluateCondition(operand, variables));
    case 'Not':
      return !evaluateCondition(condition.operand, variables);
    case 'FunctionCall':
      return evaluateCall(condition, variables);
  }
}

function evaluateCall(call: FunctionCall, { uidVariables, valueVariables }: ConditionVariables): boolean {
  const { name, subject, span } = call;
  if (name === 'has' || subject?.kind === 'CountRef') {
    throw new DqlUnsupportedError(`${name}() of a predicate in @if`, span);
  }
  if (!OPERATORS.has(name) || (subject?.kind !== 'LenRef' && subject?.kind !== 'ValRef')) return false;
  const operator = name as CompareOperator;
  const texts = readArguments(call.args).map((arg) => ('text' in arg ? arg.text : ''));
  const base = { name, span, operator, variable: subject.variable, args: [] };
  if (subject.kind === 'LenRef') {
    return lengthHolds({ kind: 'length', ...base }, uidVariables.get(subject.variable)?.length ?? 0, texts);
  }
  const values = valueVariables.get(subject.variable);
  return compareVariable({ kind: 'value', ...base }, values, texts, Float64Array.of(WHOLE)).length > 0;
}

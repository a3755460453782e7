/** `@if(…)` of an upsert: a filter over the sizes of variables. */
import type { Filter } from '../../dql/ast';
import { readArguments } from '../plan/arguments';
import { DqlUnsupportedError, type CompareOperator } from '../plan';
import type { UidList } from '../storage/view';
import { lengthHolds } from './functions/counts';

const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ge', 'gt', 'le', 'lt', 'between']);

/**
 * Whether the condition holds, given the uid variables of the query. A variable that has no nodes counts as 0.
 *
 * @throws DqlUnsupportedError for anything but comparisons of `len(v)` and `and`, `or`, `not`
 * @throws QueryError for an argument that is no integer
 */
export function evaluateCondition(condition: Filter, uidVariables: ReadonlyMap<string, UidList>): boolean {
  switch (condition.kind) {
    case 'And':
      return condition.operands.every((operand) => evaluateCondition(operand, uidVariables));
    case 'Or':
      return condition.operands.some((operand) => evaluateCondition(operand, uidVariables));
    case 'Not':
      return !evaluateCondition(condition.operand, uidVariables);
    case 'FunctionCall':
      break;
  }
  const { name, subject, span } = condition;
  if (subject?.kind !== 'LenRef' || !OPERATORS.has(name)) {
    throw new DqlUnsupportedError(`${name}() in @if, other than over len(),`, span);
  }
  const operator = name as CompareOperator;
  const texts = readArguments(condition.args).map((arg) => ('text' in arg ? arg.text : ''));
  const length = uidVariables.get(subject.variable)?.length ?? 0;
  return lengthHolds({ kind: 'length', name, span, operator, variable: subject.variable, args: [] }, length, texts);
}

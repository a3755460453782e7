/** Filters over nodes and over the facets of edges → plans. */
import type { Filter } from '../../dql';
import type { SchemaView } from '../storage/view';
import { queryTokens } from '../tokenizers';
import { readArguments } from './arguments';
import { QueryError } from './errors';
import { planFunction, usesOf } from './functions';
import type { CompareOperator, FacetsFilterPlan, FilterPlan, VariableUse } from './types';

export function planFilter(schema: SchemaView, filter: Filter): FilterPlan {
  switch (filter.kind) {
    case 'And':
      return { kind: 'and', operands: filter.operands.map((operand) => planFilter(schema, operand)) };
    case 'Or':
      return { kind: 'or', operands: filter.operands.map((operand) => planFilter(schema, operand)) };
    case 'Not':
      return { kind: 'not', operand: planFilter(schema, filter.operand) };
    case 'FunctionCall':
      return planFunction(schema, filter, 'filter');
  }
}

/** Variables that a filter reads. */
export function filterUses(filter: FilterPlan | undefined): VariableUse[] {
  switch (filter?.kind) {
    case undefined:
      return [];
    case 'and':
    case 'or':
      return filter.operands.flatMap(filterUses);
    case 'not':
      return filterUses(filter.operand);
    default:
      return usesOf(filter);
  }
}

const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ge', 'gt', 'le', 'lt']);

/** @throws QueryError for functions other than comparisons, `allofterms` and `anyofterms` */
export function planFacetsFilter(filter: Filter): FacetsFilterPlan {
  switch (filter.kind) {
    case 'And':
      return { kind: 'and', operands: filter.operands.map(planFacetsFilter) };
    case 'Or':
      return { kind: 'or', operands: filter.operands.map(planFacetsFilter) };
    case 'Not':
      return { kind: 'not', operand: planFacetsFilter(filter.operand) };
    case 'FunctionCall':
      break;
  }
  const { name, subject, span } = filter;
  if (subject?.kind !== 'Predicate') throw new QueryError('Variables not supported in pb.FilterTree', span);
  const args = readArguments(filter.args);
  if (args.some((arg) => 'variable' in arg)) throw new QueryError('Variables not supported in pb.FilterTree', span);
  if (args.length !== 1) throw new QueryError(`One argument expected in ${name}, but got ${args.length}.`, span);
  const { text } = args[0] as { text: string };
  if (OPERATORS.has(name)) {
    return { kind: 'compare', operator: name as Exclude<CompareOperator, 'between'>, key: subject.name, text };
  }
  if (name === 'allofterms' || name === 'anyofterms') {
    const terms = queryTokens(text, 'term').map((token) => token.toString('utf8'));
    return { kind: 'terms', all: name === 'allofterms', key: subject.name, terms };
  }
  throw new QueryError(`Fn ${name} not supported in preprocessFilter.`, span);
}

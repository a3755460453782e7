/**
 * `@if(…)` of an upsert. Dgraph evaluates it as a filter on the node 0, which has no data. So a comparison of a
 * variable's size, or of the value that an empty block computed, can hold. A search in an index finds nothing, and data
 * of the node 0 is unreadable.
 */
import type { Filter } from '../../dql';
import { planFilter, QueryError, type FilterPlan, type FunctionPlan } from '../plan';
import type { ReadView, UidList } from '../storage/view';
import type { Value } from '../values';
import type { Context } from './context';
import { applyFilter, checkProblems } from './filter';
import { Limits } from './limits';
import type { Variables } from './node';

/** Variables of the query. */
export interface ConditionVariables {
  readonly uidVariables: ReadonlyMap<string, UidList>;
  readonly valueVariables: ReadonlyMap<string, ReadonlyMap<number, Value>>;
}

/**
 * Number of nodes from which a filter requires an index. A condition requires one too, although it tests the node 0
 * alone.
 */
const INDEX_REQUIRED_FROM = 10;

/**
 * Evaluates the condition. A variable without nodes counts as 0.
 *
 * @param view supplies the schema
 * @throws QueryError with Dgraph's text: for faults of the filter, and for reads of data of the node 0
 */
export function evaluateCondition(condition: Filter, variables: ConditionVariables, view: ReadView): boolean {
  const plan = planFilter(view.schema, condition);
  checkProblems(plan, INDEX_REQUIRED_FROM);
  refuseReads(plan);
  const ctx: Context = { view, limits: new Limits({}), variables: variablesOf(variables), debug: false };
  return applyFilter(ctx, plan, Float64Array.of(0), new Map()).length > 0;
}

function variablesOf({ uidVariables, valueVariables }: ConditionVariables): Variables {
  const variables: Variables = new Map();
  for (const [name, uids] of uidVariables) variables.set(name, { uids, values: new Map(), path: [] });
  for (const [name, values] of valueVariables) variables.set(name, { values: new Map(values), path: [] });
  return variables;
}

function refuseReads(plan: FilterPlan): void {
  switch (plan.kind) {
    case 'and':
    case 'or':
      plan.operands.forEach(refuseReads);
      return;
    case 'not':
      refuseReads(plan.operand);
      return;
    default:
      if (readsData(plan)) throw unreadable(plan);
  }
}

type Reading = Extract<FunctionPlan, { readonly predicate: unknown }>;

function readsData(func: FunctionPlan): func is Reading {
  if (!('predicate' in func) || !func.predicate.declaration) return false;
  const { list, lang } = func.predicate.declaration;
  switch (func.kind) {
    case 'has':
    case 'count':
    case 'uid_in':
    case 'regexp':
    case 'match':
      return true;
    case 'compare':
      // A single value without languages is looked up in a way that ignores the node.
      return (list || lang) && (func.operator !== 'eq' || !func.tokenizer);
    default:
      return false;
  }
}

const REVERSE_KEY = 4;

/** Message of Dgraph's storage, with its key (x/keys.go). */
function unreadable({ predicate: { name, reverse }, span }: Reading): QueryError {
  const bytes = Buffer.from(name);
  const key = [
    bytes.length >> 8,
    bytes.length & 0xff,
    ...bytes,
    reverse ? REVERSE_KEY : 0,
    ...Array<number>(8).fill(0),
  ];
  const keyBytes = [...Array<number>(9).fill(0), ...key];
  return new QueryError(
    `while reading posting list with key [[${keyBytes.join(' ')}]]: ` +
      `Invalid UID with value 0 for key: [${key.join(' ')}]`,
    span,
  );
}

/**
 * `@if(…)` of an upsert. Dgraph makes it a filter on the node 0, which no data is about: what compares the size of a variable,
 * or the value that an empty block has computed, can hold; what looks for nodes in an index cannot; and the data of the node 0
 * cannot be read.
 */
import type { Filter } from '../../dql/ast';
import { planFilter, QueryError, type FilterPlan, type FunctionPlan } from '../plan';
import type { ReadView, UidList } from '../storage/view';
import type { Value } from '../values';
import type { Context } from './context';
import { applyFilter, checkProblems } from './filter';
import { Limits } from './limits';
import type { Variables } from './variables';

/** The variables of the query. */
export interface ConditionVariables {
  readonly uidVariables: ReadonlyMap<string, UidList>;
  readonly valueVariables: ReadonlyMap<string, ReadonlyMap<number, Value>>;
}

/** From so many nodes on a filter asks for the index that it needs; the node 0 counts for as many. */
const MANY = 10;

/**
 * Whether the condition holds. A variable that has no nodes counts as 0.
 *
 * @param view whose schema says what may be asked
 * @throws QueryError with Dgraph's text: for what a filter would be refused for, and for what needs the data of the node 0
 */
export function evaluateCondition(condition: Filter, known: ConditionVariables, view: ReadView): boolean {
  const plan = planFilter(view.schema, condition);
  checkProblems(plan, MANY);
  refuseReads(plan);
  const ctx: Context = { view, limits: new Limits({}), variables: variablesOf(known), debug: false };
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
      // One value without a language is looked up in a way that does not mind the node.
      return (list || lang) && (func.operator !== 'eq' || !func.tokenizer);
    default:
      return false;
  }
}

const REVERSE_KEY = 4;

/** In the words, and with the key, of Dgraph's storage (x/keys.go). */
function unreadable({ predicate: { name, reverse }, span }: Reading): QueryError {
  const bytes = Buffer.from(name);
  const key = [
    bytes.length >> 8,
    bytes.length & 0xff,
    ...bytes,
    reverse ? REVERSE_KEY : 0,
    ...Array<number>(8).fill(0),
  ];
  const whole = [...Array<number>(9).fill(0), ...key];
  return new QueryError(
    `while reading posting list with key [[${whole.join(' ')}]]: Invalid UID with value 0 for key: [${key.join(' ')}]`,
    span,
  );
}

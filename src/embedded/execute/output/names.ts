/** Names of fields in an answer. */
import type { NodePlan } from '../../plan';

/** Name of a predicate's field, with its languages. */
export function fieldName(plan: NodePlan): string {
  if (plan.alias !== '') return plan.alias;
  const langs = plan.predicate?.langs ?? [];
  return langs.length > 0 && langs[0] !== '*' ? `${plan.attr}@${langs.join(':')}` : plan.attr;
}

/** Name of a field of edges, without languages. */
export function edgeName(plan: NodePlan): string {
  return plan.alias === '' ? plan.attr : plan.alias;
}

/** `val(x)`, `min(val(x))`; for `math` the variable that it defines. */
export function valueName(plan: NodePlan): string {
  if (plan.alias !== '') return plan.alias;
  const variable = (plan.role === 'math' ? plan.variable : plan.uses[0]?.name) ?? '';
  return plan.aggregate ? `${plan.aggregate}(val(${variable}))` : `val(${variable})`;
}

export function countName(plan: NodePlan): string {
  return plan.alias === '' ? `count(${plan.attr})` : plan.alias;
}

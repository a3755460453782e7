/**
 * Checks of a load: contradictions of stored facts under the rules that both versions have. The other steps visit the
 * facts that new rules concern. Together, the steps report all contradictions.
 */
import { createHash } from 'node:crypto';
import type { Plan, Rule } from '../../reasoner';
import type { EngineSchema } from '../store/engine-schema';
import { constraintSteps } from './constraints';
import { planSteps } from './steps';
import type { FormerRules, RulesApart, Step } from './steps';
import { isOverClasses, TypeRules } from './type-rules';

interface CheckedSteps {
  readonly list: readonly Step[];
  /** Digest of the steps and rules. */
  readonly digest: string;
  /** Numbers of the rules in the plan that steps of the kinds `constraints` and `places` check. */
  readonly checked: ReadonlySet<number>;
  /** Rules that revisits evaluate. */
  readonly revisited: Plan;
  readonly former: FormerRules;
}

/** Steps of a preview. @param before as for planSteps */
export function planPreview(before: Plan | undefined, now: Plan, schema: EngineSchema): CheckedSteps {
  const apart = { has: (rule: Rule) => isOverClasses(now, rule), steps: () => [] };
  return planChecked(before, now, schema, apart, false);
}

/** Steps of a sweep: the engine applies some of the rules. @param before as for planSteps */
export function planSweep(
  before: Plan | undefined,
  now: Plan,
  schema: EngineSchema,
): CheckedSteps & { readonly types: TypeRules } {
  const types = new TypeRules(now, schema);
  return { ...planChecked(before, now, schema, types, true), types };
}

/** @param isSweep true if the engine has all facts that a step visits */
function planChecked(
  before: Plan | undefined,
  now: Plan,
  schema: EngineSchema,
  apart: RulesApart,
  isSweep: boolean,
): CheckedSteps {
  const { former, ...planned } = planSteps(before, now, schema, apart, isSweep);
  const { kept } = former;
  const isChecked = now.rules.map((rule) => kept.has(rule) || (!rule.head && apart.has(rule)));
  const rules = now.rules.filter((_, number) => isChecked[number]);
  const list = [...planned.list, ...constraintSteps(now, schema, { rules, isFiltered: isSweep })];
  return {
    list,
    digest: createHash('sha256').update(`${planned.digest} ${list.length}`).digest('hex').slice(0, 32),
    checked: new Set(isChecked.flatMap((is, number) => (is ? [number] : []))),
    revisited: { ...now, rules: now.rules.filter((rule) => !apart.has(rule)) },
    former,
  };
}

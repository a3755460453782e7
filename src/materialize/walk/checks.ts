/**
 * Checks of a load: contradictions of stored facts under the rules that both versions have. The other steps visit the
 * facts that new rules concern. Together, the steps report all contradictions.
 */
import { createHash } from 'node:crypto';
import type { Plan } from '../../reasoner';
import type { EngineSchema } from '../store/engine-schema';
import { constraintSteps } from './constraints';
import { planSteps } from './steps';
import type { Step } from './steps';
import { TypeRules } from './type-rules';

interface CheckedSteps {
  readonly list: readonly Step[];
  /** Digest of the steps and rules. */
  readonly digest: string;
  /** Numbers of the rules in the plan that steps of the kinds `constraints` and `places` check. */
  readonly checked: ReadonlySet<number>;
}

/** Steps of a sweep: the engine applies some of the rules. */
interface SweepSteps extends CheckedSteps {
  readonly types: TypeRules;
  /** Rules that revisits evaluate. */
  readonly revisited: Plan;
}

/** @param before as for planSteps */
export function planCheckedSteps(
  before: Plan | undefined,
  now: Plan,
  schema: EngineSchema,
  types?: TypeRules,
): CheckedSteps {
  const { kept, ...planned } = planSteps(before, now, schema, types);
  const isChecked = now.rules.map((rule) => kept.has(rule) || (!rule.head && types?.has(rule) === true));
  const rules = now.rules.filter((_, number) => isChecked[number]);
  if (rules.length === 0) return { ...planned, checked: new Set() };
  const list = [...planned.list, ...constraintSteps(now, schema, { rules, isFiltered: types !== undefined })];
  const digest = createHash('sha256').update(`${planned.digest} ${list.length}`).digest('hex').slice(0, 32);
  return { list, digest, checked: new Set(isChecked.flatMap((is, number) => (is ? [number] : []))) };
}

/** @param before as for planSteps */
export function planSweep(before: Plan | undefined, now: Plan, schema: EngineSchema): SweepSteps {
  const types = new TypeRules(now, schema);
  const revisited = { ...now, rules: now.rules.filter((rule) => !types.has(rule)) };
  return { ...planCheckedSteps(before, now, schema, types), types, revisited };
}

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

interface CheckedSteps {
  readonly list: readonly Step[];
  /** Digest of the steps and rules. */
  readonly digest: string;
  /** Numbers of the rules in the plan that both versions have. */
  readonly keptNumbers: ReadonlySet<number>;
}

/** @param before as for planSteps */
export function planCheckedSteps(before: Plan | undefined, now: Plan, schema: EngineSchema): CheckedSteps {
  const { kept, ...planned } = planSteps(before, now, schema);
  if (kept.size === 0) return { ...planned, keptNumbers: new Set() };
  const numbers = now.rules.flatMap((rule, number) => (kept.has(rule) ? [number] : []));
  const list = [...planned.list, ...constraintSteps(now, schema, [...kept])];
  const digest = createHash('sha256').update(`${planned.digest} ${list.length}`).digest('hex').slice(0, 32);
  return { list, digest, keptNumbers: new Set(numbers) };
}

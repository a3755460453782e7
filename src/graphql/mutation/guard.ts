/**
 * Guard against concurrent adds: nodes that were absent when the mutation was planned must be absent when it is
 * written. Otherwise nothing is written, and the mutation is planned again.
 */
import type { UpsertAnswer } from '../backend';
import { typeFunction } from '../query/text';
import type { Question } from './existence';
import { uidsOf } from './plan';

export interface Guard {
  /** Blocks of the upsert. */
  readonly queries: readonly string[];
  /** Conditions of every mutation of the upsert. */
  readonly conditions: readonly string[];
  /** True if the conditions were met. */
  isMet(answer: UpsertAnswer): boolean;
}

/**
 * @param unknown the queries without a matching node
 * @param absent those without any node: one of other classes, too, changes the plan
 */
export function guardOf(unknown: readonly Question[], absent: ReadonlySet<Question>): Guard {
  const keys = new Map<string, { readonly subject: string; readonly filter: string; readonly values: string[] }>();
  for (const question of unknown) {
    const { key, type } = question;
    if (!key) continue;
    const filter = absent.has(question) ? '' : ` @filter(${typeFunction(type.dgraphName)})`;
    const id = `${key.subject}${filter}`;
    const existing = keys.get(id);
    if (existing) existing.values.push(key.value);
    else keys.set(id, { subject: key.subject, filter, values: [key.value] });
  }
  const names = [...keys].map((_, i) => `guard${i}`);
  return {
    queries: [...keys.values()].map(
      ({ subject, filter, values }, i) =>
        `${names[i]!} as ${names[i]!}(func: eq(${subject}, ${values.join(', ')}))${filter} { uid }`,
    ),
    conditions: names.map((name) => `eq(len(${name}), 0)`),
    isMet: ({ queries }) => names.every((name) => uidsOf(queries[name]).length === 0),
  };
}

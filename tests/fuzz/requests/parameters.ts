/** Query strings: parameters that a route knows, misspelt ones, twice, and with values of any kind. */
import { ODD_NUMBERS, ODD_TEXTS } from '../generate/oddities';
import type { Random } from '../generate/random';
import { queryString } from '../wire/request';

/** Name → values that are accepted. */
export type AcceptedValues = Readonly<Record<string, readonly string[]>>;

/** @param always parameters that are there, mostly */
export function parameters(random: Random, accepted: AcceptedValues, always: readonly string[] = []): string {
  const pairs: (readonly [string, string])[] = [];
  for (const [name, values] of Object.entries(accepted)) {
    if (!random.chance(always.includes(name) ? 0.97 : 0.25)) continue;
    const value = random.chance(0.85) ? random.pick(values) : random.pick([...ODD_TEXTS, ...ODD_NUMBERS]);
    pairs.push([name, value]);
    if (random.chance(0.03)) pairs.push([name, random.pick(values)]);
  }
  if (random.chance(0.04)) pairs.push([random.pick(ODD_TEXTS), random.pick(ODD_TEXTS)]);
  return queryString(random, pairs);
}

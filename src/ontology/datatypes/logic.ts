/**
 * Approximation of data ranges: a three-valued test, an upper and a lower bound.
 */
import { ValueSet } from './sets';
import type { DataValue } from './value';

export interface RangeModel {
  /** Membership test; undefined if undecidable. */
  readonly test: (value: DataValue) => boolean | undefined;
  /** Superset of the range. */
  readonly over: ValueSet;
  /** Subset of the range. */
  readonly under: ValueSet;
}

/** Model of a range about which nothing is known. */
export const undecided: RangeModel = { test: () => undefined, over: ValueSet.ALL, under: ValueSet.NONE };

export function exactly(set: ValueSet): RangeModel {
  return { test: (value) => (value.kind === 'opaque' ? undefined : set.has(value)), over: set, under: set };
}

/** @param test membership test for values that are not opaque */
export function partly(over: ValueSet, under: ValueSet, test: (value: DataValue) => boolean): RangeModel {
  return { test: (value) => (value.kind === 'opaque' ? undefined : test(value)), over, under };
}

export function both(models: readonly RangeModel[]): RangeModel {
  if (models.length === 1) return models[0]!;
  return {
    test: (value) => combine(models, value, false),
    over: models.reduce((set, { over }) => set.intersect(over), ValueSet.ALL),
    under: models.reduce((set, { under }) => set.intersect(under), ValueSet.ALL),
  };
}

export function either(models: readonly RangeModel[]): RangeModel {
  if (models.length === 1) return models[0]!;
  return {
    test: (value) => combine(models, value, true),
    over: models.reduce((set, { over }) => set.unite(over), ValueSet.NONE),
    under: models.reduce((set, { under }) => set.unite(under), ValueSet.NONE),
  };
}

export function not({ test, over, under }: RangeModel): RangeModel {
  const negated = (value: DataValue) => {
    const inside = test(value);
    return inside === undefined ? undefined : !inside;
  };
  return { test: negated, over: under.complement(), under: over.complement() };
}

/** Returns the deciding answer if any part gives it, else its opposite if all parts are decided. */
function combine(models: readonly RangeModel[], value: DataValue, deciding: boolean): boolean | undefined {
  let isDecided = true;
  for (const { test } of models) {
    const inside = test(value);
    if (inside === deciding) return deciding;
    if (inside === undefined) isDecided = false;
  }
  return isDecided ? !deciding : undefined;
}

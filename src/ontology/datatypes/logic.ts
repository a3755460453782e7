/**
 * Data ranges as they are computed with: a test of values with three answers, and two sets between which the range lies.
 */
import { ValueSet } from './sets';
import type { DataValue } from './value';

export interface RangeModel {
  /** Undefined where it cannot be known. */
  readonly test: (value: DataValue) => boolean | undefined;
  /** Holds at least the range's values. */
  readonly over: ValueSet;
  /** Holds none but the range's values. */
  readonly under: ValueSet;
}

/** Nothing is known. */
export const undecided: RangeModel = { test: () => undefined, over: ValueSet.ALL, under: ValueSet.NONE };

export function exactly(set: ValueSet): RangeModel {
  return { test: (value) => (value.kind === 'opaque' ? undefined : set.has(value)), over: set, under: set };
}

/** @param test for values that are not opaque */
export function partly(over: ValueSet, under: ValueSet, test: (value: DataValue) => boolean): RangeModel {
  return { test: (value) => (value.kind === 'opaque' ? undefined : test(value)), over, under };
}

export function both(models: readonly RangeModel[]): RangeModel {
  if (models.length === 1) return models[0]!;
  return {
    test: (value) => every(models, value, false),
    over: models.reduce((set, { over }) => set.intersect(over), ValueSet.ALL),
    under: models.reduce((set, { under }) => set.intersect(under), ValueSet.ALL),
  };
}

export function either(models: readonly RangeModel[]): RangeModel {
  if (models.length === 1) return models[0]!;
  return {
    test: (value) => every(models, value, true),
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

/** The answer that decides if any part gives it, else the opposite if all are sure. */
function every(models: readonly RangeModel[], value: DataValue, deciding: boolean): boolean | undefined {
  let sure = true;
  for (const { test } of models) {
    const inside = test(value);
    if (inside === deciding) return deciding;
    if (inside === undefined) sure = false;
  }
  return sure ? !deciding : undefined;
}

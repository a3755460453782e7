/** Approximation of data ranges: a three-valued membership test, a superset and a subset. */
import { ValueSet } from './sets';
import type { DataValue } from './value';

export interface RangeModel {
  /** Membership test; undefined if undecidable. */
  readonly test: (value: DataValue) => boolean | undefined;
  readonly superset: ValueSet;
  readonly subset: ValueSet;
}

/** Model of a range about which nothing is known. */
export const UNDECIDED: RangeModel = { test: () => undefined, superset: ValueSet.ALL, subset: ValueSet.NONE };

export function exactModel(set: ValueSet): RangeModel {
  return { test: (value) => (value.kind === 'opaque' ? undefined : set.has(value)), superset: set, subset: set };
}

/** @param test membership test for values that are not opaque */
export function boundedModel(superset: ValueSet, subset: ValueSet, test: (value: DataValue) => boolean): RangeModel {
  return { test: (value) => (value.kind === 'opaque' ? undefined : test(value)), superset, subset };
}

export function intersectionModel(models: readonly RangeModel[]): RangeModel {
  if (models.length === 1) return models[0]!;
  return {
    test: (value) => combine(models, value, false),
    superset: models.reduce((set, { superset }) => set.intersect(superset), ValueSet.ALL),
    subset: models.reduce((set, { subset }) => set.intersect(subset), ValueSet.ALL),
  };
}

export function unionModel(models: readonly RangeModel[]): RangeModel {
  if (models.length === 1) return models[0]!;
  return {
    test: (value) => combine(models, value, true),
    superset: models.reduce((set, { superset }) => set.unite(superset), ValueSet.NONE),
    subset: models.reduce((set, { subset }) => set.unite(subset), ValueSet.NONE),
  };
}

export function complementModel({ test, superset, subset }: RangeModel): RangeModel {
  const negated = (value: DataValue) => {
    const inside = test(value);
    return inside === undefined ? undefined : !inside;
  };
  return { test: negated, superset: subset.complement(), subset: superset.complement() };
}

/** Three-valued conjunction (`deciding` false) or disjunction (`deciding` true) of the tests of all models. */
function combine(models: readonly RangeModel[], value: DataValue, deciding: boolean): boolean | undefined {
  let isDecided = true;
  for (const { test } of models) {
    const inside = test(value);
    if (inside === deciding) return deciding;
    if (inside === undefined) isDecided = false;
  }
  return isDecided ? !deciding : undefined;
}

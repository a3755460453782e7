/** Sets of numbers as sorted, disjoint intervals with open, closed or no bounds. */
import { compare, floor, fromBigInt } from './numbers';
import type { NumberValue } from './value';

interface Bound {
  readonly at: NumberValue;
  readonly open: boolean;
}

/** Interval; an undefined end is unbounded. */
export interface Interval {
  readonly low?: Bound;
  readonly high?: Bound;
}

/** Intervals in ascending order, without overlaps. */
export type Intervals = readonly Interval[];

export const EVERYTHING: Intervals = [{}];
export const NOTHING: Intervals = [];

export function point(at: NumberValue): Intervals {
  return [{ low: { at, open: false }, high: { at, open: false } }];
}

/** @param numbers numbers in any order, possibly with duplicates */
export function pointsOf(numbers: readonly NumberValue[]): Intervals {
  return [...numbers]
    .sort(compare)
    .filter((number, i, all) => i === 0 || compare(all[i - 1]!, number) !== 0)
    .flatMap(point);
}

/** Returns the closed interval of two integers; an undefined end is unbounded. */
export function between(low: bigint | undefined, high: bigint | undefined): Intervals {
  const bound = (at: bigint): Bound => ({ at: fromBigInt(at), open: false });
  return [{ ...(low !== undefined && { low: bound(low) }), ...(high !== undefined && { high: bound(high) }) }];
}

export function intersect(a: Intervals, b: Intervals): Intervals {
  if (a === EVERYTHING) return b;
  if (b === EVERYTHING) return a;
  const result: Interval[] = [];
  someCommon(a, b, (common) => {
    result.push(common);
    return false;
  });
  return result;
}

/** True if an interval of the intersection satisfies the predicate. Stops at the first one. */
export function someCommon(a: Intervals, b: Intervals, predicate: (common: Interval) => boolean): boolean {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i]!;
    const y = b[j]!;
    const low = compareLow(x.low, y.low) >= 0 ? x.low : y.low;
    const endsFirst = compareHigh(x.high, y.high) <= 0;
    const common = interval(low, endsFirst ? x.high : y.high);
    if (common && predicate(common)) return true;
    if (endsFirst) i++;
    else j++;
  }
  return false;
}

export function complement(set: Intervals): Intervals {
  const result: Interval[] = [];
  let low: Bound | undefined;
  for (const next of set) {
    if (next.low) {
      const gap = interval(low, invert(next.low));
      if (gap) result.push(gap);
    }
    if (!next.high) return result;
    low = invert(next.high);
  }
  result.push(low ? { low } : {});
  return result;
}

export function unite(a: Intervals, b: Intervals): Intervals {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return complement(intersect(complement(a), complement(b)));
}

export function includes(set: Intervals, value: NumberValue): boolean {
  return set.some(({ low, high }) => {
    const above = low ? compare(value, low.at) : 1;
    const below = high ? compare(value, high.at) : -1;
    return (above > 0 || (above === 0 && !low?.open)) && (below < 0 || (below === 0 && !high?.open));
  });
}

/** Returns the integers of a set, as closed intervals with integer bounds. */
export function wholeNumbers(set: Intervals): Intervals {
  const result: Interval[] = [];
  for (const { low, high } of set) {
    const from = low && (low.open ? floor(low.at) + 1n : ceiling(low.at));
    const to = high && (high.open ? ceiling(high.at) - 1n : floor(high.at));
    if (from === undefined || to === undefined || from <= to) result.push(...between(from, to));
  }
  return result;
}

const ceiling = (value: NumberValue) => (value.scale === 0 ? value.numerator : floor(value) + 1n);

const invert = ({ at, open }: Bound): Bound => ({ at, open: !open });

/** Returns an interval; undefined for an empty one. */
function interval(low: Bound | undefined, high: Bound | undefined): Interval | undefined {
  if (low && high) {
    const side = compare(low.at, high.at);
    if (side > 0 || (side === 0 && (low.open || high.open))) return undefined;
  }
  return { ...(low && { low }), ...(high && { high }) };
}

function compareLow(a: Bound | undefined, b: Bound | undefined): number {
  if (!a || !b) return a ? 1 : b ? -1 : 0;
  return compare(a.at, b.at) || Number(a.open) - Number(b.open);
}

function compareHigh(a: Bound | undefined, b: Bound | undefined): number {
  if (!a || !b) return a ? -1 : b ? 1 : 0;
  return compare(a.at, b.at) || Number(b.open) - Number(a.open);
}

/** Sets of numbers as intervals: sorted, apart from each other, each with open, closed or no ends. */
import { compare, floor, fromBigInt } from './numbers';
import type { NumberValue } from './value';

export interface Bound {
  readonly at: NumberValue;
  readonly open: boolean;
}

/** An end that is undefined has no bound. */
export interface Interval {
  readonly low?: Bound;
  readonly high?: Bound;
}

/** In ascending order, none overlapping another. */
export type Intervals = readonly Interval[];

export const EVERYTHING: Intervals = [{}];
export const NOTHING: Intervals = [];

export function point(at: NumberValue): Intervals {
  return [{ low: { at, open: false }, high: { at, open: false } }];
}

/** @param numbers in any order, some perhaps twice */
export function pointsOf(numbers: readonly NumberValue[]): Intervals {
  return [...numbers]
    .sort(compare)
    .filter((number, i, all) => i === 0 || compare(all[i - 1]!, number) !== 0)
    .flatMap(point);
}

/** Closed at both ends; undefined for no end. */
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

/** Whether one of the intervals that make up the intersection is as asked; those after it are not computed. */
export function someCommon(a: Intervals, b: Intervals, asked: (common: Interval) => boolean): boolean {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i]!;
    const y = b[j]!;
    const low = compareLow(x.low, y.low) >= 0 ? x.low : y.low;
    const first = compareHigh(x.high, y.high) <= 0;
    const common = interval(low, first ? x.high : y.high);
    if (common && asked(common)) return true;
    if (first) i++;
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

/** The same whole numbers, with ends that are whole and closed. */
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

/** Undefined where it would hold nothing. */
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

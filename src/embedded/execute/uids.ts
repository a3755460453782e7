/** Set operations on ascending, distinct lists of uids. */
import type { UidList } from '../storage/view';

export const NO_UIDS: UidList = new Float64Array(0);

/** Ratio of lengths from which searching in the longer list is faster than walking it. */
const GALLOP = 32;

/** Returns the index of the uid, or -1. */
export function indexOf(list: UidList, uid: number): number {
  const index = lowerBound(list, uid, 0);
  return index < list.length && list[index] === uid ? index : -1;
}

export function contains(list: UidList, uid: number): boolean {
  return indexOf(list, uid) >= 0;
}

/** Returns the first index from `start` on whose uid is at least the given one. */
function lowerBound(list: UidList, uid: number, start: number): number {
  let low = start;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < uid) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Same as {@link lowerBound}, in steps that double: fast if the place is near `start`. */
function gallop(list: UidList, uid: number, start: number): number {
  let step = 1;
  let high = start;
  while (high < list.length && list[high]! < uid) {
    start = high + 1;
    high += step;
    step *= 2;
  }
  let low = start;
  let end = Math.min(high, list.length);
  while (low < end) {
    const middle = (low + end) >>> 1;
    if (list[middle]! < uid) low = middle + 1;
    else end = middle;
  }
  return low;
}

export function intersect(a: UidList, b: UidList): UidList {
  if (a === b) return a;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 0) return NO_UIDS;
  const out = new Float64Array(short.length);
  let count = 0;
  let j = 0;
  if (long.length > short.length * GALLOP) {
    for (let i = 0; i < short.length && j < long.length; i++) {
      const uid = short[i]!;
      j = gallop(long, uid, j);
      if (long[j] === uid) out[count++] = uid;
    }
  } else {
    for (let i = 0; i < short.length && j < long.length; i++) {
      const uid = short[i]!;
      while (j < long.length && long[j]! < uid) j++;
      if (long[j] === uid) out[count++] = uid;
    }
  }
  return count === short.length ? short : out.subarray(0, count);
}

/**
 * Same as {@link intersect}, for a first list that may be in the order of a path. As in Dgraph it is walked as if
 * ascending, so uids after a larger one are missed.
 */
export function intersectInOrder(list: UidList, dest: UidList): UidList {
  if (isAscending(list)) return intersect(list, dest);
  const out = new Float64Array(list.length);
  let count = 0;
  for (let i = 0, j = 0; i < list.length && j < dest.length;) {
    const [a, b] = [list[i]!, dest[j]!];
    if (a === b) out[count++] = a;
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return out.subarray(0, count);
}

/** Intersection of all lists; empty without lists. */
export function intersectAll(lists: readonly UidList[]): UidList {
  if (lists.length === 0) return NO_UIDS;
  const sorted = [...lists].sort((a, b) => a.length - b.length);
  return sorted.reduce(intersect);
}

export function difference(a: UidList, b: UidList): UidList {
  if (a.length === 0 || b.length === 0) return a;
  const out = new Float64Array(a.length);
  let count = 0;
  let j = 0;
  for (const uid of a) {
    j = gallop(b, uid, j);
    if (b[j] !== uid) out[count++] = uid;
  }
  return out.subarray(0, count);
}

export function union(a: UidList, b: UidList): UidList {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const out = new Float64Array(a.length + b.length);
  let count = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const left = a[i]!;
    const right = b[j]!;
    out[count++] = left < right ? left : right;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  while (i < a.length) out[count++] = a[i++]!;
  while (j < b.length) out[count++] = b[j++]!;
  return out.subarray(0, count);
}

/** Union of lists, which may be unsorted. */
export function unionAll(lists: readonly UidList[]): UidList {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length === 0) return NO_UIDS;
  if (filled.length === 1) return isAscending(filled[0]!) ? filled[0]! : sortedSet(filled[0]!.slice());
  if (filled.length === 2 && isAscending(filled[0]!) && isAscending(filled[1]!)) return union(filled[0]!, filled[1]!);
  let total = 0;
  for (const list of filled) total += list.length;
  const joined = new Float64Array(total);
  let at = 0;
  for (const list of filled) {
    joined.set(list, at);
    at += list.length;
  }
  return sortedSet(joined);
}

function isAscending(list: UidList): boolean {
  for (let i = 1; i < list.length; i++) if (list[i - 1]! >= list[i]!) return false;
  return true;
}

/** Sorts in place and drops duplicates. */
function sortedSet(list: Float64Array): UidList {
  if (isAscending(list)) return list;
  list.sort();
  let count = 0;
  for (let i = 0; i < list.length; i++) {
    if (i === 0 || list[i] !== list[i - 1]) list[count++] = list[i]!;
  }
  return list.subarray(0, count);
}

/** Converts uids in any order to a list. */
export function toList(uids: Iterable<number>): UidList {
  return sortedSet(Float64Array.from(uids));
}

/** Returns the uids that pass the test, in the order of the list. */
export function select(list: UidList, test: (uid: number, index: number) => boolean): UidList {
  const out = new Float64Array(list.length);
  let count = 0;
  for (let i = 0; i < list.length; i++) {
    const uid = list[i]!;
    if (test(uid, i)) out[count++] = uid;
  }
  return count === list.length ? list : out.subarray(0, count);
}

/** Returns the uids above the given one. */
export function after(list: UidList, uid: number): UidList {
  return uid > 0 ? list.subarray(lowerBound(list, uid + 1, 0)) : list;
}

/** `[start, end)` of a page. A negative count takes from the end and ignores the offset. */
export function pageRange(count: number, offset: number, length: number): readonly [number, number] {
  if (count < 0) return [Math.max(0, length + count), length];
  const start = Math.min(Math.max(0, offset), length);
  return [start, count === 0 ? length : Math.min(start + count, length)];
}

export function page(list: UidList, count: number, offset: number): UidList {
  const [start, end] = pageRange(count, offset, list.length);
  return start === 0 && end === list.length ? list : list.subarray(start, end);
}

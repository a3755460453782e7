/** Equality and order of values, as Dgraph's filters and sorts see them. */
import { compareBigFloats, parseBigFloat } from './bigfloat';
import { compareDateTimes } from './datetime';
import type { Value, ValueType } from './value';

export type Comparison = 'eq' | 'ge' | 'gt' | 'le' | 'lt';

/** The types that have an order; the others can neither be sorted by nor compared with `ge` and its like. */
export function isSortable(type: ValueType): boolean {
  switch (type) {
    case 'datetime':
    case 'int':
    case 'float':
    case 'string':
    case 'default':
    case 'bigfloat':
      return true;
    default:
      return false;
  }
}

/**
 * Negative, zero or positive; undefined where the two have no order between them (different types, or a type without order).
 * Strings go by their UTF-8 bytes, or by `collator` where there is one.
 */
export function compareValues(a: Value, b: Value, collator?: Intl.Collator): number | undefined {
  switch (a.type) {
    case 'int':
    case 'float':
      return a.type === b.type ? compareNumbers(a.value, b.value) : undefined;
    case 'string':
    case 'default':
      if (a.type !== b.type) return undefined;
      return collator ? collator.compare(a.value, b.value) : compareStrings(a.value, b.value);
    case 'datetime':
      return b.type === 'datetime' ? compareDateTimes(a.value, b.value) : undefined;
    case 'bigfloat':
      return b.type === 'bigfloat' ? compareBigFloats(parseBigFloat(a.value), parseBigFloat(b.value)) : undefined;
    default:
      return undefined;
  }
}

function compareNumbers(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The order of UTF-8 bytes, which differs from JavaScript's where a surrogate pair meets U+E000 to U+FFFF. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return left >= 0xd800 && right >= 0xd800 ? rank(left) - rank(right) : left - right;
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xe000 ? unit - 0x2000 : unit + 0x2000;
}

/** Equal in type and value. */
export function equalValues(a: Value, b: Value): boolean {
  if (a.type === 'bool') return b.type === 'bool' && a.value === b.value;
  return compareValues(a, b) === 0;
}

/** Whether `a op b` holds; never between values of different types, nor for types without order. */
export function compareWith(op: Comparison, a: Value, b: Value): boolean {
  if (op === 'eq') return equalValues(a, b);
  const order = compareValues(a, b);
  if (order === undefined) return false;
  // NaN is neither less nor greater; Dgraph derives ge and le from the opposite, so they hold.
  if (op === 'ge') return !(order < 0);
  if (op === 'gt') return order > 0;
  if (op === 'le') return !(order > 0);
  return order < 0;
}

const TYPE_RANKS: Readonly<Record<ValueType, number>> = {
  default: 0,
  binary: 1,
  int: 2,
  float: 3,
  bool: 4,
  datetime: 5,
  geo: 6,
  password: 8,
  string: 9,
  float32vector: 11,
  bigfloat: 12,
};

/** Whether `a` sorts before `b` where types may be mixed: numbers by size, other types by their rank. */
export function sortsBefore(a: Value, b: Value, collator?: Intl.Collator): boolean {
  if (a.type === b.type) {
    const order = compareValues(a, b, collator);
    return order !== undefined && order < 0;
  }
  if ((a.type === 'int' || a.type === 'float') && (b.type === 'int' || b.type === 'float')) {
    return a.value < b.value;
  }
  return TYPE_RANKS[a.type] < TYPE_RANKS[b.type];
}

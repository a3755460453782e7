/** Equality and order of values in Dgraph's filters and sorts. */
import { compareBigFloats, parseBigFloat } from './bigfloat';
import { compareDateTimes } from './datetime';
import type { Value, ValueType } from './value';

type Comparison = 'eq' | 'ge' | 'gt' | 'le' | 'lt';

/** True for types with an order; other types support neither sorting nor comparisons such as `ge`. */
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
 * Returns a negative number, zero or a positive number; undefined for values without a common order (different types,
 * or a type without order). Strings are compared by UTF-8 bytes, or by `collator` if given.
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

/** Compares by UTF-8 bytes. JavaScript's order differs between surrogate pairs and U+E000 to U+FFFF. */
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

/** True for equal type and value. */
export function equalValues(a: Value, b: Value): boolean {
  if (a.type === 'bool') return b.type === 'bool' && a.value === b.value;
  return compareValues(a, b) === 0;
}

/** True if `a op b` holds; false for different types and for types without order. */
export function compareWith(op: Comparison, a: Value, b: Value): boolean {
  if (op === 'eq') return equalValues(a, b);
  const order = compareValues(a, b);
  if (order === undefined) return false;
  // NaN is neither less nor greater; Dgraph negates lt and gt for ge and le, so these hold.
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

/** True if `a` sorts before `b` among mixed types: numbers by size, other types by rank. */
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

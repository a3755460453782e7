/**
 * Sets of data values with union, intersection, complement and a test for emptiness.
 *
 * The data values are partitioned into cells: the integers, the decimals that are not integers, the tokens that are not
 * NMTOKENs, and so on. Every datatype is a union of cells and of intervals in cells. A value has a coordinate in its
 * cell: a number its value, a floating-point number its index, a string its length, a moment its position on the time
 * line. A set consists of intervals of coordinates for each cell. In cells whose coordinates do not identify values, a
 * set may list single values as exceptions.
 */
import {
  between,
  complement,
  EVERYTHING,
  includes,
  intersect,
  NOTHING,
  point,
  pointsOf,
  someCommon,
  unite,
  wholeNumbers,
} from './intervals';
import type { Interval, Intervals } from './intervals';
import { compare, floatIndex, fromBigInt, isInteger, LIMITS } from './numbers';
import { TIME_TYPES, UNINTERPRETED } from './parse';
import { countCharacters, depthOf, STRING_KINDS } from './strings';
import { onTimeline } from './times';
import { valueKey } from './value';
import type { DataValue, NumberValue, TimeType } from './value';

interface Cell {
  /** All coordinates of the cell. */
  readonly all: Intervals;
  /** True if coordinates are integers. */
  readonly discrete: boolean;
  /** True if a coordinate identifies one value. */
  readonly exact: boolean;
  /** True if a value has exactly this coordinate; for cells that are not discrete. */
  readonly occurs: (coordinate: NumberValue) => boolean;
}

const dense = (occurs: Cell['occurs'], exact: boolean): Cell => ({ all: EVERYTHING, discrete: false, exact, occurs });
const discrete = (all: Intervals, exact: boolean): Cell => ({ all, discrete: true, exact, occurs: () => true });
const always = () => true;

function floats(width: 32 | 64): Cell {
  const { low, high, nan } = LIMITS[width];
  return discrete([...between(low, high), ...point(fromBigInt(nan))], true);
}

const LENGTHS = between(0n, undefined);
/** Coordinate of cells whose values can only be compared for equality. */
const SINGLE = between(0n, 0n);

const timeCells = (type: TimeType): readonly string[] => [`${type}:zoned`, `${type}:local`];

const CELLS: ReadonlyMap<string, Cell> = new Map<string, Cell>([
  ['integer', discrete(EVERYTHING, true)],
  ['decimal', dense((at) => at.scale !== undefined && at.scale > 0, true)],
  ['rational', dense((at) => at.scale === undefined, true)],
  ['irrational', dense(() => false, true)],
  ['double', floats(64)],
  ['float', floats(32)],
  ['boolean', discrete(between(0n, 1n), true)],
  // The empty string is a token, but not an NMTOKEN.
  ...STRING_KINDS.map((kind): [string, Cell] => [
    `text:${kind}`,
    discrete(between(kind === 'token' ? 0n : 1n, undefined), false),
  ]),
  ['langString', discrete(LENGTHS, false)],
  ['hexBinary', discrete(LENGTHS, false)],
  ['base64Binary', discrete(LENGTHS, false)],
  ['anyURI', discrete(LENGTHS, false)],
  ...TIME_TYPES.flatMap(timeCells).map((name): [string, Cell] => [name, dense(always, false)]),
  ...['zero', 'months', 'seconds', 'both'].map((name): [string, Cell] => [`duration:${name}`, discrete(SINGLE, false)]),
  ['XMLLiteral', discrete(SINGLE, false)],
  ...UNINTERPRETED.map((iri): [string, Cell] => [iri, discrete(SINGLE, false)]),
  ['unknown', discrete(SINGLE, false)],
]);

interface Place {
  readonly cell: string;
  readonly at: NumberValue;
}

const ZERO = fromBigInt(0n);
const places = new WeakMap<DataValue, Place>();

/** Returns the cell and coordinate of a value; undefined for an opaque value. */
function placeOf(value: DataValue): Place | undefined {
  if (value.kind === 'opaque') return undefined;
  let place = places.get(value);
  if (!place) {
    place = locate(value);
    places.set(value, place);
  }
  return place;
}

function locate(value: Exclude<DataValue, { kind: 'opaque' }>): Place {
  switch (value.kind) {
    case 'number':
      return { cell: isInteger(value) ? 'integer' : value.scale !== undefined ? 'decimal' : 'rational', at: value };
    case 'double':
    case 'float':
      return { cell: value.kind, at: fromBigInt(floatIndex(value.value, value.kind === 'double' ? 64 : 32)) };
    case 'boolean':
      return { cell: 'boolean', at: fromBigInt(value.value ? 1n : 0n) };
    case 'text': {
      const at = fromBigInt(BigInt(countCharacters(value.text)));
      return {
        cell: value.lang === '' ? `text:${STRING_KINDS[depthOf(value.text) - 1] ?? 'string'}` : 'langString',
        at,
      };
    }
    case 'hexBinary':
    case 'base64Binary':
      return { cell: value.kind, at: fromBigInt(BigInt(value.hex.length / 2)) };
    case 'uri':
      return { cell: 'anyURI', at: fromBigInt(BigInt(countCharacters(value.text))) };
    case 'time':
      return { cell: `${value.type}:${value.offset === undefined ? 'local' : 'zoned'}`, at: onTimeline(value) };
    case 'duration': {
      const months = value.months !== 0n;
      const seconds = value.seconds.numerator !== 0n;
      return { cell: `duration:${months ? (seconds ? 'both' : 'months') : seconds ? 'seconds' : 'zero'}`, at: ZERO };
    }
    case 'xml':
      return { cell: 'XMLLiteral', at: ZERO };
  }
}

interface Exception {
  readonly value: DataValue;
  readonly inside: boolean;
}

export class ValueSet {
  private constructor(
    private readonly cells: ReadonlyMap<string, Intervals>,
    /** Values by valueKey whose membership differs from that of their coordinate. */
    private readonly exceptions: ReadonlyMap<string, Exception>,
  ) {}

  static readonly NONE = new ValueSet(new Map(), new Map());
  static readonly ALL = new ValueSet(new Map([...CELLS].map(([name, { all }]) => [name, all])), new Map());

  /** @param cells intervals by cell; they may exceed the cell */
  static of(cells: Iterable<readonly [string, Intervals]>): ValueSet {
    return new ValueSet(new Map([...cells].map(([name, set]) => [name, trim(name, set)])), new Map());
  }

  /** @param values values that are not opaque */
  static ofValues(values: readonly DataValue[]): ValueSet {
    const points = new Map<string, NumberValue[]>();
    const exceptions = new Map<string, Exception>();
    for (const value of values) {
      const place = placeOf(value);
      if (!place) continue;
      if (!CELLS.get(place.cell)?.exact) exceptions.set(valueKey(value), { value, inside: true });
      else if (points.has(place.cell)) points.get(place.cell)!.push(place.at);
      else points.set(place.cell, [place.at]);
    }
    return new ValueSet(new Map([...points].map(([cell, numbers]) => [cell, pointsOf(numbers)])), exceptions);
  }

  /** @param value value that is not opaque */
  has(value: DataValue): boolean {
    if (this.exceptions.size > 0) {
      const exception = this.exceptions.get(valueKey(value));
      if (exception) return exception.inside;
    }
    const place = placeOf(value);
    return place !== undefined && includes(this.cells.get(place.cell) ?? NOTHING, place.at);
  }

  intersect(other: ValueSet): ValueSet {
    return this.combine(other, intersect, (a, b) => a && b);
  }

  unite(other: ValueSet): ValueSet {
    return this.combine(other, unite, (a, b) => a || b);
  }

  complement(): ValueSet {
    const cells = [...CELLS.keys()].map(
      (name) => [name, trim(name, complement(this.cells.get(name) ?? NOTHING))] as const,
    );
    const exceptions = [...this.exceptions].map(
      ([key, { value, inside }]) => [key, { value, inside: !inside }] as const,
    );
    return new ValueSet(new Map(cells), new Map(exceptions));
  }

  /** True if the set is known to be empty. Does not detect that exceptions exclude all values of a coordinate. */
  isEmpty(): boolean {
    return this.isDisjoint(ValueSet.ALL);
  }

  /** True if the sets are known to have no common value, with the same restriction as isEmpty. */
  isDisjoint(other: ValueSet): boolean {
    for (const [name, set] of this.cells) {
      if (someCommon(set, other.cells.get(name) ?? NOTHING, (common) => hasValues(name, common))) return false;
    }
    return !this.sharesException(other) && !other.sharesException(this);
  }

  /** True if the sets share a value that this one lists as an exception. */
  private sharesException(other: ValueSet): boolean {
    for (const { value, inside } of this.exceptions.values()) if (inside && other.has(value)) return true;
    return false;
  }

  private combine(
    other: ValueSet,
    onIntervals: (a: Intervals, b: Intervals) => Intervals,
    onMembership: (a: boolean, b: boolean) => boolean,
  ): ValueSet {
    const cells = new Map<string, Intervals>();
    for (const name of new Set([...this.cells.keys(), ...other.cells.keys()])) {
      const set = onIntervals(this.cells.get(name) ?? NOTHING, other.cells.get(name) ?? NOTHING);
      if (set.length > 0) cells.set(name, set);
    }
    const exceptions = new Map<string, Exception>();
    for (const [key, { value }] of [...this.exceptions, ...other.exceptions]) {
      exceptions.set(key, { value, inside: onMembership(this.has(value), other.has(value)) });
    }
    return new ValueSet(cells, exceptions);
  }
}

function hasValues(name: string, { low, high }: Interval): boolean {
  return !low || !high || compare(low.at, high.at) !== 0 || CELLS.get(name)!.occurs(low.at);
}

function trim(name: string, set: Intervals): Intervals {
  const cell = CELLS.get(name);
  if (!cell || set.length === 0) return NOTHING;
  const inside = intersect(cell.all, set);
  return cell.discrete ? wholeNumbers(inside) : inside;
}

export const cellsOf = {
  exact: ['integer', 'decimal', 'rational', 'irrational'],
  text: STRING_KINDS.map((kind) => `text:${kind}`),
  duration: ['zero', 'months', 'seconds', 'both'].map((name) => `duration:${name}`),
  time: timeCells,
} as const;

/** Returns the set of all values of some cells. */
export function wholeCells(names: readonly string[]): ValueSet {
  return ValueSet.of(names.map((name) => [name, EVERYTHING]));
}

/** Constraining facets of datatypes → sets of values (OWL 2 Syntax, section 4; XSD 1.1 part 2, 4.3). */
import type { Iri, OwlLiteral } from '../model';
import { owl, rdf, RDF_NS, xsd } from '../vocabulary';
import { EVERYTHING } from './intervals';
import type { Intervals } from './intervals';
import { spaceOf } from './value-spaces';
import { boundedModel, exactModel, UNDECIDED } from './logic';
import type { RangeModel } from './logic';
import { add, fromBigInt, fromDouble, indexesAround, LIMITS, power } from './numbers';
import { INTEGER_BOUNDS, parseLiteral, TIME_TYPES, xsdName } from './parse';
import { compilePattern } from './pattern';
import { cellsOf, ValueSet, wholeCells } from './sets';
import { isLanguageRange, matchesLanguageRange, STRING_KINDS } from './strings';
import { compareDurations, LARGEST_OFFSET, onTimeline } from './times';
import type { DataValue, NumberValue, TimeValue } from './value';

const ORDER = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const;
const LENGTH = ['length', 'minLength', 'maxLength'] as const;
const DIGITS = ['totalDigits', 'fractionDigits'] as const;
type OrderFacet = (typeof ORDER)[number];
type LengthFacet = (typeof LENGTH)[number];

const LANG_RANGE = `${RDF_NS}langRange`;

/** Cells of values with a length. */
const CELLS_WITH_LENGTH = [...cellsOf.text, 'langString', 'anyURI', 'hexBinary', 'base64Binary'];
/** Cells of values that patterns apply to. */
const CELLS_WITH_PATTERN = [...cellsOf.text, 'langString', 'anyURI'];

/** Maximum of digit facets; larger ones count as unlimited. */
const MAX_DIGIT_FACET = 10_000n;

interface FacetReading {
  readonly model: RangeModel;
  /** Error message about the facet, its value or its datatype. */
  readonly problem?: string;
}

/** Returns the values that satisfy a facet, of any datatype. The caller intersects them with the facet's datatype. */
export function readFacet(datatype: Iri, facet: Iri, literal: OwlLiteral): FacetReading {
  const name = facet === LANG_RANGE ? 'langRange' : xsdName(facet);
  const value = parseLiteral(literal);
  if (value === undefined)
    return invalid(`the value of ${short(facet)}, "${literal.value}", is not a valid ${short(literal.datatype)}`);
  const reading = name === undefined ? undefined : interpret(name, value);
  if (!reading) return invalid(`${short(facet)} is not a known facet`);
  const problem = reading.problem ?? checkFit(datatype, name!, value);
  return { ...reading, ...(problem !== undefined && { problem }) };
}

function interpret(name: string, value: DataValue): FacetReading | undefined {
  if (isOneOf(ORDER, name)) return readOrder(name, value);
  if (isOneOf(LENGTH, name)) return readLength(name, value);
  if (isOneOf(DIGITS, name)) return readDigits(name, value);
  if (name === 'pattern') return readPattern(value);
  return name === 'langRange' ? readLanguage(value) : undefined;
}

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name);

const invalid = (problem: string): FacetReading => ({ model: UNDECIDED, problem });

// Order

function readOrder(facet: OrderFacet, bound: DataValue): FacetReading {
  switch (bound.kind) {
    case 'number':
      return { model: exactModel(ValueSet.of([...exactNumbers(facet, bound), ...floats(facet, bound)])) };
    case 'double':
    case 'float':
      return { model: exactModel(ValueSet.of(numbersAt(facet, bound.value))) };
    case 'time':
      return { model: exactModel(ValueSet.of(times(facet, bound))) };
    case 'duration': {
      const test = (value: DataValue) => {
        if (value.kind !== 'duration') return false;
        const side = compareDurations(value, bound);
        return side !== undefined && accepts(facet, side);
      };
      return { model: boundedModel(wholeCells(cellsOf.duration), ValueSet.NONE, test) };
    }
    default:
      return invalid(`xsd:${facet} needs a number, a moment or a duration`);
  }
}

function accepts(facet: OrderFacet, side: number): boolean {
  return side === 0 ? facet.endsWith('Inclusive') : side > 0 === facet.startsWith('min');
}

/** Returns the numbers above a minimum or below a maximum. */
function ray(facet: OrderFacet, at: NumberValue, open = facet.endsWith('Exclusive')): Intervals {
  return facet.startsWith('min') ? [{ low: { at, open } }] : [{ high: { at, open } }];
}

type Cells = (readonly [string, Intervals])[];

function exactNumbers(facet: OrderFacet, bound: NumberValue): Cells {
  return cellsOf.exact.map((cell) => [cell, ray(facet, bound)] as const);
}

/**
 * Returns the floating-point numbers within an exact bound: authors write `"1"^^xsd:integer` as a bound of xsd:double.
 */
function floats(facet: OrderFacet, bound: NumberValue): Cells {
  return WIDTHS.map(([cell, width]) => {
    const { from, to } = indexesAround(bound, width);
    const { low, high } = LIMITS[width];
    // Excludes NaN, whose index is after the last number.
    const limit: Intervals = [{ low: closed(low), high: closed(high) }];
    const at = fromBigInt(facet === 'minInclusive' || facet === 'maxExclusive' ? from : to);
    const side = ray(facet, at)[0]!;
    return [cell, [{ low: side.low ?? limit[0]!.low!, high: side.high ?? limit[0]!.high! }]] as const;
  });
}

const closed = (at: bigint) => ({ at: fromBigInt(at), open: false });

/** Floating-point cells and their widths in bits. */
const WIDTHS = [
  ['double', 64],
  ['float', 32],
] as const;

/** Returns the exact and floating-point numbers within a floating-point bound. */
function numbersAt(facet: OrderFacet, bound: number): Cells {
  if (Number.isNaN(bound)) return [];
  if (Number.isFinite(bound)) {
    const number = fromDouble(bound);
    return [...exactNumbers(facet, number), ...floats(facet, number)];
  }
  const exact = bound > 0 === facet.startsWith('max') ? cellsOf.exact.map((cell) => [cell, EVERYTHING] as const) : [];
  return [
    ...exact,
    ...WIDTHS.map(([cell, width]) => {
      const { low, high } = LIMITS[width];
      const { low: from, high: to } = ray(facet, fromBigInt(bound > 0 ? high : low))[0]!;
      return [cell, [{ low: from ?? closed(low), high: to ?? closed(high) }]] as const;
    }),
  ];
}

/**
 * Returns the moments within a bound. A moment without an offset and one with an offset are comparable only if they are
 * more than 14 hours apart: then all possible offsets give the same order (OWL 2 Syntax, 4.7).
 */
function times(facet: OrderFacet, bound: TimeValue): Cells {
  const at = onTimeline(bound);
  const margin = facet.startsWith('min') ? LARGEST_OFFSET : fromBigInt(-LARGEST_OFFSET.numerator);
  const exact = ray(facet, at);
  const shifted = ray(facet, add(at, margin), true);
  const zoned = bound.offset !== undefined;
  return [
    [`${bound.type}:zoned`, zoned ? exact : shifted],
    [`${bound.type}:local`, zoned ? shifted : exact],
  ];
}

// Lengths and digits

function count(value: DataValue): bigint | undefined {
  return value.kind === 'number' && value.scale === 0 && value.numerator >= 0n ? value.numerator : undefined;
}

function readLength(facet: LengthFacet, value: DataValue): FacetReading {
  const length = count(value);
  if (length === undefined) return invalid(`the value of xsd:${facet} is not a non-negative integer`);
  const { low, high } = closedRange(length);
  const lengths: Intervals = [{ ...(facet !== 'maxLength' && { low }), ...(facet !== 'minLength' && { high }) }];
  return { model: exactModel(ValueSet.of(CELLS_WITH_LENGTH.map((cell) => [cell, lengths] as const))) };
}

const closedRange = (at: bigint) => ({ low: closed(at), high: closed(at) });

function readDigits(facet: (typeof DIGITS)[number], value: DataValue): FacetReading {
  const digits = count(value);
  if (digits === undefined || (facet === 'totalDigits' && digits === 0n)) {
    return invalid(
      `the value of xsd:${facet} is not a ${facet === 'totalDigits' ? 'positive' : 'non-negative'} integer`,
    );
  }
  if (digits > MAX_DIGIT_FACET) return { model: exactModel(wholeCells(['integer', 'decimal'])) };
  const limit = Number(digits);
  if (facet === 'fractionDigits') {
    const test = (v: DataValue) => v.kind === 'number' && v.scale !== undefined && v.scale <= limit;
    if (limit === 0) return { model: exactModel(wholeCells(['integer'])) };
    return { model: boundedModel(wholeCells(['integer', 'decimal']), wholeCells(['integer']), test) };
  }
  const edge = power(limit);
  const within: Intervals = [
    { low: { at: fromBigInt(-edge), open: true }, high: { at: fromBigInt(edge), open: true } },
  ];
  const superset = ValueSet.of([
    ['integer', within],
    ['decimal', within],
  ]);
  const test = (v: DataValue) => v.kind === 'number' && v.scale !== undefined && countDigits(v) <= limit;
  return { model: boundedModel(superset, ValueSet.of([['integer', within]]), test) };
}

/** Counts the digits of a number, without the zero of `0.5`. */
function countDigits({ text }: NumberValue): number {
  return text.replace(/^-?(?:0\.)?/, '').replace('.', '').length;
}

// Patterns and language ranges

function readPattern(value: DataValue): FacetReading {
  if (value.kind !== 'text') return invalid('the value of xsd:pattern is not a string');
  const pattern = compilePattern(value.text);
  if (typeof pattern === 'string') return invalid(`the pattern "${value.text}" cannot be checked: ${pattern}`);
  const test = (v: DataValue) => (v.kind === 'text' || v.kind === 'uri') && pattern.matches(v.text);
  return { model: boundedModel(wholeCells(CELLS_WITH_PATTERN), ValueSet.NONE, test) };
}

function readLanguage(value: DataValue): FacetReading {
  if (value.kind !== 'text' || !isLanguageRange(value.text)) {
    return invalid('the value of rdf:langRange is not a basic language range such as "en" or "*" (RFC 4647)');
  }
  const range = value.text;
  const tagged = wholeCells(['langString']);
  if (range === '*') return { model: exactModel(tagged) };
  const test = (v: DataValue) => v.kind === 'text' && matchesLanguageRange(v.lang, range);
  return { model: boundedModel(tagged, ValueSet.NONE, test) };
}

// Facets of each datatype

interface Fit {
  readonly facets: readonly string[];
  /** Datatype of bounds. */
  readonly bounds?: Iri;
}

const EXACT: Fit = { facets: ORDER, bounds: owl.real };
const DECIMAL: Fit = { facets: [...ORDER, ...DIGITS], bounds: owl.real };
const TEXT: Fit = { facets: [...LENGTH, 'pattern'] };
const TAGGED: Fit = { facets: [...LENGTH, 'pattern', 'langRange'] };

const FITS: ReadonlyMap<Iri, Fit> = new Map<Iri, Fit>([
  [owl.real, EXACT],
  [owl.rational, EXACT],
  ...['decimal', ...Object.keys(INTEGER_BOUNDS)].map((name): [Iri, Fit] => [xsd(name), DECIMAL]),
  ...['double', 'float', ...TIME_TYPES].map((name): [Iri, Fit] => [xsd(name), { facets: ORDER, bounds: xsd(name) }]),
  [xsd('dateTimeStamp'), { facets: ORDER, bounds: xsd('dateTime') }],
  ...['duration', 'dayTimeDuration', 'yearMonthDuration'].map((name): [Iri, Fit] => [
    xsd(name),
    { facets: ORDER, bounds: xsd('duration') },
  ]),
  ...STRING_KINDS.map((kind): [Iri, Fit] => [xsd(kind), TEXT]),
  [rdf.PlainLiteral, TAGGED],
  [rdf.langString, TAGGED],
  [xsd('anyURI'), TEXT],
  [xsd('hexBinary'), { facets: LENGTH }],
  [xsd('base64Binary'), { facets: LENGTH }],
]);

function checkFit(datatype: Iri, name: string, value: DataValue): string | undefined {
  const fit = FITS.get(datatype);
  if (!fit) return spaceOf(datatype) ? `${short(datatype)} has no facets` : undefined;
  if (!fit.facets.includes(name)) {
    const facets = fit.facets.map((facet) => (facet === 'langRange' ? 'rdf:langRange' : `xsd:${facet}`));
    return `${short(datatype)} has no facet ${name}; it has ${facets.join(', ')}`;
  }
  if (isOneOf(ORDER, name) && fit.bounds !== undefined && spaceOf(fit.bounds)?.has(value) === false) {
    return `a bound of ${short(datatype)} must be a value of ${short(fit.bounds)}`;
  }
  return undefined;
}

const short = (iri: Iri) =>
  iri
    .replace('http://www.w3.org/2001/XMLSchema#', 'xsd:')
    .replace(RDF_NS, 'rdf:')
    .replace('http://www.w3.org/2002/07/owl#', 'owl:');

/**
 * Tests of values stored in Dgraph against data ranges. Dgraph keeps the storage type of a value, not its datatype: an
 * int `5` may have been an xsd:byte, a float a decimal; a date is stored as a moment, a duration as a string. The test
 * therefore considers every literal that is stored as the given text. The value is in a range if one of these literals
 * is.
 */
import type { DataRange, Iri, OwlLiteral } from '../model';
import { rdf, xsd } from '../vocabulary';
import { parseLiteral } from './parse';
import { MAX_DEPTH, rangeKey } from './ranges';
import type { RangeEvaluator } from './ranges';
import { inZone } from './times';
import type { DataValue } from './value';

export type StorageType =
  | 'string'
  | 'int'
  | 'float'
  | 'bool'
  | 'datetime'
  | 'geo'
  | 'float32vector'
  | 'password'
  | 'default'
  | 'bigfloat'
  | 'uid';

export interface StoredRangeTest {
  /** Key that is equal for equivalent tests. */
  readonly key: string;
  /**
   * False only if all literals that are stored as this text are certainly outside the range.
   *
   * @param text canonical form: digits of an int, a float as JavaScript prints it, true or false, a moment in UTC with
   *   `Z`
   * @param lang tag without `@`
   */
  readonly holds: (text: string, lang?: string) => boolean;
  /** True if a literal that is stored as this text is certainly in the range. */
  readonly isKnown: (text: string, lang?: string) => boolean;
}

/** Maximum time zone offsets of a range's moments; further ones are ignored. */
const MAX_OFFSETS = 16;

export function storedRangeTest(range: DataRange, storage: StorageType, evaluator: RangeEvaluator): StoredRangeTest {
  const mentions = new Mentions(evaluator);
  mentions.collect(range);
  const read = READERS[storage];
  const key = `${storage} ${rangeKey(range)}`;
  if (!read) return { key, holds: () => true, isKnown: () => false };
  const readings = (text: string, lang?: string) => read(text, lang === '' ? undefined : lang, mentions);
  return {
    key,
    holds: (text, lang) => {
      let hasNoReading = true;
      for (const value of readings(text, lang)) {
        if (evaluator.test(range, value) !== false) return true;
        hasNoReading = false;
      }
      return hasNoReading;
    },
    isKnown: (text, lang) => {
      for (const value of readings(text, lang)) if (evaluator.contains(range, value)) return true;
      return false;
    },
  };
}

/** Datatypes and offsets that a range mentions: the candidates for a stored string or moment. */
class Mentions {
  readonly datatypes = new Set<Iri>();
  /** Time zone offsets of moments, in minutes east of UTC. */
  readonly offsets = new Set<number>();
  private readonly expanded = new Set<Iri>();

  constructor(private readonly evaluator: RangeEvaluator) {}

  collect(range: DataRange, depth = 0): void {
    if (depth > MAX_DEPTH) return;
    switch (range.kind) {
      case 'Datatype':
        this.datatype(range.iri, depth);
        break;
      case 'DataIntersectionOf':
      case 'DataUnionOf':
        for (const operand of range.operands) this.collect(operand, depth + 1);
        break;
      case 'DataComplementOf':
        this.collect(range.operand, depth + 1);
        break;
      case 'DataOneOf':
        for (const value of range.values) this.literal(value);
        break;
      case 'DatatypeRestriction':
        this.datatype(range.datatype, depth);
        break;
    }
  }

  private datatype(iri: Iri, depth: number): void {
    const definition = this.evaluator.definitionOf(iri);
    if (!definition) this.datatypes.add(iri);
    else if (!this.expanded.has(iri)) {
      this.expanded.add(iri);
      this.collect(definition, depth + 1);
    }
  }

  private literal(literal: OwlLiteral): void {
    this.datatypes.add(literal.datatype);
    const value = parseLiteral(literal);
    if (value?.kind !== 'time' || value.offset === undefined || this.offsets.size >= MAX_OFFSETS) return;
    this.offsets.add(value.offset);
  }
}

/**
 * Yields the values that a stored text may represent, the most likely first. Lazy, since most tests need only a few.
 */
type StoredValueReader = (text: string, lang: string | undefined, mentions: Mentions) => Iterable<DataValue>;

const READERS: Readonly<Record<StorageType, StoredValueReader | undefined>> = {
  string: readText,
  default: readText,
  int: readNumber,
  float: readNumber,
  bigfloat: readNumber,
  bool: (text) => parseAs([xsd('boolean')], text),
  datetime: readMoment,
  // No known datatype describes these values; `uid` holds edges.
  geo: undefined,
  float32vector: undefined,
  password: undefined,
  uid: undefined,
};

function* parseAs(datatypes: Iterable<Iri>, text: string): Generator<DataValue> {
  for (const datatype of datatypes) {
    const value = parseLiteral({ kind: 'Literal', value: text, datatype });
    if (value) yield value;
  }
}

const NUMBERS = ['decimal', 'double', 'float'].map(xsd);

/** Yields the exact number with these digits and the nearest floating-point numbers. */
function* readNumber(text: string): Generator<DataValue> {
  const lexicalForm = text.replace(/Infinity$/, 'INF');
  yield* parseAs(NUMBERS, lexicalForm);
  const [mantissa = '', exponent = ''] = lexicalForm.split(/e/i);
  // Exponents of JavaScript numbers have at most three digits.
  if (/^[+-]?[0-9]{1,4}$/.test(exponent)) yield* parseAs([xsd('decimal')], movePoint(mantissa, Number(exponent)));
}

function movePoint(mantissa: string, shift: number): string {
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [integer = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = integer + fraction;
  const point = integer.length + shift;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length
    ? sign + digits.padEnd(point, '0')
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * Yields the values that a moment in UTC may represent: moments in the range's time zones and without one, and dates
 * and their parts.
 */
function* readMoment(text: string, _lang: string | undefined, { offsets, datatypes }: Mentions): Generator<DataValue> {
  const [local = ''] = text.split('Z');
  const [date = '', clock = ''] = local.split('T');
  yield* parseAs(MOMENT, text);
  yield* parseAs(MOMENT, local);
  for (const moment of parseAs(MOMENT, text)) {
    for (const offset of offsets) if (moment.kind === 'time') yield inZone(moment, offset);
  }
  // The compiled schema stores years and the like as strings, but a predicate declared as datetime may hold them.
  const parts = PARTS.filter((datatype) => datatype === xsd('date') || datatypes.has(datatype));
  for (const part of [date, date.slice(0, 7), date.slice(0, 4), clock]) {
    yield* parseAs(parts, part);
    yield* parseAs(parts, `${part}Z`);
  }
}

const MOMENT = [xsd('dateTime')];
const PARTS = ['date', 'gYearMonth', 'gYear', 'time'].map(xsd);

/** Yields the string itself, and its values in the range's datatypes. */
function* readText(text: string, lang: string | undefined, { datatypes }: Mentions): Generator<DataValue> {
  if (lang !== undefined) {
    yield { kind: 'text', text, lang: lang.toLowerCase() };
    return;
  }
  const [plain] = parseAs([xsd('string')], text);
  if (!plain) return;
  yield plain;
  const candidates = [...datatypes].filter((datatype) => datatype !== rdf.PlainLiteral);
  yield* parseAs(candidates, text);
  // A client may have stored the text before XML Schema's collapse of white space.
  const collapsed = text.replace(/[\t\n\r ]+/g, ' ').replace(/^ | $/g, '');
  if (collapsed !== text) yield* parseAs(candidates, collapsed);
}

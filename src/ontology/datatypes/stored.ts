/**
 * Values as Dgraph keeps them, against data ranges. Dgraph knows a value's storage type and not its datatype: `5` under an
 * int was perhaps an xsd:byte, under a float perhaps a decimal; a date is a moment, a duration a string. So a stored value
 * is taken for each literal that it may have been written as, and is in a range when one of those is.
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
  /** Equal for tests that give the same answers. */
  readonly key: string;
  /**
   * Whether the value may be in the range: false only where every literal that is stored like this is known to be outside.
   *
   * @param text canonical: digits of an int, a float as JavaScript prints it, true and false, a moment in UTC with `Z`
   * @param lang a tag without `@`
   */
  readonly holds: (text: string, lang?: string) => boolean;
  /** Whether the value is surely in the range: a literal that is stored like this is known to be inside. */
  readonly isKnown: (text: string, lang?: string) => boolean;
}

/** Offsets of a range's moments beyond this are not looked for. */
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
      let none = true;
      for (const value of readings(text, lang)) {
        if (evaluator.test(range, value) !== false) return true;
        none = false;
      }
      return none;
    },
    isKnown: (text, lang) => {
      for (const value of readings(text, lang)) if (evaluator.contains(range, value)) return true;
      return false;
    },
  };
}

/** What a range speaks of: for a string or a moment, what it may have been written as. */
class Mentions {
  readonly datatypes = new Set<Iri>();
  /** Time zones of its moments, in minutes east of UTC. */
  readonly offsets = new Set<number>();
  private readonly followed = new Set<Iri>();

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
    else if (!this.followed.has(iri)) {
      this.followed.add(iri);
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

/** The values that a stored one may stand for: the most likely first, the others only computed if asked for. */
type Reader = (text: string, lang: string | undefined, mentions: Mentions) => Iterable<DataValue>;

const READERS: Readonly<Record<StorageType, Reader | undefined>> = {
  string: readText,
  default: readText,
  int: readNumber,
  float: readNumber,
  bigfloat: readNumber,
  bool: (text) => parseAs([xsd('boolean')], text),
  datetime: readMoment,
  // Not data values of any datatype that is known, or none at all.
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

/** An exact number of these digits, and the floating-point ones nearest to it. */
function* readNumber(text: string): Generator<DataValue> {
  const spelled = text.replace(/Infinity$/, 'INF');
  yield* parseAs(NUMBERS, spelled);
  const [mantissa = '', exponent = ''] = spelled.split(/e/i);
  // JavaScript's own exponents are below 400.
  if (/^[+-]?[0-9]{1,4}$/.test(exponent)) yield* parseAs([xsd('decimal')], movePoint(mantissa, Number(exponent)));
}

function movePoint(mantissa: string, shift: number): string {
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length
    ? sign + digits.padEnd(point, '0')
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A moment in UTC may have been one in any time zone, one without, or a date: of what is known here, those are tried. */
function* readMoment(text: string, _lang: string | undefined, { offsets, datatypes }: Mentions): Generator<DataValue> {
  const [local = ''] = text.split('Z');
  const [date = '', clock = ''] = local.split('T');
  yield* parseAs(MOMENT, text);
  yield* parseAs(MOMENT, local);
  for (const moment of parseAs(MOMENT, text)) {
    for (const offset of offsets) if (moment.kind === 'time') yield inZone(moment, offset);
  }
  // The schema keeps years and the like as strings; a declared datetime may hold them all the same.
  const parts = PARTS.filter((datatype) => datatype === xsd('date') || datatypes.has(datatype));
  for (const part of [date, date.slice(0, 7), date.slice(0, 4), clock]) {
    yield* parseAs(parts, part);
    yield* parseAs(parts, `${part}Z`);
  }
}

const MOMENT = [xsd('dateTime')];
const PARTS = ['date', 'gYearMonth', 'gYear', 'time'].map(xsd);

/** A string may have been anything of the range's datatypes that is spelled like it. */
function* readText(text: string, lang: string | undefined, { datatypes }: Mentions): Generator<DataValue> {
  if (lang !== undefined) {
    yield { kind: 'text', text, lang: lang.toLowerCase() };
    return;
  }
  const [plain] = parseAs([xsd('string')], text);
  if (!plain) return;
  yield plain;
  const others = [...datatypes].filter((datatype) => datatype !== rdf.PlainLiteral);
  yield* parseAs(others, text);
  // White space around it that XML Schema would have removed.
  const collapsed = text.replace(/[\t\n\r ]+/g, ' ').replace(/^ | $/g, '');
  if (collapsed !== text) yield* parseAs(others, collapsed);
}

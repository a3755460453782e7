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
  const answers = (text: string, lang?: string) =>
    read(text, lang === '' ? undefined : lang, mentions).map((value) => evaluator.test(range, value));
  return {
    key,
    holds: (text, lang) => {
      const found = answers(text, lang);
      return found.length === 0 || found.some((inside) => inside !== false);
    },
    isKnown: (text, lang) => answers(text, lang).includes(true),
  };
}

/** What a range speaks of: for a string or a moment, what it may have been written as. */
class Mentions {
  readonly datatypes = new Set<Iri>();
  /** Time zones of its literals, as they are written. */
  readonly offsets = new Set<string>();
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

  private literal({ datatype, value }: OwlLiteral): void {
    this.datatypes.add(datatype);
    const offset = /[+-][0-9]{2}:[0-9]{2}$/.exec(value)?.[0];
    if (offset !== undefined && this.offsets.size < MAX_OFFSETS) this.offsets.add(offset);
  }
}

/** The values that a stored one may stand for. */
type Reader = (text: string, lang: string | undefined, mentions: Mentions) => DataValue[];

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

function parseAs(datatypes: Iterable<Iri>, text: string): DataValue[] {
  const values: DataValue[] = [];
  for (const datatype of datatypes) {
    const value = parseLiteral({ kind: 'Literal', value: text, datatype });
    if (value) values.push(value);
  }
  return values;
}

const NUMBERS = ['decimal', 'double', 'float'].map(xsd);

/** An exact number of these digits, and the floating-point ones nearest to it. */
function readNumber(text: string): DataValue[] {
  const spelled = text.replace(/Infinity$/, 'INF');
  const [mantissa = '', exponent] = spelled.split(/e/i);
  if (exponent === undefined) return parseAs(NUMBERS, spelled);
  // JavaScript's own exponents are below 400.
  const shift = Number(exponent);
  if (!/^[+-]?[0-9]{1,4}$/.test(exponent)) return parseAs(NUMBERS, spelled);
  return [...parseAs(NUMBERS, spelled), ...parseAs([xsd('decimal')], movePoint(mantissa, shift))];
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
function readMoment(text: string, _lang: string | undefined, { offsets, datatypes }: Mentions): DataValue[] {
  const local = text.replace(/Z$/, '');
  const [date = ''] = local.split('T');
  const moments = [text, local].flatMap((spelling) => parseAs([xsd('dateTime')], spelling));
  const shifted: DataValue[] = [];
  for (const value of parseAs([xsd('dateTime')], text)) {
    for (const offset of offsets) {
      const like = parseAs([xsd('dateTime')], `1970-01-01T00:00:00${offset}`)[0];
      if (value.kind !== 'time' || like?.kind !== 'time') continue;
      shifted.push(inZone(value, like.offset ?? 0));
    }
  }
  // Years and months are stored as strings by the schema; a declared datetime may hold them all the same.
  const others = [date, date.slice(0, 7), date.slice(0, 4), local.split('T')[1] ?? ''];
  const parts = [...others, ...others.map((part) => `${part}Z`)].flatMap((part) =>
    parseAs(
      PARTS.filter((datatype) => datatype === xsd('date') || datatypes.has(datatype)),
      part,
    ),
  );
  return [...moments, ...shifted, ...parts];
}

const PARTS = ['date', 'gYearMonth', 'gYear', 'time'].map(xsd);

/** A string may have been anything of the range's datatypes that is spelled like it. */
function readText(text: string, lang: string | undefined, { datatypes }: Mentions): DataValue[] {
  if (lang !== undefined) return [{ kind: 'text', text, lang: lang.toLowerCase() }];
  const values: DataValue[] = parseAs([xsd('string')], text);
  if (values.length === 0) return [];
  const others = [...datatypes].filter((datatype) => datatype !== rdf.PlainLiteral);
  values.push(...parseAs(others, text));
  // White space around it that XML Schema would have removed.
  const collapsed = text.replace(/[\t\n\r ]+/g, ' ').replace(/^ | $/g, '');
  if (collapsed !== text) values.push(...parseAs(others, collapsed));
  return values;
}

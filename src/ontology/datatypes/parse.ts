/**
 * Literals → data values (OWL 2 Syntax, section 4; XSD 1.1 part 2; RDF 1.1 Concepts, section 5).
 *
 * White space around a literal is significant. XML Schema's whiteSpace facet applies to documents before the mapping,
 * but RDF maps lexical forms unchanged, so `" 1 "^^xsd:integer` and `" a "^^xsd:token` are ill-typed.
 */
import type { Iri, OwlLiteral } from '../model';
import { GEOMETRY_DATATYPES, owl, rdf, RDF_NS, xsd, XSD_NS } from '../vocabulary';
import { parseDecimal, parseFloatValue, parseInteger, parseRational } from './numbers';
import { isIriReference, parsePlainLiteral, parseString, STRING_KINDS } from './strings';
import { parseDuration, parseTime } from './times';
import type { BinaryValue, DataValue, NumberValue, TimeType } from './value';
import { canonicalXml } from './xml';

type Mapping = (text: string) => DataValue | 'too-long' | undefined;

/** Minimum and maximum; undefined if unbounded. */
type Bounds = readonly [bigint | undefined, bigint | undefined];

const signed = (bits: bigint): Bounds => [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n];
const unsigned = (bits: bigint): Bounds => [0n, (1n << bits) - 1n];

/** Bounds of the integer datatypes. */
export const INTEGER_BOUNDS: Readonly<Record<string, Bounds>> = {
  integer: [undefined, undefined],
  nonNegativeInteger: [0n, undefined],
  nonPositiveInteger: [undefined, 0n],
  positiveInteger: [1n, undefined],
  negativeInteger: [undefined, -1n],
  long: signed(64n),
  int: signed(32n),
  short: signed(16n),
  byte: signed(8n),
  unsignedLong: unsigned(64n),
  unsignedInt: unsigned(32n),
  unsignedShort: unsigned(16n),
  unsignedByte: unsigned(8n),
};

export const TIME_TYPES: readonly TimeType[] = [
  'dateTime',
  'date',
  'time',
  'gYear',
  'gYearMonth',
  'gMonth',
  'gMonthDay',
  'gDay',
];

/** Datatypes without interpretation: equal literals have equal values; different literals may or may not. */
export const UNINTERPRETED: readonly Iri[] = [`${RDF_NS}HTML`, `${RDF_NS}JSON`, ...GEOMETRY_DATATYPES];

const opaque = (datatype: Iri, text: string): DataValue => ({ kind: 'opaque', datatype, text });

function integerWithin([low, high]: Bounds): Mapping {
  return (text) => {
    const value = parseInteger(text);
    // A number this long exceeds every bound of its sign.
    if (value === 'too-long') return (text.startsWith('-') ? low : high) === undefined ? value : undefined;
    return value !== undefined && within(value, low, high) ? value : undefined;
  };
}

function within({ numerator }: NumberValue, low: bigint | undefined, high: bigint | undefined): boolean {
  return (low === undefined || numerator >= low) && (high === undefined || numerator <= high);
}

function parseBoolean(text: string): DataValue | undefined {
  if (text === 'true' || text === '1') return { kind: 'boolean', value: true };
  return text === 'false' || text === '0' ? { kind: 'boolean', value: false } : undefined;
}

function parseHex(text: string): BinaryValue | undefined {
  return /^(?:[0-9a-fA-F]{2})*$/.test(text) ? { kind: 'hexBinary', hex: text.toUpperCase() } : undefined;
}

/** Single spaces between the characters are part of the lexical space (XSD 1.1 part 2, 3.3.16). */
function parseBase64(text: string): BinaryValue | undefined {
  if (/^ | {2}| $/.test(text)) return undefined;
  const digits = text.replaceAll(' ', '');
  // Unused bits must be zero.
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*(?:[AEIMQUYcgkosw048]=|[AQgw]==)?$/.test(digits)) return undefined;
  return { kind: 'base64Binary', hex: Buffer.from(digits, 'base64').toString('hex').toUpperCase() };
}

function parseUri(text: string): DataValue | undefined {
  return isIriReference(text) ? { kind: 'uri', text } : undefined;
}

function parseXml(text: string): DataValue | undefined {
  const canonical = canonicalXml(text);
  return canonical === undefined ? undefined : { kind: 'xml', canonical };
}

function parseJson(text: string): DataValue | undefined {
  try {
    JSON.parse(text);
    return opaque(`${RDF_NS}JSON`, text);
  } catch {
    return undefined;
  }
}

function durationOf(part: 'months' | 'seconds'): Mapping {
  // The other part must be absent, not just zero.
  const allowed = part === 'months' ? /^-?P[0-9YM]+$/ : /^-?P(?:[0-9]+D)?(?:T.*)?$/;
  return (text) => (allowed.test(text) ? parseDuration(text) : undefined);
}

const MAPPINGS: ReadonlyMap<Iri, Mapping> = new Map<Iri, Mapping>([
  [owl.real, () => undefined],
  [owl.rational, parseRational],
  [xsd('decimal'), parseDecimal],
  ...Object.entries(INTEGER_BOUNDS).map(([name, bounds]): [Iri, Mapping] => [xsd(name), integerWithin(bounds)]),
  [xsd('double'), (text) => parseFloatValue(text, 64)],
  [xsd('float'), (text) => parseFloatValue(text, 32)],
  ...STRING_KINDS.map((kind): [Iri, Mapping] => [xsd(kind), (text) => parseString(kind, text)]),
  ...['ID', 'IDREF', 'ENTITY'].map((name): [Iri, Mapping] => [xsd(name), (text) => parseString('NCName', text)]),
  [rdf.PlainLiteral, parsePlainLiteral],
  // Ill-typed without a language; parseLiteral handles those with one.
  [rdf.langString, () => undefined],
  [xsd('boolean'), parseBoolean],
  [xsd('hexBinary'), parseHex],
  [xsd('base64Binary'), parseBase64],
  [xsd('anyURI'), parseUri],
  ...TIME_TYPES.map((type): [Iri, Mapping] => [xsd(type), (text) => parseTime(type, text)]),
  [xsd('dateTimeStamp'), parseStamp],
  [xsd('duration'), parseDuration],
  [xsd('dayTimeDuration'), durationOf('seconds')],
  [xsd('yearMonthDuration'), durationOf('months')],
  [rdf.XMLLiteral, parseXml],
  [`${RDF_NS}JSON`, parseJson],
]);

function parseStamp(text: string): DataValue | 'too-long' | undefined {
  const moment = parseTime('dateTime', text);
  return moment === 'too-long' || moment?.offset !== undefined ? moment : undefined;
}

/**
 * Returns the value of a literal.
 *
 * @returns undefined for an ill-typed literal: one outside the lexical space of its datatype (rule dt-not-type).
 *   Literals of unknown datatypes are never ill-typed; their values are opaque
 */
export function parseLiteral(literal: OwlLiteral): DataValue | undefined {
  const { value: text, datatype, lang } = literal;
  if (lang !== undefined && lang !== '' && datatype === rdf.langString) {
    return { kind: 'text', text, lang: lang.toLowerCase() };
  }
  const mapping = MAPPINGS.get(datatype);
  if (!mapping) return opaque(datatype, text);
  const value = mapping(text);
  return value === 'too-long' ? opaque(datatype, text) : value;
}

/** Returns the local name of an XML Schema datatype or facet; undefined for other IRIs. */
export function xsdName(datatype: Iri): string | undefined {
  return datatype.startsWith(XSD_NS) ? datatype.slice(XSD_NS.length) : undefined;
}

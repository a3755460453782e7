/** RDF datatypes that Dgraph knows, and checks of their literals. */
import { parseBool, parseFloat64, parseVector } from '../values';
import type { LiteralValue } from './ast';
import { geometryFault } from './geo';
import { normalizeTime } from './time';

type LiteralType = LiteralValue['type'];

const XSD = 'http://www.w3.org/2001/XMLSchema#';

const SHORT: readonly (readonly [string, LiteralType])[] = [
  ['password', 'password'],
  ['string', 'string'],
  ['date', 'datetime'],
  ['dateTime', 'datetime'],
  ['int', 'int'],
  ['integer', 'int'],
  ['positiveInteger', 'int'],
  ['boolean', 'bool'],
  ['double', 'float'],
  ['float', 'float'],
  ['base64Binary', 'binary'],
  ['decimal', 'bigfloat'],
  ['[]float32', 'float32vector'],
];
const FULL: readonly (readonly [string, LiteralType])[] = [
  ['string', 'string'],
  ['dateTime', 'datetime'],
  ['date', 'datetime'],
  ['int', 'int'],
  ['positiveInteger', 'int'],
  ['integer', 'int'],
  ['boolean', 'bool'],
  ['double', 'float'],
  ['float', 'float'],
  ['gYear', 'datetime'],
  ['gYearMonth', 'datetime'],
];

/** Datatypes beyond those that Dgraph reads: IRI → storage type, and the error of a text that is not in its space. */
export type FurtherDatatypes = ReadonlyMap<
  string,
  { readonly type: LiteralType; readonly error: (text: string) => string | undefined }
>;

/** Types by the datatypes that Dgraph v25.4 reads. */
export const DATATYPES: ReadonlyMap<string, LiteralType> = new Map<string, LiteralType>([
  ...SHORT.map(([name, type]) => [`xs:${name}`, type] as const),
  ...FULL.map(([name, type]) => [XSD + name, type] as const),
  ['geo:geojson', 'geo'],
]);

/** Datatype in which a type is written; `default` is a plain literal. */
export const DATATYPE_OF: Readonly<Record<Exclude<LiteralType, 'default'>, string>> = {
  string: 'xs:string',
  int: 'xs:int',
  float: 'xs:float',
  bool: 'xs:boolean',
  datetime: 'xs:dateTime',
  geo: 'geo:geojson',
  password: 'xs:password',
  bigfloat: 'xs:decimal',
  float32vector: 'xs:[]float32',
  binary: 'xs:base64Binary',
};

/** Returns the error of a literal's text for its type in Dgraph's words; undefined for a valid one. */
export function literalError(type: LiteralType, text: string): string | undefined {
  switch (type) {
    case 'int':
      return intError(text);
    case 'float':
      return floatError(text);
    case 'bool':
      return parseBool(text) === undefined
        ? `strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`
        : undefined;
    case 'datetime':
      return normalizeTime(text) === undefined ? `parsing time ${JSON.stringify(text)}: not a date or time` : undefined;
    case 'float32vector':
      return parseVector(text) === undefined ? `cannot convert ${text} to vfloat` : undefined;
    case 'bigfloat':
      return /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i.test(text)
        ? undefined
        : `cannot convert ${JSON.stringify(text)} to bigfloat`;
    case 'geo':
      return geoError(text);
    default:
      return undefined;
  }
}

const MAX_INT64 = 9223372036854775807n;

export function intError(text: string): string | undefined {
  const parsing = `strconv.ParseInt: parsing ${JSON.stringify(text)}`;
  if (!/^[+-]?[0-9]+$/.test(text)) return `${parsing}: invalid syntax`;
  if (text.length < 16) return undefined;
  const digits = text.replace(/^([+-]?)0+(?=[0-9])/, '$1').replace('+', '');
  // BigInt takes seconds for millions of digits.
  const value = digits.length > 20 ? MAX_INT64 + 1n : BigInt(digits);
  return value > MAX_INT64 || value < -MAX_INT64 - 1n ? `${parsing}: value out of range` : undefined;
}

export function floatError(text: string): string | undefined {
  const value = parseFloat64(text);
  const parsing = `strconv.ParseFloat: parsing ${JSON.stringify(text)}`;
  if (value === undefined) return `${parsing}: invalid syntax`;
  if (Number.isNaN(value)) return 'Got invalid value: NaN';
  return Math.abs(value) === Infinity && /[0-9]/.test(text) ? `${parsing}: value out of range` : undefined;
}

function geoError(text: string): string | undefined {
  const fault = geometryFault(text);
  return fault === undefined ? undefined : `Error while unmarshalling: [${text}] as geojson: ${fault}`;
}

/**
 * Data values, the denotations of literals (OWL 2 Syntax, section 4).
 *
 * Equality is identity, as in OWL 2 for everything but facets: the integer 1 and the decimal 1.0 are one value; the
 * double 1, the float 1 and the integer 1 are three values; the doubles -0 and 0 are two; moments with different time
 * zone offsets are different values.
 */
import type { Iri } from '../model';

/**
 * Exact number: integer, decimal or rational. `text` is canonical: `-3.14`, `42`, `1/3`. For decimals, the fraction is
 * unscaled/10^scale with the smallest scale; for other rationals it is in lowest terms, without a scale.
 */
export interface NumberValue {
  readonly kind: 'number';
  readonly text: string;
  readonly numerator: bigint;
  /** Positive integer. */
  readonly denominator: bigint;
  readonly scale?: number;
}

export interface FloatValue {
  readonly kind: 'double' | 'float';
  readonly value: number;
}

/** String with a language tag in lower case; '' for none. */
export interface TextValue {
  readonly kind: 'text';
  readonly text: string;
  readonly lang: string;
}

interface BooleanValue {
  readonly kind: 'boolean';
  readonly value: boolean;
}

/** Octets as hexadecimal digits in upper case, for both datatypes. */
export interface BinaryValue {
  readonly kind: 'hexBinary' | 'base64Binary';
  readonly hex: string;
}

interface UriValue {
  readonly kind: 'uri';
  readonly text: string;
}

export type TimeType = 'dateTime' | 'date' | 'time' | 'gYear' | 'gYearMonth' | 'gMonth' | 'gMonthDay' | 'gDay';

export interface TimeValue {
  readonly kind: 'time';
  readonly type: TimeType;
  /** Seconds from 1970-01-01T00:00:00 in local time, in the proleptic Gregorian calendar. */
  readonly seconds: NumberValue;
  /** Offset in minutes east of UTC. */
  readonly offset?: number;
}

/** Duration; both parts have the same sign. */
export interface DurationValue {
  readonly kind: 'duration';
  readonly months: bigint;
  readonly seconds: NumberValue;
}

/** XML content in canonical form: equal for equal document fragments. */
interface XmlValue {
  readonly kind: 'xml';
  readonly canonical: string;
}

/**
 * Value of a datatype with an unknown lexical-to-value mapping, or a value too large for arithmetic. It equals the
 * value of the same literal, and possibly others.
 */
interface OpaqueValue {
  readonly kind: 'opaque';
  readonly datatype: Iri;
  readonly text: string;
}

export type DataValue =
  | NumberValue
  | FloatValue
  | TextValue
  | BooleanValue
  | BinaryValue
  | UriValue
  | TimeValue
  | DurationValue
  | XmlValue
  | OpaqueValue;

/** Returns a key that is equal exactly for identical values; for opaque values, for equal literals. */
export function valueKey(value: DataValue): string {
  switch (value.kind) {
    case 'number':
      return `number:${value.text}`;
    case 'double':
    case 'float':
      return `${value.kind}:${Object.is(value.value, -0) ? '-0' : String(value.value)}`;
    case 'text':
      return `text:${value.lang}:${value.text}`;
    case 'boolean':
      return `boolean:${value.value}`;
    case 'hexBinary':
    case 'base64Binary':
      return `${value.kind}:${value.hex}`;
    case 'uri':
      return `uri:${value.text}`;
    case 'time':
      return `${value.type}:${value.seconds.text}:${value.offset ?? ''}`;
    case 'duration':
      return `duration:${value.months}:${value.seconds.text}`;
    case 'xml':
      return `xml:${value.canonical}`;
    case 'opaque':
      return `opaque:${value.datatype}:${value.text}`;
  }
}

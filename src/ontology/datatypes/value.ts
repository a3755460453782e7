/**
 * Data values: what literals denote (OWL 2 Syntax, section 4).
 *
 * Values are told apart by identity, as OWL 2 does for everything but facets: the integer 1 and the decimal 1.0 are one
 * value; the double 1, the float 1 and the integer 1 are three; so are the doubles -0 and 0; and a moment keeps its time
 * zone offset.
 */
import type { Iri } from '../model';

/**
 * An exact number: integer, decimal or rational. `text` is canonical: `-3.14`, `42`, `1/3`. The fraction is
 * unscaled/10^scale with the smallest scale for decimals, in lowest terms for other rationals (those have no scale).
 */
export interface NumberValue {
  readonly kind: 'number';
  readonly text: string;
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
  readonly scale?: number;
}

export interface FloatValue {
  readonly kind: 'double' | 'float';
  readonly value: number;
}

/** A string, with its language tag in lower case; '' for none. */
export interface TextValue {
  readonly kind: 'text';
  readonly text: string;
  readonly lang: string;
}

export interface BooleanValue {
  readonly kind: 'boolean';
  readonly value: boolean;
}

/** Octets, in upper case hexadecimal digits whichever way they were written. */
export interface BinaryValue {
  readonly kind: 'hexBinary' | 'base64Binary';
  readonly hex: string;
}

export interface UriValue {
  readonly kind: 'uri';
  readonly text: string;
}

export type TimeType = 'dateTime' | 'date' | 'time' | 'gYear' | 'gYearMonth' | 'gMonth' | 'gMonthDay' | 'gDay';

export interface TimeValue {
  readonly kind: 'time';
  readonly type: TimeType;
  /** Seconds from the proleptic Gregorian 1970-01-01T00:00:00 as the clock there shows, without the offset. */
  readonly seconds: NumberValue;
  /** Minutes east of UTC. */
  readonly offset?: number;
}

/** Both parts have the same sign. */
export interface DurationValue {
  readonly kind: 'duration';
  readonly months: bigint;
  readonly seconds: NumberValue;
}

/** XML content, in a canonical spelling: equal for equal document fragments. */
export interface XmlValue {
  readonly kind: 'xml';
  readonly canonical: string;
}

/**
 * A value of a datatype whose lexical-to-value mapping is not known here, or too large to be computed with: equal to the
 * value of the same literal, and perhaps to others.
 */
export interface OpaqueValue {
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

/** Equal exactly for identical values; of opaque ones, for equal literals. */
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

/** Whether nothing is known of the value but its literal. */
export function isOpaque(value: DataValue): value is OpaqueValue {
  return value.kind === 'opaque';
}

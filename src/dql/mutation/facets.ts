/** Types of facets, which depend on their values: RDF by notation, JSON by kind of value. */
import { parseFloat64, parseInt64 } from '../values';
import { unquote } from '../unquote';
import type { Facet } from './ast';
import { floatError, intError } from './datatypes';
import type { JsonValue } from './jsonReader';
import { JsonNumber } from './jsonReader';
import { normalizeTime } from './time';

/** Parses a facet in RDF, `key=value`; returns the error as a string. */
export function rdfFacet(key: string, text: string): Facet | string {
  if (text === '') return { key, value: '', type: 'string' };
  if (text.startsWith('"')) {
    const value = unquote(text);
    return value === undefined
      ? `could not unquote ${JSON.stringify(text)}: invalid syntax`
      : { key, value, type: 'string' };
  }
  const integer = parseInt64(text);
  if (typeof integer === 'bigint') return { key, value: text, type: 'int' };
  if (integer === 'too large' && /^[0-9]+$/.test(text)) {
    return `strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`;
  }
  const float = parseFloat64(text);
  if (float !== undefined) {
    if (Number.isNaN(float)) return 'Got invalid value: NaN';
    if (Math.abs(float) === Infinity && /[0-9]/.test(text)) {
      return `strconv.ParseFloat: parsing ${JSON.stringify(text)}: value out of range`;
    }
    return { key, value: text, type: 'float' };
  }
  if (text === 'true' || text === 'false') return { key, value: text, type: 'bool' };
  if (normalizeTime(text) !== undefined) return { key, value: text, type: 'datetime' };
  return `Could not parse the facet value : [${text}]`;
}

/** Parses a facet in JSON; returns the error as a string. A text that reads as a time is one: `"2006"` is a year. */
export function jsonFacet(key: string, value: JsonValue): Facet | string {
  if (typeof value === 'string') {
    return { key, value, type: normalizeTime(value) === undefined ? 'string' : 'datetime' };
  }
  if (typeof value === 'boolean') return { key, value: String(value), type: 'bool' };
  if (!(value instanceof JsonNumber)) return 'facet value can only be string/number/bool';
  const wrong = value.isInteger ? intError(value.text) : floatError(value.text);
  return wrong ?? { key, value: value.text, type: value.isInteger ? 'int' : 'float' };
}

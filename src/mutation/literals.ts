/**
 * Values as terms of the reasoner. Two values that the engine stores as the same value have equal terms.
 *
 * A term is the value's canonical text in quotes, with its language: `"Ada"`, `"Ada"@en`, `"42"`. The predicate's type
 * in the schema determines the canonical text, and the engine accepts that text under the predicate as a plain literal.
 */
import { normalizeTime, type LiteralValue, type NQuad } from '../dql';
import { trimEndOf } from '../util/text';
import { geometryText } from './geometry';

/** @param lang tag without `@` */
export function literalTerm(canonical: string, lang?: string): string {
  return lang === undefined ? `"${canonical}"` : `"${canonical}"@${lang}`;
}

export function parseLiteralTerm(term: string): { readonly text: string; readonly lang?: string } {
  const end = term.lastIndexOf('"');
  const text = term.slice(1, end);
  return end === term.length - 1 ? { text } : { text, lang: term.slice(end + 2) };
}

/** Returns the language of a value; undefined for values without one and for nodes. */
export function languageOf(term: string): string | undefined {
  return term.startsWith('"') ? parseLiteralTerm(term).lang : undefined;
}

/** Returns the object of a statement for a term, with its language. */
export function literalOf(term: string): Pick<NQuad, 'object' | 'lang'> {
  const { text, lang } = parseLiteralTerm(term);
  const object: LiteralValue = { kind: 'literal', type: 'default', value: text };
  return lang === undefined ? { object } : { object, lang };
}

/**
 * Returns the canonical text of a value under a predicate of the type.
 *
 * @param type type in the schema: `string`, `int`, `datetime`, …; undefined without a declaration
 * @param value lexical form in a request or an answer
 */
export function canonicalValue(type: string | undefined, value: string): string {
  switch (type) {
    case 'int':
      return canonicalInt(value);
    case 'float': {
      const number = Number(value);
      return value.trim() === '' || Number.isNaN(number) ? value : String(number);
    }
    case 'bool':
      return BOOLEANS.get(value.toLowerCase()) ?? value;
    case 'datetime':
      return canonicalTime(value);
    case 'geo':
      return canonicalJson(geometryText(value));
    case 'float32vector':
      return canonicalJson(value);
    default:
      return value;
  }
}

const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['t', 'true'],
  ['1', 'true'],
  ['false', 'false'],
  ['f', 'false'],
  ['0', 'false'],
]);

function canonicalInt(value: string): string {
  if (/^[+-]?[0-9]+$/.test(value)) {
    const digits = value.replace(/^([+-]?)0+(?=[0-9])/, '$1').replace('+', '');
    // No engine stores longer integers, and BigInt takes seconds for millions of digits.
    return digits.length > 20 ? digits : BigInt(digits).toString();
  }
  const number = Number(value);
  return value.trim() === '' || !Number.isFinite(number) ? value : BigInt(Math.trunc(number)).toString();
}

/** Converts a moment to UTC; keeps all significant digits of the second. */
function canonicalTime(value: string): string {
  const match = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?)?)?)?$/.exec(value);
  if (!match) return value;
  const [, year, month = '01', day = '01', clock = '00:00:00', fraction = '', zone = 'Z'] = match;
  const millis = Date.parse(`${year}-${month}-${day}T${clock}${zone}`);
  // JavaScript reads February 30 as March 1 or 2, and no engine reads it.
  if (Number.isNaN(millis) || normalizeTime(`${year}-${month}-${day}`) === undefined) return value;
  const digits = trimEndOf(fraction, '0');
  return new Date(millis).toISOString().replace('.000Z', digits === '' ? 'Z' : `.${digits}Z`);
}

function canonicalJson(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value.replaceAll("'", '"')));
  } catch {
    return value;
  }
}

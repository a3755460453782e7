/** Data values → canonical literals. */
import type { OwlLiteral } from '../model';
import { owl, rdf, xsd } from '../vocabulary';
import { printDuration, printTime } from './times';
import type { DataValue } from './value';

/**
 * Returns the canonical literal of a value: an xsd:integer or xsd:decimal if possible, otherwise a literal of the
 * primitive datatype. The lexical form is XML Schema's canonical one, except that floating-point numbers have their
 * shortest unique digits. parseLiteral returns the same value.
 */
export function canonicalLiteral(value: DataValue): OwlLiteral {
  const literal = (datatype: string, text: string): OwlLiteral => ({ kind: 'Literal', value: text, datatype });
  switch (value.kind) {
    case 'number':
      return literal(
        value.scale === undefined ? owl.rational : xsd(value.scale === 0 ? 'integer' : 'decimal'),
        value.text,
      );
    case 'double':
    case 'float':
      return literal(xsd(value.kind), printFloat(value.value));
    case 'text':
      if (value.lang === '') return literal(xsd('string'), value.text);
      return { ...literal(rdf.langString, value.text), lang: value.lang };
    case 'boolean':
      return literal(xsd('boolean'), String(value.value));
    case 'hexBinary':
      return literal(xsd('hexBinary'), value.hex);
    case 'base64Binary':
      return literal(xsd('base64Binary'), Buffer.from(value.hex, 'hex').toString('base64'));
    case 'uri':
      return literal(xsd('anyURI'), value.text);
    case 'time':
      return literal(xsd(value.type), printTime(value));
    case 'duration':
      return literal(xsd('duration'), printDuration(value));
    case 'xml':
      return literal(rdf.XMLLiteral, value.canonical);
    case 'opaque':
      return literal(value.datatype, value.text);
  }
}

/** Prints a mantissa with one digit before the point, and an exponent: `4.2E1`. */
function printFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF';
  if (Object.is(value, -0)) return '-0.0E0';
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent.replace('+', '')}`;
}

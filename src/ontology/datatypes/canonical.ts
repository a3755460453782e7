/** Data values to literals: one spelling for each value. */
import type { OwlLiteral } from '../model';
import { owl, rdf, xsd } from '../vocabulary';
import { printDuration, printTime } from './times';
import type { DataValue } from './value';

/**
 * The literal that stands for a value: of xsd:integer or xsd:decimal where a number is one, of the primitive datatype
 * otherwise. Its lexical form is XML Schema's canonical one, except that floating-point numbers have the shortest digits
 * that tell them apart. parseLiteral gives the same value back.
 */
export function canonicalLiteral(value: DataValue): OwlLiteral {
  const of = (datatype: string, text: string): OwlLiteral => ({ kind: 'Literal', value: text, datatype });
  switch (value.kind) {
    case 'number':
      return of(value.scale === undefined ? owl.rational : xsd(value.scale === 0 ? 'integer' : 'decimal'), value.text);
    case 'double':
    case 'float':
      return of(xsd(value.kind), printFloat(value.value));
    case 'text':
      if (value.lang === '') return of(xsd('string'), value.text);
      return { ...of(rdf.langString, value.text), lang: value.lang };
    case 'boolean':
      return of(xsd('boolean'), String(value.value));
    case 'hexBinary':
      return of(xsd('hexBinary'), value.hex);
    case 'base64Binary':
      return of(xsd('base64Binary'), Buffer.from(value.hex, 'hex').toString('base64'));
    case 'uri':
      return of(xsd('anyURI'), value.text);
    case 'time':
      return of(xsd(value.type), printTime(value));
    case 'duration':
      return of(xsd('duration'), printDuration(value));
    case 'xml':
      return of(rdf.XMLLiteral, value.canonical);
    case 'opaque':
      return of(value.datatype, value.text);
  }
}

/** A mantissa with one digit before the point, and an exponent: `4.2E1`. */
function printFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF';
  if (Object.is(value, -0)) return '-0.0E0';
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent.replace('+', '')}`;
}

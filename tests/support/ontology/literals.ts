/** Short notations and random generators of literals and ranges. */
import fc from 'fast-check';
import { datatypes, vocabulary } from '../../../src/ontology';
import type { DataRange, OwlLiteral } from '../../../src/ontology';

const { owl, rdf, rdfs, xsd, RDF_NS } = vocabulary;

/** `integer` → xsd:integer, `rdf:XMLLiteral`, `owl:real`, `rdfs:Literal`, or an IRI. */
export function iri(name: string): string {
  if (name.startsWith('rdf:')) return RDF_NS + name.slice(4);
  if (name === 'rdfs:Literal') return rdfs.Literal;
  if (name === 'owl:real') return owl.real;
  if (name === 'owl:rational') return owl.rational;
  return name.includes('/') ? name : xsd(name);
}

export function lit(value: string, datatype = 'string'): OwlLiteral {
  return { kind: 'Literal', value, datatype: iri(datatype) };
}

export function tagged(value: string, lang: string): OwlLiteral {
  return { kind: 'Literal', value, datatype: rdf.langString, lang };
}

export const parse = (value: string, datatype = 'string') => datatypes.parseLiteral(lit(value, datatype));

/** Value of a well-typed literal. */
export function val(value: string, datatype = 'string'): datatypes.DataValue {
  const parsed = parse(value, datatype);
  if (!parsed) throw new Error(`"${value}" is no ${datatype}`);
  return parsed;
}

export const key = (value: string, datatype = 'string') => datatypes.valueKey(val(value, datatype));

const position = { line: 1, column: 1 };
export const type = (name: string): DataRange => ({ kind: 'Datatype', iri: iri(name) });
export const and = (...operands: DataRange[]): DataRange => ({ kind: 'DataIntersectionOf', operands, position });
export const or = (...operands: DataRange[]): DataRange => ({ kind: 'DataUnionOf', operands, position });
export const not = (operand: DataRange): DataRange => ({ kind: 'DataComplementOf', operand, position });
export const oneOf = (...values: OwlLiteral[]): DataRange => ({ kind: 'DataOneOf', values, position });
export const limited = (name: string, ...facets: (readonly [string, OwlLiteral])[]): DataRange => ({
  kind: 'DatatypeRestriction',
  datatype: iri(name),
  facets: facets.map(([facet, value]) => ({ facet: iri(facet), value })),
  position,
});

// Random generators

const digits = fc.integer({ min: -300, max: 300 }).map(String);
const decimals = fc
  .tuple(digits, fc.constantFrom('', '.', '.0', '.5', '.25', '.125', '.10'))
  .map((parts) => parts.join(''));
const exponents = fc.tuple(decimals, fc.constantFrom('', 'e0', 'E-3', 'e+7')).map((parts) => parts.join(''));
const words = fc.constantFrom(
  '',
  'a',
  'en',
  'de-AT',
  'a b',
  ' a',
  'a\tb',
  'a:b',
  '1a',
  'née',
  '😀',
  'abcdefghij',
  'A-1',
);
const days = fc
  .tuple(fc.integer({ min: 1968, max: 1973 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([y, m, d]) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`);
const zones = fc.constantFrom('', 'Z', '+01:00', '-05:30', '+14:00', '-14:00');
const clocks = fc.constantFrom('00:00:00', '12:30:15.25', '23:59:59', '24:00:00', '04:00:00.0');
const spans = fc.constantFrom(
  'P1Y',
  'P12M',
  'P30D',
  'P1M',
  'PT0S',
  'P0Y',
  '-P1D',
  'PT24H',
  'P1DT1.5S',
  'P1Y2D',
  '-P3M',
);

const literalsOf = (texts: fc.Arbitrary<string>, ...names: string[]) =>
  fc.tuple(texts, fc.constantFrom(...names)).map(([text, name]) => lit(text, name));

/** Well-typed and ill-typed literals of all datatypes; many have equal values. */
export const anyLiteral: fc.Arbitrary<OwlLiteral> = fc.oneof(
  literalsOf(
    digits,
    'integer',
    'byte',
    'unsignedByte',
    'positiveInteger',
    'nonPositiveInteger',
    'decimal',
    'double',
    'long',
  ),
  literalsOf(decimals, 'decimal', 'float', 'double', 'integer'),
  literalsOf(fc.oneof(exponents, fc.constantFrom('INF', '-INF', 'NaN', '-0', '0.0')), 'double', 'float', 'decimal'),
  literalsOf(fc.constantFrom('1/3', '-2/4', '6/3', '7/1', '22/7'), 'owl:rational'),
  literalsOf(words, 'string', 'normalizedString', 'token', 'NMTOKEN', 'Name', 'NCName', 'language', 'anyURI'),
  fc.tuple(words, fc.constantFrom('en', 'EN', 'de-at')).map(([text, lang]) => tagged(text, lang)),
  literalsOf(
    fc.tuple(words, fc.constantFrom('', '@', '@en', '@1')).map((parts) => parts.join('')),
    'rdf:PlainLiteral',
  ),
  literalsOf(fc.constantFrom('true', 'false', '0', '1', 'yes'), 'boolean'),
  literalsOf(fc.constantFrom('', '00', 'ff', 'FF', '00FF', '0'), 'hexBinary'),
  literalsOf(fc.constantFrom('', 'AA==', '/w==', 'AP8=', 'A A = =', 'AB=='), 'base64Binary'),
  literalsOf(
    fc.tuple(days, fc.constant('T'), clocks, zones).map((parts) => parts.join('')),
    'dateTime',
    'dateTimeStamp',
  ),
  literalsOf(
    fc.tuple(days, zones).map((parts) => parts.join('')),
    'date',
  ),
  literalsOf(
    fc.tuple(clocks, zones).map((parts) => parts.join('')),
    'time',
  ),
  literalsOf(
    fc.tuple(fc.constantFrom('1970', '-0044', '0000', '12026'), zones).map((parts) => parts.join('')),
    'gYear',
  ),
  literalsOf(spans, 'duration', 'dayTimeDuration', 'yearMonthDuration'),
  literalsOf(fc.constantFrom('', '<a/>', '<a></a>', 'x &amp; y', '<a'), 'rdf:XMLLiteral'),
  literalsOf(words, 'http://example.org/unknown'),
);

export const anyValue: fc.Arbitrary<datatypes.DataValue> = anyLiteral
  .map((literal) => datatypes.parseLiteral(literal))
  .filter((value) => value !== undefined);

const anyFacet: fc.Arbitrary<readonly [string, OwlLiteral]> = fc.oneof(
  fc.tuple(
    fc.constantFrom('minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'),
    fc.oneof(anyLiteral, literalsOf(digits, 'integer'), literalsOf(decimals, 'decimal', 'double', 'float')),
  ),
  fc.tuple(
    fc.constantFrom('length', 'minLength', 'maxLength', 'totalDigits', 'fractionDigits'),
    literalsOf(fc.integer({ min: 0, max: 4 }).map(String), 'nonNegativeInteger'),
  ),
  fc.tuple(fc.constant('pattern'), literalsOf(fc.constantFrom('[a-z]*', '\\i\\c*', '.{2,}', 'a|née'), 'string')),
  fc.tuple(fc.constant('rdf:langRange'), literalsOf(fc.constantFrom('*', 'en', 'de'), 'string')),
);

const anyType = fc.constantFrom(...datatypes.KNOWN_DATATYPES, 'http://example.org/unknown', 'http://example.org/small');

export const anyRange: fc.Arbitrary<DataRange> = fc.letrec<{ range: DataRange }>((tie) => ({
  range: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    anyType.map((name): DataRange => ({ kind: 'Datatype', iri: name })),
    fc.array(anyLiteral, { maxLength: 3 }).map((values) => oneOf(...values)),
    fc.tuple(anyType, fc.array(anyFacet, { maxLength: 2 })).map(([name, facets]) => limited(name, ...facets)),
    fc.array(tie('range'), { minLength: 1, maxLength: 3 }).map((operands) => and(...operands)),
    fc.array(tie('range'), { minLength: 1, maxLength: 3 }).map((operands) => or(...operands)),
    tie('range').map(not),
  ),
})).range;

export const definitions = new Map<string, DataRange>([
  [
    'http://example.org/small',
    limited('integer', ['minInclusive', lit('-5', 'integer')], ['maxExclusive', lit('6', 'byte')]),
  ],
]);

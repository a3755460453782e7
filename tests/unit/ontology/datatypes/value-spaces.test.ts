/** Relations between datatypes, and between datatypes and values. */
import fc from 'fast-check';
import { datatypes, vocabulary } from '../../../../src/ontology';
import { anyLiteral, anyValue, iri, val } from '../../../support/ontology/literals';
import { runs } from '../../../support/runs';

const { areDisjointDatatypes, datatypesOf, isInDatatype, KNOWN_DATATYPES, superDatatypes } = datatypes;

const named = (...names: string[]) => names.map(iri).sort();
const sorted = (iris: readonly string[]) => [...iris].sort();

test('every datatype of OWL 2 RL is known', () => {
  expect([...vocabulary.RL_DATATYPES].filter((datatype) => !KNOWN_DATATYPES.includes(datatype))).toEqual([]);
});

test.each([
  ['42', 'double', ['rdfs:Literal', 'double']],
  ['1/3', 'owl:rational', ['rdfs:Literal', 'owl:real', 'owl:rational']],
  ['0.5', 'decimal', ['rdfs:Literal', 'owl:real', 'owl:rational', 'decimal']],
  [
    '200',
    'decimal',
    [
      ...['rdfs:Literal', 'owl:real', 'owl:rational', 'decimal', 'integer', 'long', 'int', 'short'],
      ...['nonNegativeInteger', 'positiveInteger', 'unsignedLong', 'unsignedInt', 'unsignedShort', 'unsignedByte'],
    ],
  ],
  ['a b', 'string', ['rdfs:Literal', 'rdf:PlainLiteral', 'string', 'normalizedString', 'token']],
  [' a', 'string', ['rdfs:Literal', 'rdf:PlainLiteral', 'string', 'normalizedString']],
  ['a:b', 'string', ['rdfs:Literal', 'rdf:PlainLiteral', 'string', 'normalizedString', 'token', 'NMTOKEN', 'Name']],
  ['a@en', 'rdf:PlainLiteral', ['rdfs:Literal', 'rdf:PlainLiteral', 'rdf:langString']],
  ['2024-01-01T00:00:00', 'dateTime', ['rdfs:Literal', 'dateTime']],
  ['2024-01-01T00:00:00Z', 'dateTime', ['rdfs:Literal', 'dateTime', 'dateTimeStamp']],
  ['P1D', 'duration', ['rdfs:Literal', 'duration', 'dayTimeDuration']],
  ['PT0S', 'duration', ['rdfs:Literal', 'duration', 'dayTimeDuration', 'yearMonthDuration']],
  ['P1DT1S', 'duration', ['rdfs:Literal', 'duration', 'dayTimeDuration']],
])('%s of %s is in %p', (text, datatype, expected) => {
  expect(sorted(datatypesOf(val(text, datatype)))).toEqual(named(...expected));
});

test.each([
  ['byte', 'integer', true],
  ['unsignedByte', 'short', true],
  ['unsignedInt', 'int', false],
  ['positiveInteger', 'nonNegativeInteger', true],
  ['integer', 'decimal', true],
  ['decimal', 'owl:rational', true],
  ['decimal', 'integer', false],
  ['float', 'double', false],
  ['NCName', 'NMTOKEN', true],
  ['language', 'NCName', true],
  ['string', 'rdf:PlainLiteral', true],
  ['rdf:PlainLiteral', 'string', false],
  ['rdf:langString', 'rdf:PlainLiteral', true],
  ['dateTimeStamp', 'dateTime', true],
  ['date', 'dateTime', false],
])('%s below %s: %p', (sub, sup, expected) => {
  expect(superDatatypes(iri(sub)).includes(iri(sup))).toBe(expected);
  expect(superDatatypes(iri(sub))).toEqual(expect.arrayContaining(named(sub, 'rdfs:Literal')));
});

test.each([
  ['positiveInteger', 'nonPositiveInteger', true],
  ['nonNegativeInteger', 'nonPositiveInteger', false],
  ['integer', 'double', true],
  ['float', 'double', true],
  ['string', 'anyURI', true],
  ['string', 'rdf:langString', true],
  ['token', 'rdf:PlainLiteral', false],
  ['hexBinary', 'base64Binary', true],
  ['dayTimeDuration', 'yearMonthDuration', false],
  ['boolean', 'integer', true],
  ['rdfs:Literal', 'boolean', false],
  ['http://example.org/unknown', 'boolean', false],
])('%s and %s are disjoint: %p', (a, b, expected) => {
  expect(areDisjointDatatypes(iri(a), iri(b))).toBe(expected);
  expect(areDisjointDatatypes(iri(b), iri(a))).toBe(expected);
});

test('membership of values agrees with relations between datatypes', () => {
  fc.assert(
    fc.property(anyValue, fc.constantFrom(...KNOWN_DATATYPES), fc.constantFrom(...KNOWN_DATATYPES), (value, a, b) => {
      expect(datatypesOf(value).includes(a)).toBe(isInDatatype(value, a) === true);
      if (isInDatatype(value, a) !== true) return;
      if (superDatatypes(a).includes(b)) expect(isInDatatype(value, b)).toBe(true);
      if (areDisjointDatatypes(a, b)) expect(isInDatatype(value, b)).not.toBe(true);
    }),
    { numRuns: runs(3000) },
  );
});

test('the value of a literal is in its datatype', () => {
  fc.assert(
    fc.property(anyLiteral, (literal) => {
      const value = datatypes.parseLiteral(literal);
      if (value) expect(isInDatatype(value, literal.datatype)).toBe(true);
    }),
    { numRuns: runs(1000) },
  );
});

test('queries about unknown datatypes are undecided', () => {
  const unknown = 'http://example.org/unknown';
  expect(isInDatatype(val('1', 'integer'), unknown)).toBeUndefined();
  expect(isInDatatype(val('1', unknown), iri('integer'))).toBeUndefined();
  expect(isInDatatype(val('1', unknown), iri('rdfs:Literal'))).toBe(true);
  // An opaque value of a known datatype: its datatype decides.
  const huge = val('1'.repeat(1_000_001), 'positiveInteger');
  expect(isInDatatype(huge, iri('decimal'))).toBe(true);
  expect(isInDatatype(huge, iri('string'))).toBe(false);
  expect(isInDatatype(huge, iri('negativeInteger'))).toBe(false);
});

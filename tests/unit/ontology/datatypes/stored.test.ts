/** Values stored in Dgraph, against data ranges. */
import fc from 'fast-check';
import { datatypes } from '../../../../src/ontology';
import type { DataRange } from '../../../../src/ontology';
import {
  and,
  anyRange,
  definitions,
  limited,
  lit,
  not,
  oneOf,
  or,
  tagged,
  type,
  val,
} from '../../../support/ontology/literals';
import { runs } from '../../../support/runs';

const { RangeEvaluator, storedRangeTest } = datatypes;
const evaluator = new RangeEvaluator(definitions);

const adult = limited('integer', ['minInclusive', lit('18', 'integer')]);
const late = limited('dateTime', ['minInclusive', lit('2024-01-01T01:00:00+01:00', 'dateTime')]);

type Row = [datatypes.StorageType, string, string | undefined, DataRange, boolean];
const rows: Row[] = [
  ['int', '5', undefined, type('byte'), true],
  ['int', '500', undefined, type('byte'), false],
  ['int', '5', undefined, type('decimal'), true],
  ['int', '5', undefined, type('double'), true],
  ['int', '5', undefined, type('float'), true],
  ['int', '5', undefined, type('string'), false],
  ['int', '5', undefined, type('boolean'), false],
  ['int', '18', undefined, adult, true],
  ['int', '17', undefined, adult, false],
  ['int', '17', undefined, type('http://example.org/unknown'), true],
  ['int', '7', undefined, type('http://example.org/small'), false],
  ['int', '1', undefined, oneOf(lit('1.0', 'decimal'), lit('2e0', 'double')), true],
  ['int', '2', undefined, oneOf(lit('1.0', 'decimal'), lit('2e0', 'double')), true],
  ['int', '3', undefined, oneOf(lit('1.0', 'decimal'), lit('2e0', 'double')), false],
  ['float', '20', undefined, adult, true],
  ['float', '20.5', undefined, adult, false],
  ['float', '0.1', undefined, oneOf(lit('0.10', 'decimal')), true],
  ['float', '0.1', undefined, limited('decimal', ['maxInclusive', lit('0.1', 'decimal')]), true],
  ['float', '0.7', undefined, limited('float', ['minInclusive', lit('0.7', 'float')]), true],
  ['float', '1e+21', undefined, type('integer'), true],
  ['float', '1.5e-7', undefined, oneOf(lit('0.00000015', 'decimal')), true],
  ['float', '-1.5e-7', undefined, limited('decimal', ['maxExclusive', lit('0', 'integer')]), true],
  ['float', 'Infinity', undefined, type('double'), true],
  ['float', '-Infinity', undefined, type('decimal'), false],
  ['bool', 'true', undefined, type('boolean'), true],
  ['bool', 'false', undefined, oneOf(lit('1', 'boolean')), false],
  ['bool', 'true', undefined, type('integer'), false],
  ['datetime', '2024-01-01T00:00:00Z', undefined, late, true],
  ['datetime', '2023-12-31T23:59:59Z', undefined, late, false],
  ['datetime', '2024-01-01T00:00:00Z', undefined, type('dateTimeStamp'), true],
  ['datetime', '2024-01-01T00:00:00Z', undefined, type('date'), true],
  ['datetime', '2024-01-01T00:00:00Z', undefined, type('integer'), false],
  ['datetime', '2024-01-01T00:00:00Z', undefined, oneOf(lit('2024-01-01T01:00:00+01:00', 'dateTime')), true],
  ['datetime', '2024-01-01T00:00:01Z', undefined, oneOf(lit('2024-01-01T01:00:00+01:00', 'dateTime')), false],
  ['datetime', '2024-01-01T00:00:00Z', undefined, oneOf(lit('2024-01-01T00:00:00', 'dateTime')), true],
  ['datetime', '2024-01-01T00:00:00Z', undefined, oneOf(lit('2024-01-01', 'date')), true],
  ['datetime', '2024-01-02T00:00:00Z', undefined, oneOf(lit('2024-01-01', 'date')), false],
  ['datetime', '2024-01-01T00:00:00Z', undefined, type('gYear'), true],
  ['string', 'a', undefined, type('string'), true],
  ['string', 'a', undefined, type('rdf:PlainLiteral'), true],
  ['string', 'a', undefined, type('rdf:langString'), false],
  ['string', 'a', 'en', type('rdf:langString'), true],
  ['string', 'a', 'en', type('string'), false],
  ['string', 'a', 'EN', oneOf(tagged('a', 'en')), true],
  ['string', 'P1D', undefined, type('duration'), true],
  ['string', 'P1D', undefined, limited('duration', ['minExclusive', lit('P2D', 'duration')]), false],
  ['string', 'x', undefined, type('duration'), false],
  ['string', '12:00:00', undefined, type('time'), true],
  ['string', 'http://a/', undefined, type('anyURI'), true],
  ['string', 'a b', undefined, type('token'), true],
  ['string', ' a b\n', undefined, type('token'), true],
  ['string', 'a b', undefined, type('NCName'), false],
  ['string', 'abc', undefined, limited('string', ['maxLength', lit('2', 'integer')]), false],
  ['string', 'abc', undefined, limited('string', ['pattern', lit('[a-c]+')]), true],
  // An invalid pattern excludes no values.
  ['string', 'abc', undefined, limited('string', ['pattern', lit('(')]), true],
  ['string', '\uffff', undefined, type('token'), true],
  ['default', '5', undefined, type('integer'), true],
  ['string', '5', undefined, or(type('integer'), type('boolean')), true],
  ['string', 'x', undefined, or(type('integer'), type('boolean')), false],
  ['string', 'x', undefined, not(type('integer')), true],
  ['geo', '{"type":"Point","coordinates":[1,2]}', undefined, type('integer'), true],
  ['password', 'x', undefined, type('integer'), true],
  ['uid', '0x1', undefined, type('integer'), true],
  ['float32vector', '[1]', undefined, type('integer'), true],
  ['bigfloat', '0.1', undefined, type('decimal'), true],
  ['int', '5', undefined, and(type('integer'), type('double')), false],
];

test.each(rows)('%s %j %s', (storage, text, lang, range, expected) => {
  expect(storedRangeTest(range, storage, evaluator).holds(text, lang)).toBe(expected);
});

test('values certainly in a range are possibly in it', () => {
  const storages = fc.constantFrom<datatypes.StorageType>('string', 'int', 'float', 'bool', 'datetime', 'default');
  const texts = fc.constantFrom('5', '-1', '0.5', 'true', '2024-01-01T00:00:00Z', 'a', '', ' x ', 'P1D', '1e+21');
  fc.assert(
    fc.property(anyRange, storages, texts, fc.constantFrom(undefined, '', 'en'), (range, storage, text, lang) => {
      const { holds, isKnown } = storedRangeTest(range, storage, evaluator);
      if (isKnown(text, lang)) expect(holds(text, lang)).toBe(true);
    }),
    { numRuns: runs(1000) },
  );
});

test('values possibly in a range are not certainly in it', () => {
  const unknown = storedRangeTest(type('http://example.org/unknown'), 'int', evaluator);
  expect([unknown.holds('5'), unknown.isKnown('5')]).toEqual([true, false]);
  const adultTest = storedRangeTest(adult, 'int', evaluator);
  expect([adultTest.isKnown('18'), adultTest.isKnown('17')]).toEqual([true, false]);
});

test('a stored number is in every range of its original literal', () => {
  fc.assert(
    fc.property(anyRange, fc.double({ noNaN: true, noDefaultInfinity: true }), (range, number) => {
      const { holds } = storedRangeTest(range, 'float', evaluator);
      const text = String(number);
      if (!holds(text)) expect(evaluator.excludes(range, val(number.toExponential(), 'double'))).toBe(true);
    }),
    { numRuns: runs(1000) },
  );
});

test('tests with equal keys give equal answers', () => {
  const a = storedRangeTest(or(adult, type('string')), 'int', evaluator);
  const b = storedRangeTest(or(type('string'), adult), 'int', evaluator);
  expect(a.key).toBe(b.key);
  expect(storedRangeTest(adult, 'float', evaluator).key).not.toBe(storedRangeTest(adult, 'int', evaluator).key);
});

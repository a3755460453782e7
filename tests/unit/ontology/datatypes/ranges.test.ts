/** Data ranges: membership, facets, emptiness and inclusion, also against random values. */
import fc from 'fast-check';
import { datatypes } from '../../../../src/ontology';
import type { DataRange } from '../../../../src/ontology';
import {
  and,
  anyRange,
  anyValue,
  definitions,
  iri,
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

const { RangeEvaluator, rangeKey } = datatypes;
const evaluator = new RangeEvaluator(definitions);
const UNKNOWN = 'http://example.org/unknown';
const SMALL = 'http://example.org/small';

const adult = limited('integer', ['minInclusive', lit('18', 'integer')]);
const stamp = (facet: string, text: string) => limited('dateTime', [facet, lit(text, 'dateTime')]);
const text = (facet: string, value: string, name = 'string') => limited(name, [facet, lit(value)]);
const count = (facet: string, value: number, name = 'string') => limited(name, [facet, lit(String(value), 'integer')]);

describe('membership', () => {
  const rows: [string, DataRange, datatypes.DataValue, boolean | undefined][] = [
    ['18 ≥ 18', adult, val('18.0', 'decimal'), true],
    ['17 ≥ 18', adult, val('17', 'byte'), false],
    ['20.5 is no integer', adult, val('20.5', 'decimal'), false],
    ['a double is no integer', adult, val('20', 'double'), false],
    ['open end', limited('decimal', ['maxExclusive', lit('1/3', 'owl:rational')]), val('0.3333', 'decimal'), true],
    [
      'at an open end',
      limited('owl:real', ['maxExclusive', lit('1/3', 'owl:rational')]),
      val('1/3', 'owl:rational'),
      false,
    ],
    ['both zeros', limited('double', ['minInclusive', lit('0', 'double')]), val('-0', 'double'), true],
    ['neither zero', limited('double', ['minExclusive', lit('-0', 'double')]), val('0', 'double'), false],
    ['just above zero', limited('double', ['minExclusive', lit('0', 'double')]), val('5e-324', 'double'), true],
    ['NaN is not below', limited('double', ['maxInclusive', lit('INF', 'double')]), val('NaN', 'double'), false],
    ['nothing is above NaN', limited('double', ['minInclusive', lit('NaN', 'double')]), val('NaN', 'double'), false],
    ['infinity', limited('float', ['minExclusive', lit('3e38', 'float')]), val('INF', 'float'), true],
    ['a decimal bound', limited('float', ['minInclusive', lit('0.1', 'decimal')]), val('0.1', 'float'), true],
    // The double nearest to 0.1 is above it, the float nearest to 0.7 below.
    ['a decimal bound', limited('double', ['maxInclusive', lit('0.1', 'decimal')]), val('0.1', 'double'), false],
    ['a decimal bound', limited('float', ['minInclusive', lit('0.7', 'decimal')]), val('0.7', 'float'), false],
    [
      'the same moment',
      stamp('minInclusive', '1956-01-01T04:00:00-05:00'),
      val('1956-01-01T09:00:00Z', 'dateTime'),
      true,
    ],
    [
      'before it',
      stamp('minInclusive', '1956-01-01T04:00:00-05:00'),
      val('1956-01-01T09:59:59+01:00', 'dateTime'),
      false,
    ],
    [
      '14 hours later',
      stamp('minInclusive', '1956-01-01T04:00:00-05:00'),
      val('1956-01-01T23:00:01', 'dateTime'),
      true,
    ],
    [
      'not surely later',
      stamp('minInclusive', '1956-01-01T04:00:00-05:00'),
      val('1956-01-01T10:00:00', 'dateTime'),
      false,
    ],
    ['surely earlier', stamp('maxExclusive', '1956-01-01T04:00:00'), val('1955-12-31T13:59:59Z', 'dateTime'), true],
    [
      'not surely earlier',
      stamp('maxExclusive', '1956-01-01T04:00:00'),
      val('1955-12-31T14:00:00Z', 'dateTime'),
      false,
    ],
    ['a date is no dateTime', stamp('minInclusive', '1956-01-01T04:00:00Z'), val('2024-01-01Z', 'date'), false],
    ['dates', limited('date', ['minInclusive', lit('2024-02-29', 'date')]), val('2024-03-01', 'date'), true],
    ['durations', limited('duration', ['maxInclusive', lit('P32D', 'duration')]), val('P1M', 'duration'), true],
    ['unlike durations', limited('duration', ['maxInclusive', lit('P31D', 'duration')]), val('P1M', 'duration'), false],
    ['characters', count('length', 2), val('😀é'), true],
    ['characters', count('maxLength', 1), val('😀'), true],
    ['octets', count('length', 2, 'hexBinary'), val('0aff', 'hexBinary'), true],
    ['octets', count('minLength', 3, 'base64Binary'), val('AAA=', 'base64Binary'), false],
    ['pattern', text('pattern', '[0-9]{3}-\\d+'), val('123-4'), true],
    ['a pattern is for the whole', text('pattern', '[0-9]{3}'), val('1234'), false],
    ['pattern of an IRI', text('pattern', 'https?://.*', 'anyURI'), val('http://a/', 'anyURI'), true],
    ['language', text('rdf:langRange', 'de', 'rdf:PlainLiteral'), val('a@de-AT', 'rdf:PlainLiteral'), true],
    ['language', text('rdf:langRange', 'de', 'rdf:PlainLiteral'), val('a@den', 'rdf:PlainLiteral'), false],
    ['any language', text('rdf:langRange', '*', 'rdf:PlainLiteral'), val('a'), false],
    ['digits', count('totalDigits', 3, 'decimal'), val('-1.25', 'decimal'), true],
    ['digits', count('totalDigits', 2, 'decimal'), val('0.125', 'decimal'), false],
    ['digits', count('totalDigits', 3, 'decimal'), val('0.125', 'decimal'), true],
    ['digits', count('fractionDigits', 1, 'decimal'), val('1.50', 'decimal'), true],
    ['digits', count('fractionDigits', 0, 'decimal'), val('1.5', 'decimal'), false],
    ['one of', oneOf(lit('1', 'integer'), lit('a')), val('1.0', 'decimal'), true],
    ['one of', oneOf(lit('1', 'integer'), lit('a')), val('1', 'double'), false],
    ['one of', oneOf(tagged('a', 'EN')), val('a@en', 'rdf:PlainLiteral'), true],
    ['one of, perhaps', oneOf(lit('x', UNKNOWN)), val('1', 'integer'), undefined],
    ['all of', and(adult, type('byte')), val('128', 'integer'), false],
    ['any of', or(adult, type('string')), val('x'), true],
    ['none of', not(or(adult, type('string'))), val('3', 'integer'), true],
    ['rdfs:Literal', type('rdfs:Literal'), val('x', UNKNOWN), true],
    ['unknown', type(UNKNOWN), val('1', 'integer'), undefined],
    ['not unknown', not(type(UNKNOWN)), val('1', 'integer'), undefined],
    ['unknown or known', or(type(UNKNOWN), type('integer')), val('1', 'integer'), true],
    ['unknown and not', and(type(UNKNOWN), type('string')), val('1', 'integer'), false],
    ['defined', type(SMALL), val('5', 'integer'), true],
    ['defined', type(SMALL), val('6', 'integer'), false],
    [
      'an unknown facet',
      limited('integer', ['http://example.org/facet', lit('1', 'integer')]),
      val('1', 'integer'),
      undefined,
    ],
    ['an unknown facet', limited('integer', ['http://example.org/facet', lit('1', 'integer')]), val('a'), false],
    ['an ill-typed bound', limited('integer', ['minInclusive', lit('x', 'integer')]), val('1', 'integer'), undefined],
    ['a pattern that is none', text('pattern', '('), val('a'), undefined],
  ];
  test.each(rows)('%s', (_, range, value, expected) => {
    expect(evaluator.test(range, value)).toBe(expected);
    expect(evaluator.test(not(range), value)).toBe(expected === undefined ? undefined : !expected);
    expect([evaluator.contains(range, value), evaluator.excludes(range, value)]).toEqual([
      expected === true,
      expected === false,
    ]);
  });
});

describe('reasoning', () => {
  test.each<[string, DataRange]>([
    ['contrary bounds', and(adult, limited('integer', ['maxExclusive', lit('18', 'integer')]))],
    [
      'no integer between',
      limited('integer', ['minExclusive', lit('1', 'integer')], ['maxExclusive', lit('2', 'integer')]),
    ],
    [
      'no integer is 1.5',
      limited('integer', ['minInclusive', lit('1.5', 'decimal')], ['maxInclusive', lit('1.5', 'decimal')]),
    ],
    [
      'no decimal is 1/3',
      limited('decimal', ['minInclusive', lit('1/3', 'owl:rational')], ['maxInclusive', lit('1/3', 'owl:rational')]),
    ],
    [
      'no float between',
      limited('float', ['minExclusive', lit('1', 'float')], ['maxExclusive', lit('1.0000001', 'float')]),
    ],
    ['disjoint datatypes', and(type('integer'), type('double'))],
    ['neither true nor false', and(type('boolean'), not(oneOf(lit('1', 'boolean'), lit('false', 'boolean'))))],
    ['lengths', and(count('minLength', 3), count('maxLength', 2))],
    ['no name is empty', count('length', 0, 'NCName')],
    ['no moment', and(stamp('minInclusive', '2024-01-01T00:00:00Z'), stamp('maxInclusive', '2023-01-01T00:00:00Z'))],
    ['enumerations', and(oneOf(lit('a'), lit('b')), oneOf(lit('c')))],
    ['values outside', and(oneOf(lit('a')), type('integer'))],
    ['nothing', oneOf()],
    ['everything and not', and(type(UNKNOWN), not(type('rdfs:Literal')))],
  ])('empty: %s', (_, range) => {
    expect(evaluator.isEmpty(range)).toBe(true);
    expect(evaluator.problems(range)).not.toEqual([]);
  });

  test.each<[string, DataRange]>([
    ['adults', adult],
    [
      'a decimal between',
      limited('decimal', ['minExclusive', lit('1', 'integer')], ['maxExclusive', lit('2', 'integer')]),
    ],
    ['unknown', and(type(UNKNOWN), type('string'))],
    ['zero', and(type('nonNegativeInteger'), type('nonPositiveInteger'))],
    ['the empty token', count('length', 0, 'token')],
  ])('not empty: %s', (_, range) => {
    expect(evaluator.isEmpty(range)).toBe(false);
    expect(evaluator.problems(range)).toEqual([]);
  });

  test.each<[string, DataRange, DataRange, boolean]>([
    ['bounds', limited('byte', ['minInclusive', lit('20', 'byte')]), adult, true],
    ['bounds', adult, type('byte'), false],
    ['definition', type(SMALL), type('byte'), true],
    ['definition', type('byte'), type(SMALL), false],
    ['enumeration', oneOf(lit('18', 'integer'), lit('99', 'decimal')), adult, true],
    ['enumeration', oneOf(lit('18', 'integer'), lit('99', 'double')), adult, false],
    ['both truth values', type('boolean'), oneOf(lit('true', 'boolean'), lit('false', 'boolean')), true],
    [
      'a finite type',
      limited('byte', ['minInclusive', lit('126', 'byte')]),
      oneOf(lit('126', 'int'), lit('127', 'int')),
      true,
    ],
    ['pattern', text('pattern', 'a+', 'token'), type('string'), true],
    ['pattern', type('string'), text('pattern', '.*'), false],
    ['the same pattern', text('pattern', 'a+'), text('pattern', 'a+'), true],
    ['complement', not(type('decimal')), not(type('integer')), true],
    ['complement', not(type('integer')), not(type('decimal')), false],
    ['unknown', type(UNKNOWN), type('string'), false],
    ['unknown', type(UNKNOWN), type(UNKNOWN), true],
    ['unknown', and(type(UNKNOWN), type('token')), type('string'), true],
    ['offsets', stamp('minInclusive', '2024-01-01T00:00:00Z'), stamp('minInclusive', '2023-12-31T00:00:00Z'), true],
    ['no offset', stamp('minInclusive', '2024-01-01T00:00:00Z'), type('dateTimeStamp'), false],
  ])('inclusion: %s', (_, a, b, expected) => {
    expect(evaluator.isSubRange(a, b)).toBe(expected);
  });

  test('datatypes that contain the intersection of several ranges', () => {
    const all = (...ranges: DataRange[]) => evaluator.datatypesContaining(ranges);
    expect(all(type('short'), type('unsignedInt'))).toEqual(
      expect.arrayContaining([iri('unsignedShort'), iri('short')]),
    );
    expect(all(type('short'), type('unsignedInt'))).not.toContain(iri('unsignedByte'));
    // The intersection contains only zero.
    expect(all(type('nonPositiveInteger'), type('nonNegativeInteger'))).toEqual(
      expect.arrayContaining(['byte', 'unsignedByte', 'short', 'nonPositiveInteger'].map(iri)),
    );
    expect(all()).toEqual([iri('rdfs:Literal')]);
    expect(all(type('string'), type('boolean'))).toEqual(datatypes.KNOWN_DATATYPES);
  });

  test('relations between ranges hold for random values', () => {
    fc.assert(
      fc.property(anyRange, anyRange, fc.array(anyValue, { minLength: 1, maxLength: 8 }), (a, b, values) => {
        const sub = evaluator.isSubRange(a, b);
        const disjoint = evaluator.areDisjoint(a, b);
        const around = evaluator.datatypesContaining([a, b]);
        const never = and(a, not(a));
        const [one, other] = [or(a, b), not(and(not(a), not(b)))];
        for (const value of values) {
          const inA = evaluator.test(a, value);
          const inB = evaluator.test(b, value);
          if (evaluator.isEmpty(a)) expect(inA).not.toBe(true);
          if (sub && inA) expect(inB).not.toBe(false);
          if (disjoint && inA) expect(inB).not.toBe(true);
          if (inA && inB)
            for (const datatype of around) expect(datatypes.isInDatatype(value, datatype)).not.toBe(false);
          expect(evaluator.test(never, value)).not.toBe(true);
          expect(evaluator.test(one, value)).toBe(evaluator.test(other, value));
        }
      }),
      { numRuns: 250 },
    );
  });

  test('an enumeration is a subrange of a range that contains its values', () => {
    fc.assert(
      fc.property(anyRange, fc.array(anyValue, { maxLength: 4 }), (range, values) => {
        const literals = values.map(datatypes.canonicalLiteral);
        const enumeration = oneOf(...literals);
        if (evaluator.isSubRange(enumeration, range))
          for (const v of values) expect(evaluator.test(range, v)).not.toBe(false);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('problems', () => {
  test.each<[string, DataRange, RegExp]>([
    [
      'a facet of another datatype',
      count('length', 3, 'integer'),
      /xsd:integer has no facet length; it has xsd:minInclusive/,
    ],
    ['no facets', count('length', 3, 'boolean'), /xsd:boolean has no facets/],
    [
      'a bound of another datatype',
      limited('double', ['minInclusive', lit('1', 'integer')]),
      /a bound of xsd:double must be a value of xsd:double/,
    ],
    [
      'an ill-typed bound',
      limited('integer', ['minInclusive', lit('x', 'integer')]),
      /"x", is not a valid xsd:integer/,
    ],
    ['an invalid bound', limited('integer', ['minInclusive', lit('x')]), /needs a number/],
    ['a negative length', limited('string', ['length', lit('-1', 'integer')]), /not a non-negative integer/],
    ['zero digits', limited('decimal', ['totalDigits', lit('0', 'integer')]), /not a positive integer/],
    ['an invalid pattern', text('pattern', '(a'), /"\(a" cannot be checked: .* not closed/],
    ['an invalid language range', text('rdf:langRange', 'en-*', 'rdf:PlainLiteral'), /basic language range/],
    ['an unknown facet', limited('string', ['http://example.org/f', lit('1')]), /is not a known facet/],
    ['an ill-typed value', oneOf(lit('x', 'integer')), /"x" is not a literal of/],
  ])('%s', (_, range, expected) => {
    expect(evaluator.problems(range).join('\n')).toMatch(expected);
    expect(evaluator.problems(and(type('rdfs:Literal'), not(range))).join('\n')).toMatch(expected);
  });

  test('circular definitions', () => {
    const circle = new RangeEvaluator(
      new Map<string, DataRange>([
        ['urn:/a', and(type('urn:/b'), type('integer'))],
        ['urn:/b', not(type('urn:/a'))],
        ['urn:/c', type('urn:/c')],
      ]),
    );
    const a = type('urn:/a');
    expect(circle.problems(a)).toEqual(['the definition of <urn:/a> leads back to itself']);
    expect(circle.test(a, val('1', 'integer'))).toBeUndefined();
    expect(circle.test(a, val('x'))).toBe(false);
    expect(circle.test(type('urn:/c'), val('x'))).toBeUndefined();
  });

  test('work is bounded for definitions that use each other twice and for deep nesting', () => {
    const many = new Map<string, DataRange>();
    for (let i = 0; i < 60; i++) {
      const next: DataRange = { kind: 'Datatype', iri: `urn:${i + 1}` };
      many.set(`urn:${i}`, and(next, or(next, next)));
    }
    many.set('urn:60', type('byte'));
    const chain = new RangeEvaluator(many);
    const first: DataRange = { kind: 'Datatype', iri: 'urn:0' };
    expect(chain.test(first, val('5', 'integer'))).toBe(true);
    expect(chain.test(first, val('500', 'integer'))).toBe(false);
    expect(chain.isSubRange(first, type('short'))).toBe(true);

    let deep: DataRange = type('byte');
    for (let i = 0; i < 100_000; i++) deep = not(deep);
    expect(evaluator.test(deep, val('5', 'integer'))).toBeUndefined();
    expect(evaluator.problems(deep).join()).toMatch(/nested more than/);
    expect(rangeKey(deep)).toBe(rangeKey(deep));
  });
});

test('equal ranges have equal keys in any order of parts and with any literals of their values', () => {
  const a = limited('integer', ['minInclusive', lit('1', 'integer')], ['maxInclusive', lit('9', 'integer')]);
  const b = limited('integer', ['maxInclusive', lit('9.0', 'decimal')], ['minInclusive', lit('+1', 'byte')]);
  expect(rangeKey(a)).toBe(rangeKey(b));
  expect(rangeKey(or(a, type('string')))).toBe(rangeKey(or(type('string'), b)));
  expect(rangeKey(oneOf(lit('1', 'integer'), lit('a')))).toBe(rangeKey(oneOf(lit('a'), lit('1.0', 'decimal'))));
  const keys = [
    a,
    adult,
    or(a, adult),
    and(a, adult),
    not(a),
    type('integer'),
    oneOf(lit('1')),
    oneOf(lit('1', 'integer')),
  ];
  expect(new Set(keys.map((range) => rangeKey(range))).size).toBe(keys.length);
});

test('ranges with equal keys give equal answers', () => {
  fc.assert(
    fc.property(anyRange, anyRange, anyValue, (a, b, value) => {
      const other = or(not(not(b)), a);
      const one = or(a, not(not(b)));
      expect(rangeKey(one)).toBe(rangeKey(other));
      expect(evaluator.test(one, value)).toBe(evaluator.test(other, value));
    }),
  );
});

/** Well-typedness of literals and identity of their values. */
import fc from 'fast-check';
import { datatypes } from '../../../src/ontology';
import { anyLiteral, anyValue, iri, key, lit, parse, tagged, val } from '../../support/ontology/literals';
import { runs } from '../../support/runs';

const { areDifferent, canonicalLiteral, isInDatatype, parseLiteral, valueKey } = datatypes;

/** datatype → [well-typed], [ill-typed] */
const LEXICAL: Record<string, readonly [readonly string[], readonly string[]]> = {
  integer: [
    ['0', '-0', '+7', '007', '9'.repeat(400)],
    ['', '+', '1.', '1.0', '1e1', ' 1', '1 ', '0x1', '١', '1_0'],
  ],
  decimal: [
    ['1.', '.5', '+00.50', '-1'],
    ['.', '1e3', 'INF', '1,5', ''],
  ],
  positiveInteger: [
    ['1', '+1'],
    ['0', '-1'],
  ],
  nonNegativeInteger: [['0', '-0'], ['-1']],
  negativeInteger: [['-1'], ['0', '-0']],
  nonPositiveInteger: [['0', '-1'], ['1']],
  byte: [
    ['-128', '127', '+0000000000127'],
    ['-129', '128', '9'.repeat(99)],
  ],
  unsignedByte: [
    ['0', '255'],
    ['-1', '256'],
  ],
  unsignedLong: [['18446744073709551615'], ['18446744073709551616']],
  long: [
    ['-9223372036854775808', '9223372036854775807'],
    ['9223372036854775808', '-9223372036854775809'],
  ],
  'owl:rational': [
    ['1/3', '-2/4', '+0/7', '1/007'],
    ['1', '1/0', '1/-3', '1/+3', '1.0/3', '1 / 3'],
  ],
  'owl:real': [[], ['1', '0.5', 'pi']],
  double: [
    ['1', '1.', '.1', '1e9', '-1.5E-3', 'INF', '+INF', '-INF', 'NaN', '1.7976931348623157e308', '4e-324', '0e999'],
    ['', 'inf', 'Infinity', '1e', 'e1', '-NaN', '1e309', '-1e309', '1e-400', '0x10', '1 '],
  ],
  float: [
    ['3.4028234e38', '1e-45', '0.0', '-0'],
    ['3.5e38', '1e-46', '1d'],
  ],
  boolean: [
    ['true', 'false', '1', '0'],
    ['TRUE', 'True', 'yes', '', '10', ' true'],
  ],
  string: [
    ['', ' ', 'a\nb', '\u0001', '😀'],
    ['\u0000', '\ud800', '\uffff'],
  ],
  normalizedString: [
    ['', ' a  b '],
    ['a\tb', 'a\nb', 'a\r'],
  ],
  token: [
    ['', 'a b'],
    [' a', 'a ', 'a  b', 'a\tb'],
  ],
  language: [
    ['en', 'de-AT-1996', 'x-klingon'],
    ['', 'e n', 'en_US', '1', 'abcdefghi', 'en-'],
  ],
  Name: [
    [':', 'a:b', '_x', 'né-1.0'],
    ['', '1a', '-a', 'a b'],
  ],
  NCName: [
    ['a', '_', 'ab.c'],
    ['a:b', ':', '.a'],
  ],
  NMTOKEN: [
    ['1a', '-', '.:'],
    ['', 'a b', ' a', 'a@'],
  ],
  hexBinary: [
    ['', '0a', 'Ff'],
    ['0', '0g', '0a 0b'],
  ],
  base64Binary: [
    ['', 'AA==', 'AAA=', 'AAAA', 'A A = ='],
    ['A', 'AAA', 'AB==', 'AAB=', '====', 'AA== ', 'A  AAA'],
  ],
  anyURI: [
    ['', 'a', '../b?c#d', 'http://exämple.org/a b', 'urn:a:b', '//host:80/', 'http://[::1]/', 'mailto:a@b.c', '#'],
    [':a', '1a:b', 'http://a/%zz', 'a#b#c', 'http://[x]/', 'a b:c'],
  ],
  dateTime: [
    ['2024-02-29T12:00:00', '-0001-01-01T00:00:00Z', '0000-01-01T00:00:00', '12345-01-01T24:00:00.00+14:00'],
    [
      '2023-02-29T12:00:00',
      '2024-02-29',
      '2024-2-29T12:00:00',
      '2024-01-01T24:00:01',
      '2024-01-01T12:00:60',
      '2024-01-01T12:00:00+14:01',
      '2024-01-01T12:00:00.',
      '24-01-01T00:00:00',
      '02024-01-01T00:00:00',
      '1900-02-29T00:00:00',
      '2024-01-01t12:00:00z',
    ],
  ],
  dateTimeStamp: [['2024-01-01T12:00:00-05:00', '2024-01-01T12:00:00Z'], ['2024-01-01T12:00:00']],
  date: [
    ['2024-02-29', '2024-01-01+05:30'],
    ['2024-02-30', '2024-01-01T00:00:00', '2024-13-01'],
  ],
  time: [
    ['12:00:00', '24:00:00Z', '23:59:59.999'],
    ['24:30:00', '1:00:00', '12:00'],
  ],
  gYear: [
    ['2024', '-0044', '0000Z'],
    ['24', '2024-01'],
  ],
  gYearMonth: [['2024-12'], ['2024-13', '2024']],
  gMonth: [['--12'], ['--13', '12']],
  gMonthDay: [
    ['--02-29', '--12-31Z'],
    ['--02-30', '--04-31'],
  ],
  gDay: [['---31'], ['---32', '--31']],
  duration: [
    ['P1Y', '-P1DT2H', 'PT0.5S', 'P1Y2M3DT4H5M6.7S'],
    ['P', 'PT', 'P1YT', '1Y', 'P1S', 'P-1Y', 'P1.5Y', 'P1M1Y'],
  ],
  dayTimeDuration: [
    ['P1D', 'PT1M', '-P1DT2S'],
    ['P1M', 'P1Y', 'P1DT'],
  ],
  yearMonthDuration: [
    ['P1Y2M', '-P3M'],
    ['P1D', 'P1YT1S', 'PT1M'],
  ],
  'rdf:XMLLiteral': [
    [
      '',
      'text',
      '<a b="c">&lt;<!-- c --></a><b/>',
      '<?pi data?>',
      '<x:a xmlns:x="urn:x" x:b="1"/>',
      '<![CDATA[<]]>',
      '&#x20AC;',
    ],
    [
      '<a>',
      '</a>',
      '<a></b>',
      '<a b=c/>',
      '<a b="1" b="2"/>',
      '&nbsp;',
      '&',
      'a ]]> b',
      '<x:a/>',
      '<!-- -- -->',
      '<?xml v?>',
      '<a b="<"/>',
      '<1/>',
      '&#0;',
      '<a xmlns:x=""/>',
      '<a xmlns:x="u" xmlns:y="u" x:b="" y:b=""/>',
    ],
  ],
  'rdf:PlainLiteral': [
    ['a@', 'a@en', 'a@b@de-AT', '@', 'a@x-private', 'a@i-klingon'],
    ['a', 'a@1', 'a@en-', 'a@e', 'a@en_US', '@ '],
  ],
  'rdf:langString': [[], ['a', 'a@en']],
  'rdf:JSON': [
    ['{"a": 1}', '1'],
    ['{a: 1}', ''],
  ],
  'http://example.org/unknown': [['', 'anything'], []],
};

describe('lexical spaces', () => {
  const rows = Object.entries(LEXICAL).flatMap(([datatype, [well, ill]]) => [
    ...well.map((text) => [datatype, text, true] as const),
    ...ill.map((text) => [datatype, text, false] as const),
  ]);
  test.each(rows)('%s %j: %p', (datatype, text, wellTyped) => {
    const value = parse(text, datatype);
    expect(value !== undefined).toBe(wellTyped);
    if (value) expect(isInDatatype(value, iri(datatype))).toBe(true);
  });
});

type Written = [text: string, datatype: string];

describe('identity', () => {
  test.each<[Written, Written]>([
    [
      ['1', 'integer'],
      ['1.0', 'decimal'],
    ],
    [
      ['+007', 'byte'],
      ['7', 'unsignedLong'],
    ],
    [
      ['-0', 'integer'],
      ['0.00', 'decimal'],
    ],
    [
      ['2/4', 'owl:rational'],
      ['0.5', 'decimal'],
    ],
    [
      ['6/3', 'owl:rational'],
      ['2', 'short'],
    ],
    [
      ['10/6', 'owl:rational'],
      ['5/3', 'owl:rational'],
    ],
    [
      ['1e1', 'double'],
      ['10.0', 'double'],
    ],
    [
      ['0.1', 'float'],
      ['0.100000001', 'float'],
    ],
    [
      ['NaN', 'double'],
      ['NaN', 'double'],
    ],
    [
      ['+INF', 'float'],
      ['INF', 'float'],
    ],
    [
      ['a', 'token'],
      ['a', 'string'],
    ],
    [
      ['a@', 'rdf:PlainLiteral'],
      ['a', 'string'],
    ],
    [
      ['a@EN-us', 'rdf:PlainLiteral'],
      ['a@en-US', 'rdf:PlainLiteral'],
    ],
    [
      ['1', 'boolean'],
      ['true', 'boolean'],
    ],
    [
      ['ab', 'hexBinary'],
      ['AB', 'hexBinary'],
    ],
    [
      ['A A A A', 'base64Binary'],
      ['AAAA', 'base64Binary'],
    ],
    [
      ['2024-01-01T24:00:00Z', 'dateTime'],
      ['2024-01-02T00:00:00.0+00:00', 'dateTimeStamp'],
    ],
    [
      ['2024-01-01T00:00:00-00:00', 'dateTime'],
      ['2024-01-01T00:00:00Z', 'dateTime'],
    ],
    [
      ['24:00:00', 'time'],
      ['00:00:00', 'time'],
    ],
    [
      ['P1Y', 'duration'],
      ['P12M', 'yearMonthDuration'],
    ],
    [
      ['P1D', 'dayTimeDuration'],
      ['PT24H', 'duration'],
    ],
    [
      ['-P0Y', 'duration'],
      ['PT0S', 'dayTimeDuration'],
    ],
    [
      ['<a b="1" c=\'2\'/>', 'rdf:XMLLiteral'],
      ['<a  c="2" b="1"></a >', 'rdf:XMLLiteral'],
    ],
    [
      ['<![CDATA[a<b]]>', 'rdf:XMLLiteral'],
      ['a&#60;b', 'rdf:XMLLiteral'],
    ],
  ])('%p is %p', (a, b) => {
    expect(key(...a)).toBe(key(...b));
    expect(areDifferent(val(...a), val(...b))).toBe(false);
  });

  test.each<[Written, Written]>([
    [
      ['1', 'integer'],
      ['1', 'double'],
    ],
    [
      ['1', 'double'],
      ['1', 'float'],
    ],
    [
      ['0', 'double'],
      ['-0', 'double'],
    ],
    [
      ['9007199254740993', 'integer'],
      ['9007199254740992', 'integer'],
    ],
    [
      ['0.1', 'decimal'],
      ['0.1000000000000000055511151231257827', 'decimal'],
    ],
    [
      ['a', 'string'],
      ['a', 'anyURI'],
    ],
    [
      ['a', 'string'],
      ['a@en', 'rdf:PlainLiteral'],
    ],
    [
      ['00', 'hexBinary'],
      ['AA==', 'base64Binary'],
    ],
    [
      ['1', 'boolean'],
      ['1', 'integer'],
    ],
    [
      ['1956-06-25T04:00:00-05:00', 'dateTime'],
      ['1956-06-25T10:00:00+01:00', 'dateTime'],
    ],
    [
      ['2024-01-01T00:00:00', 'dateTime'],
      ['2024-01-01T00:00:00Z', 'dateTime'],
    ],
    [
      ['2024', 'gYear'],
      ['2024', 'integer'],
    ],
    [
      ['P1M', 'duration'],
      ['P30D', 'duration'],
    ],
    [
      ['<a/>', 'rdf:XMLLiteral'],
      ['<b/>', 'rdf:XMLLiteral'],
    ],
    [
      ['<a>x</a>', 'rdf:XMLLiteral'],
      ['<a> x</a>', 'rdf:XMLLiteral'],
    ],
  ])('%p is not %p', (a, b) => {
    expect(key(...a)).not.toBe(key(...b));
    expect(areDifferent(val(...a), val(...b))).toBe(true);
  });

  test('language tags are case-insensitive', () => {
    const keys = [tagged('a', 'EN-gb'), tagged('a', 'en-GB'), lit('a@en-gb', 'rdf:PlainLiteral')].map((literal) =>
      valueKey(parseLiteral(literal)!),
    );
    expect(new Set(keys).size).toBe(1);
  });

  test('values of unknown datatypes may be equal, never certainly different', () => {
    const unknown = 'http://example.org/unknown';
    expect(key('a', unknown)).toBe(key('a', unknown));
    expect(areDifferent(val('a', unknown), val('b', unknown))).toBe(false);
    expect(areDifferent(val('a', unknown), val('a'))).toBe(false);
    expect(areDifferent(val('{}', 'rdf:JSON'), val('{ }', 'rdf:JSON'))).toBe(false);
    expect(areDifferent(val('1', 'rdf:JSON'), val('1', 'integer'))).toBe(true);
  });

  test('every value has a canonical literal that denotes it', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const again = parseLiteral(canonicalLiteral(value));
        expect(again && valueKey(again)).toBe(valueKey(value));
      }),
      { numRuns: runs(1000) },
    );
  });

  test.each([
    ['+01.50', 'decimal', '1.5', 'decimal'],
    ['7.0', 'decimal', '7', 'integer'],
    ['-6/8', 'owl:rational', '-0.75', 'decimal'],
    ['2/6', 'owl:rational', '1/3', 'owl:rational'],
    ['12.5', 'double', '1.25E1', 'double'],
    ['-0', 'float', '-0.0E0', 'float'],
    ['2024-02-28T24:00:00.00-05:00', 'dateTime', '2024-02-29T00:00:00-05:00', 'dateTime'],
    ['-0001-12-31T24:00:00', 'dateTime', '0000-01-01T00:00:00', 'dateTime'],
    ['P14MT90.50S', 'duration', 'P1Y2MT1M30.5S', 'duration'],
    ['ab', 'hexBinary', 'AB', 'hexBinary'],
  ])('the canonical literal of %s (%s) is %s (%s)', (text, datatype, canonical, canonicalDatatype) => {
    expect(canonicalLiteral(val(text, datatype))).toEqual(lit(canonical, canonicalDatatype));
  });
});

describe('numbers', () => {
  test('integers and decimals agree with exact arithmetic', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.nat(60), fc.nat(5), (unscaled, scale, zeros) => {
        const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
        const sign = unscaled < 0n ? '-' : '';
        const text = `${sign}${'0'.repeat(zeros)}${digits.slice(0, digits.length - scale)}.${digits.slice(digits.length - scale)}${'0'.repeat(zeros)}`;
        const value = val(text, 'decimal');
        if (value.kind !== 'number') throw new Error('not a number');
        expect(value.numerator * 10n ** BigInt(scale)).toBe(unscaled * value.denominator);
        expect(valueKey(value)).toBe(key(`${unscaled}/1${'0'.repeat(scale)}`, 'owl:rational'));
      }),
    );
  });

  test('doubles agree with JavaScript', () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (double) => {
        const value = val(Object.is(double, -0) ? '-0' : double.toExponential(), 'double');
        expect(value).toEqual({ kind: 'double', value: double });
      }),
    );
  });

  test('floats are rounded once: a text near the midpoint of two floats goes to its own side', () => {
    // 1 + 2^-24 is the midpoint of 1 and the next float; the further digits are too small for a double.
    const middle = '1.000000059604644775390625';
    const next = 1 + 2 ** -23;
    expect(val(middle, 'float')).toEqual({ kind: 'float', value: 1 });
    expect(val(`${middle}${'0'.repeat(40)}1`, 'float')).toEqual({ kind: 'float', value: next });
    expect(val(`-${middle}${'0'.repeat(40)}1`, 'float')).toEqual({ kind: 'float', value: -next });
    expect(val(`0.${'0'.repeat(4)}1000000059604644775390625001e5`, 'float')).toEqual({ kind: 'float', value: next });
    // 1 + 3·2^-24 is the midpoint of an odd and an even float; below it, the odd one is nearest.
    const upper = '1.000000178813934326171875';
    expect(val(upper, 'float')).toEqual({ kind: 'float', value: 1 + 2 ** -22 });
    expect(val(`${upper.slice(0, -1)}4${'9'.repeat(40)}`, 'float')).toEqual({ kind: 'float', value: next });
  });

  test('a million digits are parsed quickly', () => {
    const start = performance.now();
    const million = '7'.repeat(1_000_000);
    expect(parse(million, 'byte')).toBeUndefined();
    expect(valueKey(val(`${million.slice(1)}.`, 'decimal'))).toHaveLength(1_000_006);
    // Longer numbers are opaque.
    expect(val(`${million}1`, 'integer').kind).toBe('opaque');
    expect(parse(`${million}1`, 'long')).toBeUndefined();
    expect(parse('1e-99999999999999999999', 'double')).toBeUndefined();
    expect(parse(`a@en${'-a'.repeat(500_000)}`, 'rdf:PlainLiteral')).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

describe('moments', () => {
  test('agree with JavaScript', () => {
    const date = fc.date({
      min: new Date('0000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (moment) => {
        const value = val(moment.toISOString(), 'dateTime');
        if (value.kind !== 'time') throw new Error('not a moment');
        expect(value.seconds.numerator * 1000n).toBe(BigInt(moment.getTime()) * value.seconds.denominator);
        expect(Date.parse(canonicalLiteral(value).value)).toBe(moment.getTime());
      }),
    );
  });
});

test('parsing never throws', () => {
  const names = Object.keys(LEXICAL);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...names), (text, datatype) => {
      const value = parse(text, datatype);
      if (value) expect(typeof valueKey(value)).toBe('string');
    }),
    { numRuns: runs(1000) },
  );
  fc.assert(fc.property(anyLiteral, (literal) => void parseLiteral(literal)));
});

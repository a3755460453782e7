/** Values: literals, conversions, order, JSON. Expectations come from a running Dgraph v25.4 or from Go's packages. */
import fc from 'fast-check';
import { compareStrings } from '../../../src/embedded/values/compare';
import {
  compareValues,
  compareWith,
  convert,
  jsonString,
  jsonValue,
  parseLiteral,
  ValueError,
  type Value,
  type ValueType,
} from '../../../src/embedded/values';

const json = (text: string, type: ValueType): string | undefined => jsonValue(parseLiteral(text, type));

describe('literals', () => {
  it.each([
    ['12', 'int', '12'],
    ['-7', 'int', '-7'],
    ['9007199254740993', 'int', '9007199254740993'],
    ['9223372036854775807', 'int', '9223372036854775807'],
    ['1000000', 'float', '1e+06'],
    ['123456', 'float', '123456'],
    ['0.00001', 'float', '1e-05'],
    ['1.5', 'float', '1.5'],
    ['2006', 'datetime', '"2006-01-01T00:00:00Z"'],
    ['2006-03', 'datetime', '"2006-03-01T00:00:00Z"'],
    ['2006-03-04', 'datetime', '"2006-03-04T00:00:00Z"'],
    ['2006-03-04T05:06:07', 'datetime', '"2006-03-04T05:06:07Z"'],
    ['2006-03-04T05:06:07.120+05:30', 'datetime', '"2006-03-04T05:06:07.12+05:30"'],
    ['0001-01-01T00:00:00Z', 'datetime', '"0001-01-01T00:00:00Z"'],
    ['{"type":"Point","coordinates":[1.10,2]}', 'geo', '{"type":"Point","coordinates":[1.1,2]}'],
    ['[1.5, 2]', 'float32vector', '[1.5E+00,2E+00]'],
    ['1234567.5', 'bigfloat', '1.2345675e+06'],
    ['123456789012345678901234567890.123', 'bigfloat', '1.23456789012345678901234567890123e+29'],
    ['0.1', 'bigfloat', '0.1'],
    ['1e-5', 'bigfloat', '1e-05'],
  ] as const)('reads %s as %s', (text, type, expected) => {
    expect(json(text, type)).toBe(expected);
  });

  it.each([
    ['x', 'int', 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['9223372036854775808', 'int', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
    ['1.5', 'int', 'strconv.ParseInt: parsing "1.5": invalid syntax'],
    ['x', 'float', 'strconv.ParseFloat: parsing "x": invalid syntax'],
    ['NaN', 'float', 'Got invalid value: NaN'],
    ['maybe', 'bool', 'strconv.ParseBool: parsing "maybe": invalid syntax'],
    ['20o6', 'datetime', 'parsing time "20o6" as "2006": cannot parse "20o6" as "2006"'],
    ['2006-13', 'datetime', 'parsing time "2006-13": month out of range'],
    ['[1,x]', 'float32vector', 'cannot convert [1,x] to vfloat'],
    ['short', 'password', 'Password too short, i.e. should have at least 6 chars'],
  ] as const)('refuses %s as %s', (text, type, message) => {
    expect(() => parseLiteral(text, type)).toThrow(new ValueError(message));
  });

  it('refuses an exponent that would take too long', () => {
    expect(() => parseLiteral('1e999999999', 'bigfloat')).toThrow(ValueError);
  });
});

describe('conversion', () => {
  const cases: [Value, ValueType, Value][] = [
    [{ type: 'int', value: 3 }, 'float', { type: 'float', value: 3 }],
    [{ type: 'int', value: 0 }, 'bool', { type: 'bool', value: false }],
    [{ type: 'float', value: 3.9 }, 'int', { type: 'int', value: 3 }],
    [{ type: 'float', value: 1e21 }, 'string', { type: 'string', value: '1E+21' }],
    [{ type: 'bool', value: true }, 'string', { type: 'string', value: 'true' }],
    [{ type: 'int', value: 60 }, 'datetime', { type: 'datetime', value: { seconds: 60, nanos: 0, offset: 0 } }],
    [parseLiteral('1970-01-01T00:00:01.5Z', 'datetime'), 'float', { type: 'float', value: 1.5 }],
    [
      parseLiteral('{"type":"Point","coordinates":[1,2]}', 'geo'),
      'string',
      { type: 'string', value: "{'type':'Point','coordinates':[1,2]}" },
    ],
  ];
  it.each(cases)('of %j to %s', (from, to, expected) => {
    expect(convert(from, to)).toEqual(expected);
  });

  it('names the types of an impossible conversion', () => {
    expect(() => convert({ type: 'bool', value: true }, 'datetime')).toThrow('Cannot convert bool to type datetime');
    expect(() => convert({ type: 'float', value: 1e300 }, 'int')).toThrow('Float out of int64 range');
  });
});

describe('order', () => {
  it('is that of UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareStrings(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
    );
  });

  it('handles integers beyond doubles', () => {
    const a = parseLiteral('9007199254740993', 'int');
    const b = parseLiteral('9007199254740992', 'int');
    expect(compareWith('gt', a, b)).toBe(true);
    expect(compareWith('eq', a, b)).toBe(false);
  });

  it('does not compare different types', () => {
    expect(compareValues({ type: 'int', value: 1 }, { type: 'float', value: 1 })).toBeUndefined();
    expect(compareWith('ge', { type: 'bool', value: true }, { type: 'bool', value: true })).toBe(false);
    expect(compareWith('eq', { type: 'bool', value: true }, { type: 'bool', value: true })).toBe(true);
  });

  it('compares instants, whatever their offsets', () => {
    const a = parseLiteral('2020-01-01T01:00:00+01:00', 'datetime');
    const b = parseLiteral('2020-01-01T00:00:00Z', 'datetime');
    expect(compareWith('eq', a, b)).toBe(true);
  });

  it('compares bigfloats by size', () => {
    const sorted = ['-1e30', '-2', '-1.5', '0', '0.1', '0.10000000000000000000000001', '3', '1e40'];
    for (let i = 1; i < sorted.length; i++) {
      const order = compareValues(parseLiteral(sorted[i - 1]!, 'bigfloat'), parseLiteral(sorted[i]!, 'bigfloat'));
      expect(order).toBeLessThan(0);
    }
  });
});

describe('JSON', () => {
  it('escapes as Go does', () => {
    expect(jsonString('a<b>&"\\\n\b\u2028é😀')).toBe('"a\\u003cb\\u003e\\u0026\\"\\\\\\n\\u0008\\u2028é😀"');
  });

  it('always parses back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(jsonString(text))).toBe(text);
      }),
    );
  });

  it('leaves out values without a JSON form', () => {
    expect(jsonValue({ type: 'float', value: Infinity })).toBeUndefined();
  });
});

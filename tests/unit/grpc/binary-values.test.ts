import {
  readBigFloat,
  readFloat,
  readGeometry,
  readInteger,
  readTime,
  readVector,
} from '../../../src/grpc/binary-values';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

// Bytes of Go's MarshalBinary and GobEncode.
it.each([
  ['UTC', '01 0000000ebb4b37e5 00000000 ffff', '2006-01-02T15:04:05Z'],
  ['an offset, which the instant includes', '01 0000000ebb4b37e5 1dcd6500 003c', '2006-01-02T15:04:05.5Z'],
  ['a nanosecond', '01 0000000ebb4b37e5 00000001 ffff', '2006-01-02T15:04:05.000000001Z'],
])('reads a time: %s', (_name, bytes, expected) => expect(readTime(hex(bytes))).toBe(expected));

it('refuses what is no time', () => {
  expect(() => readTime(hex('07 0000000ebb4b37e5 00000000 ffff'))).toThrow(RangeError);
  expect(() => readTime(hex('01'))).toThrow(RangeError);
});

it.each([
  // 1.5 = 0.75 · 2^1: mantissa 0.11 in binary.
  ['1.5', '01 0a 00000035 00000001 c000000000000000', '1.5'],
  ['-3', '01 0b 00000035 00000002 c000000000000000', '-3'],
  ['0.125', '01 0a 00000035 fffffffe 8000000000000000', '0.125'],
  ['2^70', '01 0a 00000035 00000047 8000000000000000', String(2n ** 70n)],
  ['0', '01 08 00000035', '0'],
])('reads the decimal %s', (_name, bytes, expected) => expect(readBigFloat(hex(bytes))).toBe(expected));

it('refuses infinity and huge exponents', () => {
  expect(() => readBigFloat(hex('01 0c 00000035'))).toThrow('finite');
  expect(() => readBigFloat(hex('01 0a 00000035 7fffffff 8000000000000000'))).toThrow('exponent');
});

it('reads vectors, integers and floats', () => {
  expect(readVector(hex('0000803f 000020c0'))).toBe('[1, -2.5]');
  expect(readInteger(hex('feffffffffffffff'))).toBe('-2');
  expect(readFloat(hex('000000000000f83f'))).toBe('1.5');
  expect(readFloat(hex('0000000000000840'))).toBe('3.0');
});

it('reads geometries in both byte orders', () => {
  const point = '01 01000000 000000000000f03f 0000000000000040';
  expect(JSON.parse(readGeometry(hex(point)))).toEqual({ type: 'Point', coordinates: [1, 2] });
  const big = '00 00000001 3ff0000000000000 4000000000000000';
  expect(JSON.parse(readGeometry(hex(big)))).toEqual({ type: 'Point', coordinates: [1, 2] });
  const many = `01 04000000 02000000 ${point} ${point}`;
  const expected = {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [1, 2],
    ],
  };
  expect(JSON.parse(readGeometry(hex(many)))).toEqual(expected);
});

it('refuses geometries that end early, without memory for what they promise', () => {
  expect(() => readGeometry(hex('01 02000000 ffffffff'))).toThrow(RangeError);
  expect(() => readGeometry(hex('01 63000000'))).toThrow('not supported');
});

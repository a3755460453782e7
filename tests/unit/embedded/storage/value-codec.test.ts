import * as fc from 'fast-check';
import { ByteWriter } from '../../../../src/embedded/storage/bytes';
import { getOrdered, putOrdered } from '../../../../src/embedded/storage/keys';
import { placeOf, readValue, sameValue, TYPE_CODES, writeValue } from '../../../../src/embedded/storage/value-codec';
import type { Value } from '../../../../src/embedded/values';

const position = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
);
const ring = fc.array(position, { minLength: 4, maxLength: 6 });
const value: fc.Arbitrary<Value> = fc.oneof(
  fc.record({
    type: fc.constantFrom('string' as const, 'default' as const, 'password' as const),
    value: fc.string({ unit: 'grapheme' }),
  }),
  fc.record({ type: fc.constant('int' as const), value: fc.oneof(fc.integer(), fc.maxSafeInteger()) }),
  fc.constantFrom<Value>(
    { type: 'int', value: -(2n ** 63n) },
    { type: 'int', value: 2n ** 63n - 1n },
    { type: 'int', value: 2 ** 51 },
    { type: 'int', value: -(2 ** 51) - 1 },
  ),
  fc.record({ type: fc.constant('float' as const), value: fc.double({ noNaN: true }) }),
  fc.record({ type: fc.constant('bool' as const), value: fc.boolean() }),
  fc.record({
    type: fc.constant('datetime' as const),
    value: fc.record({
      seconds: fc.integer({ min: -62135596800, max: 253402300799 }),
      nanos: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 999_999_999 })),
      offset: fc.oneof(
        fc.constant(0),
        fc.integer({ min: -720, max: 840 }).filter((o) => o !== -1),
      ),
    }),
  }),
  fc.record({
    type: fc.constant('bigfloat' as const),
    value: fc.constantFrom('1.5', '-1e+100', '12345678901234567890.123'),
  }),
  fc.record({ type: fc.constant('float32vector' as const), value: fc.float32Array({ noNaN: true }) }),
  fc.record({ type: fc.constant('binary' as const), value: fc.uint8Array().map((bytes) => Buffer.from(bytes)) }),
  fc
    .oneof(
      position.map((coordinates) => ({ type: 'Point', coordinates: coordinates })),
      ring.map((coordinates) => ({ type: 'LineString', coordinates: coordinates })),
      fc
        .array(ring, { minLength: 1, maxLength: 2 })
        .map((coordinates) => ({ type: 'Polygon', coordinates: coordinates })),
      fc.array(fc.array(ring, { minLength: 1, maxLength: 2 }), { maxLength: 2 }).map((coordinates) => ({
        type: 'MultiPolygon',
        coordinates: coordinates,
      })),
      position.map(([x, y]) => ({ type: 'Point', coordinates: [x, y, 12] as unknown })),
    )
    .map((geometry) => ({ type: 'geo' as const, value: geometry })),
);

describe('values as bytes', () => {
  it('round-trip at any offset', () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 9 }), (original, offset) => {
        const out = new ByteWriter(8);
        for (let i = 0; i < offset; i++) out.u8(0xaa);
        writeValue(out, original);
        const end = out.length;
        out.u8(0xbb);
        expect(readValue(TYPE_CODES[original.type], out.bytes, offset, end)).toEqual(original);
        expect(sameValue(original, readValue(TYPE_CODES[original.type], out.bytes, offset, end))).toBe(true);
      }),
    );
  });

  it('have the places of Dgraph', () => {
    const hex = (v: Value, list: boolean): string => Buffer.from(placeOf(v, '', list), 'latin1').toString('hex');
    // FarmHash64 of the text.
    expect(hex({ type: 'string', value: 'Person' }, true)).toBe('75f25117b1d56ea6');
    expect(hex({ type: 'string', value: 'Person' }, false)).toBe('ffffffffffffffff');
  });
});

describe('ordered numbers', () => {
  it('round-trip, and sort as numbers do', () => {
    const n = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.maxSafeNat());
    fc.assert(
      fc.property(n, n, (a, b) => {
        const [x, y] = [a, b].map((m) => putOrdered(new ByteWriter(16), m).copy()) as [Buffer, Buffer];
        expect([getOrdered(x, 0), getOrdered(y, 0)]).toEqual([a, b]);
        expect(Math.sign(x.compare(y))).toBe(Math.sign(a - b));
      }),
    );
  });
});

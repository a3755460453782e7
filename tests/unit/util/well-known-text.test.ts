import fc from 'fast-check';
import { printWellKnownText, readWellKnownText } from '../../../src/util/well-known-text';

const number = fc.oneof(fc.integer({ min: -180, max: 180 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
const positions = (size: number) => fc.tuple(...Array.from({ length: size }, () => number.map((n) => n + 0)));
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 4 });
const geometry = fc.constantFrom(2, 3).chain((size) => {
  const position = positions(size);
  return fc.oneof(
    fc.record({ type: fc.constant('Point'), coordinates: position }),
    fc.record({ type: fc.constantFrom('LineString', 'MultiPoint'), coordinates: list(position) }),
    fc.record({ type: fc.constantFrom('Polygon', 'MultiLineString'), coordinates: list(list(position)) }),
    fc.record({ type: fc.constant('MultiPolygon'), coordinates: list(list(list(position))) }),
  );
});

describe('well-known text', () => {
  it('of a geometry is read as the same geometry', () => {
    fc.assert(fc.property(geometry, (each) => expect(readWellKnownText(printWellKnownText(each)!)).toEqual(each)));
  });

  it.each([
    ['POINT(1 2)', 'Point', [1, 2]],
    [' point\n( 1.5e1   -.5 ) ', 'Point', [15, -0.5]],
    ['POINT Z (1 2 3)', 'Point', [1, 2, 3]],
    ['POINTZ(1 2 3)', 'Point', [1, 2, 3]],
    [
      'MULTIPOINT((1 2), (3 4))',
      'MultiPoint',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'MULTIPOINT(1 2,3 4)',
      'MultiPoint',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'LineString(1 2,3 4)',
      'LineString',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT(1 2)', 'Point', [1, 2]],
    ['<http://www.opengis.net/def/crs/EPSG/0/4326> POINT(47 8)', 'Point', [8, 47]],
  ])('%j', (text, type, coordinates) => expect(readWellKnownText(text)).toEqual({ type, coordinates }));

  it.each([
    '',
    'POINT',
    'POINT EMPTY',
    'POINT(1)',
    'POINT 1 2',
    'POINT(1 2',
    'POINT(1 2) x',
    'POINT(1 2, 3 4)',
    'POINT Z (1 2)',
    'POINT M (1 2 3)',
    'POINT(1 2 3 4)',
    'POLYGON(1 2, 3 4)',
    'POLYGON EMPTY',
    'GEOMETRYCOLLECTION(POINT(1 2))',
    'CIRCLE(1 2)',
    '<http://www.opengis.net/def/crs/EPSG/0/28992> POINT(155000 463000)',
    '{"type":"Point","coordinates":[1,2]}',
  ])('%j is none that can be stored', (text) => expect(readWellKnownText(text)).toBeUndefined());

  it('takes time linear in its length', () => {
    const ring = Array.from({ length: 200_000 }, (_, i) => `${i} ${i}`).join(',');
    expect(readWellKnownText(`POLYGON((${ring}))`)).toMatchObject({ type: 'Polygon' });
    expect(readWellKnownText('('.repeat(200_000))).toBeUndefined();
    expect(readWellKnownText('A'.repeat(200_000))).toBeUndefined();
  });
});

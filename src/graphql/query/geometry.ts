/** Geometry in filters: objects of GraphQL → coordinates. */
import { isList, isObject, type Value } from '../request/values';

const member = (value: Value | undefined, key: string): Value | undefined => (isObject(value) ? value[key] : undefined);
const listOf = (value: Value | undefined): readonly Value[] => (isList(value) ? value : []);

export type Coordinates = readonly (number | Coordinates)[];

export const pointOf = (point: Value | undefined): Coordinates => [
  Number(member(point, 'longitude')),
  Number(member(point, 'latitude')),
];

export const polygonOf = (polygon: Value | undefined): Coordinates =>
  listOf(member(polygon, 'coordinates')).map((ring) => listOf(member(ring, 'points')).map(pointOf));

export const multiPolygonOf = (multiPolygon: Value | undefined): Coordinates =>
  listOf(member(multiPolygon, 'polygons')).map(polygonOf);

/** The first that is given of the shapes that a filter takes. */
export function shapeOf(value: Value): Coordinates | undefined {
  const shapes = { polygon: polygonOf, point: pointOf, multiPolygon: multiPolygonOf };
  for (const [key, read] of Object.entries(shapes)) {
    const given = member(value, key);
    if (isObject(given)) return read(given);
  }
  return undefined;
}

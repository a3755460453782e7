/** Geometry in filters: GraphQL objects → coordinates. */
import { isList, isObject, type Value } from '../request/values';

const member = (value: Value | undefined, key: string): Value | undefined => (isObject(value) ? value[key] : undefined);
const listOf = (value: Value | undefined): readonly Value[] => (isList(value) ? value : []);

type Coordinates = readonly (number | Coordinates)[];

export const pointOf = (point: Value | undefined): Coordinates => [
  Number(member(point, 'longitude')),
  Number(member(point, 'latitude')),
];

export const polygonOf = (polygon: Value | undefined): Coordinates =>
  listOf(member(polygon, 'coordinates')).map((ring) => listOf(member(ring, 'points')).map(pointOf));

export const multiPolygonOf = (multiPolygon: Value | undefined): Coordinates =>
  listOf(member(multiPolygon, 'polygons')).map(polygonOf);

/** Returns the first of the shapes that a filter may have. */
export function shapeOf(value: Value): Coordinates | undefined {
  const shapes = { polygon: polygonOf, point: pointOf, multiPolygon: multiPolygonOf };
  for (const [key, read] of Object.entries(shapes)) {
    const shape = member(value, key);
    if (isObject(shape)) return read(shape);
  }
  return undefined;
}

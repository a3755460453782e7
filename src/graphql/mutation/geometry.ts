/** Geometry of inputs → GeoJSON. */
import { multiPolygonOf, pointOf, polygonOf } from '../query/geometry';
import type { InputObject } from './input';

const READERS = { Point: pointOf, Polygon: polygonOf, MultiPolygon: multiPolygonOf };

export const geoJsonOf = (type: string, value: InputObject) => ({
  type,
  coordinates: READERS[type as keyof typeof READERS](value),
});

/** Which JSON values are GeoJSON geometries to Dgraph. */

/** How deep the coordinates of each geometry nest. */
const DEPTH: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** Is it a geometry with a type that Dgraph knows and coordinates of that type's shape? */
export function isGeometry(type: unknown, coordinates: unknown): boolean {
  if (typeof type !== 'string' || !Object.hasOwn(DEPTH, type)) return false;
  return nests(coordinates, DEPTH[type]!, { dimensions: 0 });
}

/** Arrays `depth` levels deep with positions at the bottom, all of as many numbers. */
function nests(value: unknown, depth: number, shape: { dimensions: number }): boolean {
  if (!Array.isArray(value)) return false;
  if (depth > 0) return value.every((item) => nests(item, depth - 1, shape));
  if (value.length < 2 || !value.every((n) => typeof n === 'number')) return false;
  shape.dimensions ||= value.length;
  return shape.dimensions === value.length;
}

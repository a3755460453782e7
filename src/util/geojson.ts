/** Shape of GeoJSON geometries (RFC 7946), apart from collections. */

/** Depth of the lists of positions by type of geometry. */
export const POSITION_DEPTH: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** Returns true if the first position of coordinates has a height. */
export function hasHeight(coordinates: readonly unknown[]): boolean {
  const [first] = coordinates;
  return Array.isArray(first) ? hasHeight(first) : coordinates.length > 2;
}

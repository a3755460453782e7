/** GeoJSON geometries → well-known text (OGC 06-103r4), for geo:wktLiteral. */

/** Returns a geometry as well-known text; undefined for one of another form. */
export function wellKnownText(geometry: unknown): string | undefined {
  const { type, coordinates, geometries } = (geometry ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof type !== 'string') return undefined;
  if (type === 'GeometryCollection') {
    const parts = Array.isArray(geometries) ? geometries.map(wellKnownText) : [undefined];
    return parts.every((part) => part !== undefined) ? `GEOMETRYCOLLECTION (${parts.join(', ')})` : undefined;
  }
  const depth = Object.hasOwn(DEPTH, type) ? DEPTH[type]! : undefined;
  const text = depth === undefined ? undefined : coordinatesText(coordinates, depth);
  return text === undefined ? undefined : `${type.toUpperCase()} ${depth === 0 ? `(${text})` : text}`;
}

/** Depth of the lists of positions. */
const DEPTH: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

function coordinatesText(value: unknown, depth: number): string | undefined {
  if (!Array.isArray(value)) return undefined;
  if (depth === 0) return value.every((each) => typeof each === 'number') ? value.slice(0, 2).join(' ') : undefined;
  const parts = value.map((each) => coordinatesText(each, depth - 1));
  return parts.every((part) => part !== undefined) ? `(${parts.join(', ')})` : undefined;
}

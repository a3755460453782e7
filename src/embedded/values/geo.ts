/** GeoJSON geometries: reading with the checks that Dgraph makes, and writing. */
import { ValueError } from './errors';
import type { Geometry } from './value';

/** How deep the coordinates of each kind of geometry are nested; a position is depth 0. */
const DEPTHS: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/**
 * Reads a GeoJSON geometry; single quotes may stand for double quotes.
 *
 * @throws ValueError `Error while unmarshalling: […] as geojson: …`.
 */
export function parseGeometry(text: string): Geometry {
  const refuse = (reason: string): ValueError =>
    new ValueError(`Error while unmarshalling: [${text}] as geojson: ${reason}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/'/g, '"'));
  } catch {
    throw refuse('invalid JSON');
  }
  if (typeof parsed !== 'object' || parsed === null) throw refuse('not an object');
  const { type, coordinates } = parsed as { type?: unknown; coordinates?: unknown };
  return checkGeometry(type, coordinates, refuse);
}

/** Checks the kind of the geometry and the shape of its coordinates. */
export function checkGeometry(type: unknown, coordinates: unknown, refuse: (reason: string) => ValueError): Geometry {
  const depth = typeof type === 'string' ? DEPTHS[type] : undefined;
  if (depth === undefined) {
    throw refuse(`geojson: unsupported geometry type: ${typeof type === 'string' ? type : JSON.stringify(type)}`);
  }
  if (!hasShape(coordinates, depth)) throw refuse(`the coordinates are not those of a ${type as string}`);
  return { type: type as string, coordinates };
}

function hasShape(coordinates: unknown, depth: number): boolean {
  if (!Array.isArray(coordinates)) return false;
  if (depth > 0) return coordinates.every((inner) => hasShape(inner, depth - 1));
  return coordinates.length >= 2 && coordinates.length <= 4 && coordinates.every((n) => typeof n === 'number');
}

/** `{"type":"Point","coordinates":[1.1,2]}`. */
export function formatGeometry(geometry: Geometry): string {
  return `{"type":${JSON.stringify(geometry.type)},"coordinates":${JSON.stringify(geometry.coordinates)}}`;
}

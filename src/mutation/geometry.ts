/** Geometries in requests: GeoJSON, or the well-known text of geo:wktLiteral. */
import { readWellKnownText } from '../util/well-known-text';

/** Returns a geometry in the form that engines read: GeoJSON for well-known text, any other text as it is. */
export function geometryText(value: string): string {
  const geometry = readWellKnownText(value);
  return geometry ? JSON.stringify(geometry) : value;
}

/** Returns true for GeoJSON of a polygon without a ring, or of several polygons with such a one. */
export function hasNoRings(text: string): boolean {
  if (!/polygon/i.test(text) || !/\[\s*\]/.test(text)) return false;
  let geometry: unknown;
  try {
    geometry = JSON.parse(text.replaceAll("'", '"'));
  } catch {
    return false;
  }
  const { type, coordinates } = (geometry ?? {}) as { readonly type?: unknown; readonly coordinates?: unknown };
  const isEmpty = (each: unknown): boolean => Array.isArray(each) && each.length === 0;
  if (type === 'Polygon') return isEmpty(coordinates);
  return type === 'MultiPolygon' && Array.isArray(coordinates) && coordinates.some(isEmpty);
}

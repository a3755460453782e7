/** GeoJSON geometries: parsing with Dgraph's checks, and formatting. */
import { geometryFault } from '../../dql';
import { ValueError } from './errors';
import type { Geometry } from './value';

/**
 * Parses a GeoJSON geometry; single quotes may stand for double quotes.
 *
 * @throws ValueError `Error while unmarshalling: […] as geojson: …`.
 */
export function parseGeometry(text: string): Geometry {
  const json = text.replace(/'/g, '"');
  const fault = geometryFault(json);
  if (fault !== undefined) throw new ValueError(`Error while unmarshalling: [${text}] as geojson: ${fault}`);
  const { type, coordinates } = JSON.parse(json) as Geometry;
  return { type, coordinates };
}

/** `{"type":"Point","coordinates":[1.1,2]}`. */
export function formatGeometry(geometry: Geometry): string {
  return `{"type":${JSON.stringify(geometry.type)},"coordinates":${JSON.stringify(geometry.coordinates)}}`;
}

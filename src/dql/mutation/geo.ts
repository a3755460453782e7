/** Recognition of GeoJSON geometries as in Dgraph, with its error messages. */
import { POSITION_DEPTH } from '../../util/geojson';

/** Returns true for a geometry of a type that Dgraph knows, with coordinates of that type's shape. */
export function isGeometry(type: unknown, coordinates: unknown): boolean {
  return typeFault(type) === undefined && coordinatesFault(type as string, coordinates) === undefined;
}

/**
 * Returns the reason for which a text is not a geometry, in the words of Go's JSON and of go-geom.
 *
 * @param text JSON, with double quotes
 */
export function geometryFault(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const first = text.trim()[0];
    if (first === undefined) return 'unexpected end of JSON input';
    return /[{["\d-]/.test(first) ? 'invalid JSON' : `invalid character '${first}' looking for beginning of value`;
  }
  if (!isObject(value)) return `json: cannot unmarshal ${kindOf(value)} into Go value of type geojson.Geometry`;
  const { type, coordinates } = value as { type?: unknown; coordinates?: unknown };
  return typeFault(type) ?? coordinatesFault(type as string, coordinates);
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string => {
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
};

function typeFault(type: unknown = ''): string | undefined {
  if (typeof type !== 'string') {
    return `json: cannot unmarshal ${kindOf(type)} into Go struct field Geometry.type of type string`;
  }
  return Object.hasOwn(POSITION_DEPTH, type) ? undefined : `geojson: unsupported type: ${type}`;
}

function coordinatesFault(type: string, coordinates: unknown): string | undefined {
  return fault(coordinates, POSITION_DEPTH[type]!, { dimensions: 0 });
}

/**
 * Returns the fault of coordinates, which must be arrays `depth` levels deep with positions of equal length at the
 * bottom.
 */
function fault(value: unknown, depth: number, shape: { dimensions: number }): string | undefined {
  if (!Array.isArray(value)) return unmarshal(value, `${'[]'.repeat(depth)}geom.Coord`);
  if (depth > 0) {
    for (const item of value) {
      const inner = fault(item, depth - 1, shape);
      if (inner !== undefined) return inner;
    }
    return undefined;
  }
  const other: unknown = value.find((n) => typeof n !== 'number');
  if (other !== undefined) return unmarshal(other, 'float64');
  if (value.length < 2) return `geojson: dimensionality too low (${value.length})`;
  shape.dimensions ||= value.length;
  if (shape.dimensions === value.length) return undefined;
  return `geom: stride mismatch, got ${value.length}, want ${shape.dimensions}`;
}

const unmarshal = (value: unknown, type: string): string =>
  `json: cannot unmarshal ${kindOf(value)} into Go value of type ${type}`;

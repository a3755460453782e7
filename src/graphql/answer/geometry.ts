/** GeoJSON → the selected fields of Point, Polygon and MultiPolygon. */
import type { Selection } from '../request/selection';

type Result = Readonly<Record<string, unknown>>;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** @returns undefined for a geometry that GraphQL lacks */
export function geometryOf({ type, coordinates }: Result, selections: readonly Selection[]): Result | undefined {
  if (!Array.isArray(coordinates)) return undefined;
  switch (type) {
    case 'Point':
      return point(coordinates, selections);
    case 'Polygon':
      return polygon(coordinates, selections);
    case 'MultiPolygon':
      return selected(selections, 'MultiPolygon', {
        polygons: ({ children }) => coordinates.map((each) => polygon(listOf(each), children)),
      });
    default:
      return undefined;
  }
}

const point = (coordinates: readonly unknown[], selections: readonly Selection[]): Result =>
  selected(selections, 'Point', { longitude: () => coordinates[0], latitude: () => coordinates[1] });

const polygon = (rings: readonly unknown[], selections: readonly Selection[]): Result =>
  selected(selections, 'Polygon', {
    coordinates: ({ children }) =>
      rings.map((ring) =>
        selected(children, 'PointList', {
          points: (points) => listOf(ring).map((each) => point(listOf(each), points.children)),
        }),
      ),
  });

function selected(
  selections: readonly Selection[],
  typename: string,
  fields: Readonly<Record<string, (selection: Selection) => unknown>>,
): Result {
  return Object.fromEntries(
    selections.map((selection) => [selection.key, fields[selection.name]?.(selection) ?? typename]),
  );
}

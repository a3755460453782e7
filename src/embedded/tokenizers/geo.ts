/**
 * Tokens of geometries: S2 cells of levels 5 to 16. A geometry is indexed by its covering cells (`c/…`) and by these
 * cells with all their parents (`p/…`), so that a query finds both contained and containing geometries.
 */
import { s2 } from 's2js';
import { ValueError } from '../values';
import type { Geometry } from '../values';

/** About 250 km by 380 km. */
const MIN_LEVEL = 5;
/** About 120 m by 180 m. */
const MAX_LEVEL = 16;
const MAX_CELLS = 18;

export type Position = readonly number[];
export type Ring = readonly Position[];
export type Loop = s2.Loop;
export type Point = s2.Point;

export function pointAt(position: Position): s2.Point {
  return s2.Point.fromLatLng(s2.LatLng.fromDegrees(position[1]!, position[0]!));
}

/**
 * Outer ring of a polygon as a loop around its smaller side; holes are ignored, as in Dgraph.
 *
 * @throws ValueError for a ring of fewer than four positions, and for an open ring.
 */
export function loopOf(polygon: readonly Ring[]): s2.Loop {
  const ring = polygon[0] ?? [];
  const last = ring.length - 1;
  if (ring.length < 4) throw new ValueError("Can't convert ring with less than 4 pts");
  if (ring[0]![0] !== ring[last]![0] || ring[0]![1] !== ring[last]![1]) {
    throw new ValueError('Last coordinate not same as first for polygon');
  }
  const points = (isClockwise(ring) ? [...ring].reverse() : ring).slice(0, last).map(pointAt);
  const loop = new s2.Loop(points);
  if ((loop.capBound().radius() * 180) / Math.PI > 90) loop.invert();
  return loop;
}

/** By the shoelace formula. */
function isClockwise(ring: Ring): boolean {
  let area = 0;
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i]!;
    const b = ring[(i + 1) % ring.length]!;
    area += (b[0]! - a[0]!) * (a[1]! + b[1]!);
  }
  return area > 0;
}

/** The polygons of a polygon or multipolygon. */
export function polygonsOf(geometry: Geometry): readonly (readonly Ring[])[] {
  if (geometry.type === 'Polygon') return [geometry.coordinates as Ring[]];
  return geometry.type === 'MultiPolygon' ? (geometry.coordinates as Ring[][]) : [];
}

export function coverOf(loop: s2.Loop): readonly bigint[] {
  const coverer = new s2.RegionCoverer({ minLevel: MIN_LEVEL, maxLevel: MAX_LEVEL, levelMod: 0, maxCells: MAX_CELLS });
  return [...coverer.covering(loop)];
}

/** The cells and all their parents, down to level 5. */
export function parentsOf(cells: readonly bigint[]): readonly bigint[] {
  const parents = new Set<bigint>();
  for (const cell of cells) {
    for (let level = s2.cellid.level(cell); level >= MIN_LEVEL; level--) parents.add(s2.cellid.parent(cell, level));
  }
  return [...parents];
}

interface Cells {
  readonly cover: readonly bigint[];
  readonly parents: readonly bigint[];
}

/** @throws ValueError for a geometry without cells: lines, and positions with a height. */
export function cellsOf(geometry: Geometry): Cells {
  if (hasHeight(geometry.coordinates)) throw new ValueError('Covering only available for 2D co-ordinates.');
  if (geometry.type === 'Point') {
    const leaf = s2.cellid.fromLatLng(latLng(geometry.coordinates as Position));
    const cover = [s2.cellid.parent(leaf, MAX_LEVEL)];
    return { cover, parents: parentsOf(cover) };
  }
  const polygons = polygonsOf(geometry);
  if (polygons.length === 0) throw new ValueError(`Cannot index geometry of type *geom.${geometry.type}`);
  const cover = polygons.flatMap((polygon) => coverOf(loopOf(polygon)));
  return { cover, parents: parentsOf(cover) };
}

function latLng(position: Position): s2.LatLng {
  return s2.LatLng.fromDegrees(position[1]!, position[0]!);
}

function hasHeight(coordinates: unknown): boolean {
  let inner = coordinates;
  while (Array.isArray(inner) && Array.isArray(inner[0])) inner = inner[0];
  return Array.isArray(inner) && inner.length > 2;
}

/** Tokens of cells, in the index of covers (`c`) or of covers and parents (`p`). */
export function cellTokens(kind: 'c' | 'p', cells: readonly bigint[]): Buffer[] {
  return cells.map((cell) => {
    const out = Buffer.allocUnsafe(9);
    out[0] = kind.charCodeAt(0);
    out.writeBigUInt64BE(BigInt.asUintN(64, cell), 1);
    return out;
  });
}

/** Returns all tokens of a stored geometry. */
export function geoTokens(geometry: Geometry): Buffer[] {
  const { cover, parents } = cellsOf(geometry);
  return [...cellTokens('p', parents), ...cellTokens('c', cover)];
}

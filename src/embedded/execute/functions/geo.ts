/** `near`, `within`, `contains` and `intersects` over geometries: by S2 cells, then exactly. */
import { s2 } from 's2js';
import { QueryError, type GeoFunction } from '../../plan';
import type { UidList } from '../../storage/view';
import {
  cellsOf,
  cellTokens,
  coverOf,
  loopOf,
  parentsOf,
  pointAt,
  polygonsOf,
  type Loop,
  type Point,
  type Position,
  type Ring,
} from '../../tokenizers/geo';
import { parseGeometry, ValueError, type Geometry } from '../../values';
import type { Context } from '../context';
import { intersect, select, unionAll } from '../uids';

const EARTH_RADIUS_METERS = 6_371_000;
/** Corners of the loop that approximates a circle. */
const CIRCLE_CORNERS = 100;

interface GeoQuery {
  readonly tokens: readonly Buffer[];
  readonly matches: (geometry: Geometry) => boolean;
}

export function searchGeo(ctx: Context, func: GeoFunction, src: UidList | undefined): UidList {
  const { predicate } = func;
  const query = readQuery(func);
  let candidates = unionAll(query.tokens.map((token) => ctx.view.indexed(predicate.name, 'geo', token)));
  if (src) candidates = intersect(candidates, src);
  return select(candidates, (uid) => {
    ctx.limits.step(16);
    return ctx.view.values(predicate.name, uid).some(({ value }) => value.type === 'geo' && query.matches(value.value));
  });
}

function readQuery(func: GeoFunction): GeoQuery {
  try {
    return buildQuery(func);
  } catch (error) {
    if (error instanceof ValueError) throw new QueryError(error.message, func.span);
    throw error;
  }
}

function buildQuery({ operation, args }: GeoFunction): GeoQuery {
  const expected = operation === 'near' ? 2 : 1;
  if (args.length !== expected) {
    throw new ValueError(`${operation} function requires ${expected} arguments, but got ${args.length}`);
  }
  const geometry = readGeometry(args[0]!);
  if (operation === 'near') return nearQuery(geometry, args[1]!);
  const { cover, parents } = cellsOf(geometry);
  const loops = polygonsOf(geometry).map(loopOf);
  if (operation === 'contains') {
    const point = geometry.type === 'Point' ? (geometry.coordinates as Position) : undefined;
    return { tokens: cellTokens('c', parents), matches: (g) => containsAll(g, point, loops) };
  }
  if (loops.length === 0) throw new ValueError(`Require a polygon for ${operation} query`);
  if (operation === 'within') return { tokens: cellTokens('p', cover), matches: (g) => isWithin(g, loops) };
  return intersectsQuery(cover, parents, loops);
}

function nearQuery(geometry: Geometry, distance: string): GeoQuery {
  const meters = Number(distance);
  if (distance.trim() === '' || Number.isNaN(meters)) {
    throw new ValueError(
      `Error while converting distance to float: strconv.ParseFloat: parsing ${JSON.stringify(distance)}: ` +
        'invalid syntax',
    );
  }
  if (meters < 0) throw new ValueError('Distance cannot be negative');
  if (geometry.type !== 'Point') throw new ValueError('Require a point for a within query.');
  if (meters === 0) throw new ValueError('Invalid max distance specified for a near query');
  const loop = s2.Loop.regularLoop(
    pointAt(geometry.coordinates as Position),
    meters / EARTH_RADIUS_METERS,
    CIRCLE_CORNERS,
  );
  const cover = coverOf(loop);
  return intersectsQuery(cover, parentsOf(cover), [loop]);
}

function intersectsQuery(cover: readonly bigint[], parents: readonly bigint[], loops: readonly Loop[]): GeoQuery {
  return {
    tokens: [...cellTokens('p', cover), ...cellTokens('c', parents)],
    matches: (g) => intersectsAny(g, loops),
  };
}

/** Parses GeoJSON, or coordinates only: `[x, y]` a point, `[[[…` a polygon, `[[[[…` a multipolygon. */
function readGeometry(text: string): Geometry {
  const trimmed = text.replace(/\s/g, '');
  if (trimmed.startsWith('{')) return closed(parseGeometry(text));
  const type = trimmed.startsWith('[[[[')
    ? 'MultiPolygon'
    : trimmed.startsWith('[[[')
      ? 'Polygon'
      : trimmed.startsWith('[') && trimmed.length >= 5
        ? 'Point'
        : undefined;
  if (!type) throw new ValueError('Invalid coordinates');
  try {
    return closed(parseGeometry(`{"type":"${type}","coordinates":${trimmed}}`));
  } catch {
    throw new ValueError('Invalid coordinates');
  }
}

function closed(geometry: Geometry): Geometry {
  for (const [ring] of polygonsOf(geometry)) {
    const first = ring?.[0];
    const last = ring?.at(-1);
    if (!first || !last) throw new ValueError('Got empty polygon.');
    if (first[0] !== last[0] || first[1] !== last[1]) throw new ValueError('Last coord not same as first');
  }
  return geometry;
}

function loopsOf(geometry: Geometry): Loop[] | undefined {
  try {
    return polygonsOf(geometry).map(loopOf);
  } catch {
    return undefined;
  }
}

function isWithin(geometry: Geometry, loops: readonly Loop[]): boolean {
  if (geometry.type === 'Point') {
    const point = pointAt(geometry.coordinates as Position);
    return loops.some((loop) => loop.containsPoint(point));
  }
  const ownLoops = loopsOf(geometry);
  return (
    ownLoops !== undefined &&
    ownLoops.length > 0 &&
    ownLoops.every((inner) => loops.some((loop) => loopContains(loop, inner)))
  );
}

function containsAll(geometry: Geometry, point: Position | undefined, loops: readonly Loop[]): boolean {
  if (point) {
    return polygonsOf(geometry).some((polygon) => polygon.some((ring) => ringContains(ring, point)));
  }
  const ownLoops = loopsOf(geometry);
  return (
    ownLoops !== undefined &&
    ownLoops.length > 0 &&
    loops.every((loop) => ownLoops.some((outer) => loopContains(outer, loop)))
  );
}

function intersectsAny(geometry: Geometry, loops: readonly Loop[]): boolean {
  if (geometry.type === 'Point') {
    const point = pointAt(geometry.coordinates as Position);
    return loops.some((loop) => loop.containsPoint(point));
  }
  return loopsOf(geometry)?.some((ownLoop) => loops.some((loop) => loopsIntersect(ownLoop, loop))) ?? false;
}

/** Even-odd rule on the plane, edges included. */
function ringContains(ring: Ring, [x, y]: Position): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i] as [number, number];
    const [bx, by] = ring[j] as [number, number];
    const cross = (bx - ax) * (y! - ay) - (by - ay) * (x! - ax);
    const onSegment =
      x! >= Math.min(ax, bx) && x! <= Math.max(ax, bx) && y! >= Math.min(ay, by) && y! <= Math.max(ay, by);
    if (cross === 0 && onSegment) return true;
    if (ay > y! !== by > y! && x! < ((bx - ax) * (y! - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function vertices(loop: Loop): Point[] {
  return Array.from({ length: loop.numVertices() }, (_, index) => loop.vertex(index));
}

function loopContains(outer: Loop, inner: Loop): boolean {
  if (!outer.rectBound().contains(inner.rectBound())) return false;
  const points = vertices(inner);
  if (!points.every((point) => outer.containsPoint(point) || hasVertex(outer, point))) return false;
  return !edgesCross(outer, points);
}

function hasVertex(loop: Loop, point: Point): boolean {
  return vertices(loop).some((vertex) => vertex.approxEqual(point));
}

function loopsIntersect(a: Loop, b: Loop): boolean {
  if (!a.rectBound().intersects(b.rectBound())) return false;
  if (a.containsPoint(b.vertex(0)) || b.containsPoint(a.vertex(0))) return true;
  return edgesCross(a, vertices(b));
}

function edgesCross(loop: Loop, points: readonly Point[]): boolean {
  const corners = vertices(loop);
  return points.some((from, i) => {
    const to = points[(i + 1) % points.length]!;
    const crosser = new EdgeCrosser(from, to);
    return corners.some((corner, j) => crosser.crosses(corner, corners[(j + 1) % corners.length]!));
  });
}

/** Test whether two arcs cross at a point that is an end of neither. */
class EdgeCrosser {
  constructor(
    private readonly a: Point,
    private readonly b: Point,
  ) {}

  crosses(c: Point, d: Point): boolean {
    const { a, b } = this;
    const acb = -orientation(a, b, c);
    const bda = orientation(a, b, d);
    if (acb === 0 || bda === 0 || acb !== bda) return false;
    const cbd = -orientation(c, d, b);
    const dac = orientation(c, d, a);
    return cbd === acb && dac === acb;
  }
}

/** Side of the plane through a and b on which c lies. */
function orientation(a: Point, b: Point, c: Point): number {
  const determinant = a.vector.cross(b.vector).dot(c.vector);
  return Math.abs(determinant) < 1e-18 ? 0 : Math.sign(determinant);
}

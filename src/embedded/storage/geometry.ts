/** Geometries in well-known binary, little-endian (OGC 06-103r4, section 8), as in Dgraph. */
import type { Geometry } from '../values/value';
import type { ByteWriter } from './bytes';
import { ByteReader } from './bytes';

const CODES: Readonly<Record<string, number>> = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
};
const NAMES = Object.entries(CODES).reduce<string[]>((names, [name, code]) => ((names[code] = name), names), []);
/** Increment of the type code by the number of coordinates of a position (2, 3 or 4). */
const DIMENSION = 1000;
const DIMENSION_CODES: readonly number[] = [0, 0, 0, 1, 3];
const SIZES: readonly number[] = [2, 3, 2, 4];

type Position = readonly number[];

/** Levels of arrays above a position, by type. */
const DEPTH: Readonly<Record<string, number>> = {
  Point: 0,
  LineString: 1,
  MultiPoint: 1,
  Polygon: 2,
  MultiLineString: 2,
  MultiPolygon: 3,
};

function firstPosition(coordinates: unknown, depth: number): Position {
  let innermost = coordinates;
  for (let i = 0; i < depth; i++) innermost = (innermost as unknown[])[0] ?? [];
  return innermost as Position;
}

/** Appends the geometry; it must be valid GeoJSON of one of the six types. */
export function writeGeometry(out: ByteWriter, { type, coordinates }: Geometry): void {
  const code = CODES[type];
  const depth = DEPTH[type];
  if (code === undefined || depth === undefined) throw new Error(`Geometry of type ${type} cannot be stored`);
  const size = Math.min(4, Math.max(2, firstPosition(coordinates, depth).length));
  writeOne(out, type, coordinates, size);
}

function header(out: ByteWriter, code: number, size: number): void {
  out.u8(1);
  u32(out, code + DIMENSION_CODES[size]! * DIMENSION);
}

function u32(out: ByteWriter, n: number): void {
  out.u16(n & 0xffff).u16(n >>> 16);
}

function writeOne(out: ByteWriter, type: string, coordinates: unknown, size: number): void {
  header(out, CODES[type]!, size);
  if (type === 'Point') return writePosition(out, coordinates as Position, size);
  const items = coordinates as readonly unknown[];
  u32(out, items.length);
  for (const item of items) {
    if (type === 'LineString') writePosition(out, item as Position, size);
    else if (type === 'Polygon') writeRing(out, item as readonly Position[], size);
    else writeOne(out, type.slice('Multi'.length), item, size);
  }
}

function writeRing(out: ByteWriter, ring: readonly Position[], size: number): void {
  u32(out, ring.length);
  for (const position of ring) writePosition(out, position, size);
}

function writePosition(out: ByteWriter, position: Position, size: number): void {
  out.reserve(size * 8);
  for (let i = 0; i < size; i++) {
    out.bytes.writeDoubleLE(position[i] ?? 0, out.length);
    out.length += 8;
  }
}

/** Reads a geometry that `writeGeometry` wrote. */
export function readGeometry(bytes: Uint8Array, from: number): Geometry {
  const reader = new GeometryReader(bytes, from);
  return reader.geometry();
}

class GeometryReader {
  private readonly reader: ByteReader;
  private readonly view: DataView;

  constructor(bytes: Uint8Array, from: number) {
    this.reader = new ByteReader(bytes, from);
    this.view = new DataView(bytes.buffer, bytes.byteOffset);
  }

  geometry(): Geometry {
    this.reader.u8();
    const code = this.u32();
    const size = SIZES[Math.floor(code / DIMENSION)]!;
    const type = NAMES[code % DIMENSION]!;
    return { type, coordinates: this.coordinates(type, size) };
  }

  private coordinates(type: string, size: number): unknown {
    if (type === 'Point') return this.point(size);
    return Array.from({ length: this.u32() }, () => {
      if (type === 'LineString') return this.point(size);
      if (type === 'Polygon') return Array.from({ length: this.u32() }, () => this.point(size));
      return this.geometry().coordinates;
    });
  }

  private u32(): number {
    return this.reader.u16() + this.reader.u16() * 65536;
  }

  private point(size: number): number[] {
    return Array.from({ length: size }, () => {
      const at = this.reader.position;
      this.reader.position += 8;
      return this.view.getFloat64(at, true);
    });
  }
}

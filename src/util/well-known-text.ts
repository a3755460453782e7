/** Well-known text (OGC 06-103r4) of GeoJSON geometries, as literals of geo:wktLiteral have it. */
import { hasHeight, POSITION_DEPTH } from './geojson';

/** Returns a geometry as well-known text; undefined for one of another form. */
export function printWellKnownText(geometry: unknown): string | undefined {
  const { type, coordinates, geometries } = (geometry ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof type !== 'string') return undefined;
  if (type === 'GeometryCollection') {
    const parts = Array.isArray(geometries) ? geometries.map(printWellKnownText) : [undefined];
    return parts.every((part) => part !== undefined) ? `GEOMETRYCOLLECTION (${parts.join(', ')})` : undefined;
  }
  const depth = Object.hasOwn(POSITION_DEPTH, type) ? POSITION_DEPTH[type]! : undefined;
  const text = depth === undefined ? undefined : coordinatesText(coordinates, depth);
  if (text === undefined) return undefined;
  return `${type.toUpperCase()}${hasHeight(coordinates as readonly unknown[]) ? ' Z' : ''} ${depth === 0 ? `(${text})` : text}`;
}

function coordinatesText(value: unknown, depth: number): string | undefined {
  if (!Array.isArray(value)) return undefined;
  if (depth === 0) return value.every((each) => typeof each === 'number') ? value.slice(0, 3).join(' ') : undefined;
  const parts = value.map((each) => coordinatesText(each, depth - 1));
  return parts.every((part) => part !== undefined) ? `(${parts.join(', ')})` : undefined;
}

interface GeoJson {
  readonly type: string;
  readonly coordinates: unknown;
}

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.keys(POSITION_DEPTH).map((type) => [type.toUpperCase(), type]),
);

/** Reference systems of GeoSPARQL whose coordinates are degrees of WGS 84; true if the latitude comes first. */
const LATITUDE_FIRST: ReadonlyMap<string, boolean> = new Map([
  ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', false],
  ['http://www.opengis.net/def/crs/EPSG/0/4326', true],
]);

/**
 * Returns the geometry of a well-known text; undefined for another text, an empty geometry, a collection, measures, and
 * coordinates that are not degrees of WGS 84.
 */
export function readWellKnownText(text: string): GeoJson | undefined {
  const [prefix = '', system = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'] = /^\s*<([^>]*)>/.exec(text) ?? [];
  const isLatitudeFirst = LATITUDE_FIRST.get(system.replace(/^https/, 'http'));
  if (isLatitudeFirst === undefined) return undefined;
  const reader = new Reader(text, prefix.length, isLatitudeFirst);
  const [, word = '', z = ''] = /^([A-Z]+?)(Z?)$/.exec(reader.next().toUpperCase()) ?? [];
  const type = TYPES.get(word);
  if (type === undefined) return undefined;
  let height = z;
  if (reader.token.toUpperCase() === 'Z') height = reader.next();
  const coordinates = reader.coordinates(type);
  const isWhole = coordinates !== undefined && reader.isAtEnd;
  return isWhole && (height === '' || hasHeight(coordinates)) ? { type, coordinates } : undefined;
}

const TOKEN = /\s*([A-Za-z]+|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[(),])/y;

class Reader {
  /** Next token; empty at the end, and where there is none. */
  token = '';
  private end = 0;

  constructor(
    private readonly text: string,
    private at: number,
    private readonly isLatitudeFirst: boolean,
  ) {
    this.next();
  }

  get isAtEnd(): boolean {
    return this.token === '' && this.text.slice(this.end).trim() === '';
  }

  /** Passes over a token, and returns it. */
  next(): string {
    const passed = this.token;
    TOKEN.lastIndex = this.at;
    this.token = TOKEN.exec(this.text)?.[1] ?? '';
    this.end = this.at;
    if (this.token !== '') this.at = TOKEN.lastIndex;
    return passed;
  }

  coordinates(type: string): readonly unknown[] | undefined {
    if (type === 'MultiPoint') return this.list(() => this.position() ?? this.pointInBrackets());
    return type === 'Point' ? this.pointInBrackets() : this.nested(POSITION_DEPTH[type]!);
  }

  private nested(depth: number): unknown[] | undefined {
    return this.list(() => (depth === 1 ? this.position() : this.nested(depth - 1)));
  }

  private pointInBrackets(): number[] | undefined {
    const points = this.list(() => this.position());
    return points?.length === 1 ? points[0] : undefined;
  }

  private list<T>(item: () => T | undefined): T[] | undefined {
    if (this.next() !== '(') return undefined;
    const items: T[] = [];
    do {
      const read = item();
      if (read === undefined) return undefined;
      items.push(read);
    } while (this.accept(','));
    return this.accept(')') ? items : undefined;
  }

  private position(): number[] | undefined {
    const numbers: number[] = [];
    while (/[\d.]$/.test(this.token)) numbers.push(Number(this.next()));
    if (numbers.length < 2 || numbers.length > 3) return undefined;
    const [x, y, ...height] = numbers as [number, number, ...number[]];
    return this.isLatitudeFirst ? [y, x, ...height] : numbers;
  }

  private accept(token: string): boolean {
    if (this.token !== token) return false;
    this.next();
    return true;
  }
}

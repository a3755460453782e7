/** Binary values of typed statements: Go's encodings of times, numbers and vectors, and well-known binary. */
import { viewOf } from '../util/bytes';
import { trimEndOf } from '../util/text';

/** Seconds from year 1, from which Go counts, to 1970. */
const UNIX_SECONDS = 62_135_596_800n;
const MILLIS = 1_000n;
const NANOS_DIGITS = 9;

/** Reads time.Time (MarshalBinary): version, seconds, nanoseconds, offset in minutes. @throws RangeError */
export function readTime(bytes: Uint8Array): string {
  const view = viewOf(bytes);
  if (view.getUint8(0) !== 1 && view.getUint8(0) !== 2) throw new RangeError('it is not a time');
  const millis = (view.getBigInt64(1) - UNIX_SECONDS) * MILLIS;
  const fraction = trimEndOf(String(view.getInt32(9)).padStart(NANOS_DIGITS, '0'), '0');
  // The instant counts: Dgraph stores times in UTC.
  const seconds = new Date(Number(millis)).toISOString().replace(/\.\d+Z$/, '');
  return `${seconds}${fraction === '' ? '' : `.${fraction}`}Z`;
}

/** Reads big.Float (GobEncode) exactly. @throws RangeError */
export function readBigFloat(bytes: Uint8Array): string {
  const view = viewOf(bytes);
  const flags = view.getUint8(1);
  const form = (flags >> 1) & 3;
  const sign = (flags & 1) === 1 ? '-' : '';
  if (view.getUint8(0) !== 1 || form > 1) throw new RangeError('it is not a finite number');
  if (form === 0) return `${sign}0`;
  const exponent = view.getInt32(6);
  const mantissa = bytes.subarray(10);
  if (mantissa.length > MAX_SHIFT) throw new RangeError('its mantissa is too long');
  const shift = exponent - mantissa.length * 8;
  if (Math.abs(shift) > MAX_SHIFT) throw new RangeError('its exponent is too large');
  const integer = BigInt(`0x${Buffer.from(mantissa).toString('hex')}`);
  if (shift >= 0) return sign + String(integer << BigInt(shift));
  // m / 2^k = m · 5^k / 10^k
  const digits = String(integer * 5n ** BigInt(-shift)).padStart(1 - shift, '0');
  const fraction = trimEndOf(digits.slice(shift), '0');
  return `${sign}${digits.slice(0, shift)}${fraction === '' ? '' : `.${fraction}`}`;
}

const MAX_SHIFT = 4_096;

/** Reads a vector of 32-bit floats, little-endian. */
export function readVector(bytes: Uint8Array): string {
  const view = viewOf(bytes);
  const numbers = Array.from({ length: bytes.length >> 2 }, (_, i) => view.getFloat32(i * 4, true));
  return `[${numbers.join(', ')}]`;
}

/** Reads a facet's integer, little-endian. */
export const readInteger = (bytes: Uint8Array): string => String(viewOf(bytes).getBigInt64(0, true));

/** Reads a facet's float, little-endian; a whole number keeps a point, which makes it a float. */
export function readFloat(bytes: Uint8Array): string {
  const text = String(viewOf(bytes).getFloat64(0, true));
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

const GEOMETRIES = ['', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'] as const;

/** Reads well-known binary (OGC 06-103r4, section 8) as GeoJSON. @throws RangeError */
export function readGeometry(bytes: Uint8Array): string {
  return JSON.stringify(new GeometryReader(viewOf(bytes)).read());
}

class GeometryReader {
  private at = 0;
  private isLittle = true;

  constructor(private readonly view: DataView) {}

  read(): { readonly type: string; readonly coordinates: unknown } {
    this.isLittle = this.view.getUint8(this.at++) === 1;
    const kind = this.integer();
    const type = GEOMETRIES[kind];
    if (!type) throw new RangeError(`the geometry ${kind} is not supported`);
    return { type, coordinates: this.coordinates(kind) };
  }

  private coordinates(kind: number): unknown {
    switch (kind) {
      case 1:
        return this.position();
      case 2:
        return this.list(() => this.position());
      case 3:
        return this.list(() => this.list(() => this.position()));
      default:
        return this.list(() => this.read().coordinates);
    }
  }

  private list<T>(read: () => T): T[] {
    const length = this.integer();
    // Each element has at least four bytes.
    if (length * 4 > this.view.byteLength - this.at) throw new RangeError('the geometry ends early');
    return Array.from({ length }, read);
  }

  private position(): number[] {
    return [this.double(), this.double()];
  }

  private integer(): number {
    const value = this.view.getUint32(this.at, this.isLittle);
    this.at += 4;
    return value;
  }

  private double(): number {
    const value = this.view.getFloat64(this.at, this.isLittle);
    this.at += 8;
    return value;
  }
}

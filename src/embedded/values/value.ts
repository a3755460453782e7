/** Typed values as the embedded engine stores, compares and prints them. */
import type { ScalarType } from '../../dql';

export type ValueType = Exclude<ScalarType, 'uid'> | 'binary';

/** Instant with nanoseconds, as in Go's time.Time, and the offset it was written with. */
export interface DateTime {
  /** Seconds since 1970-01-01T00:00:00Z, possibly negative. */
  readonly seconds: number;
  /** 0 to 999,999,999. */
  readonly nanos: number;
  /** Minutes east of UTC. */
  readonly offset: number;
}

/** GeoJSON geometry: Point, MultiPoint, LineString, Polygon, MultiPolygon … */
export interface Geometry {
  readonly type: string;
  readonly coordinates: unknown;
}

export type Value =
  | { readonly type: 'default' | 'string' | 'password'; readonly value: string }
  /** A bigint only if a number would be inexact. */
  | { readonly type: 'int'; readonly value: number | bigint }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'datetime'; readonly value: DateTime }
  | { readonly type: 'geo'; readonly value: Geometry }
  /** Decimal text. */
  | { readonly type: 'bigfloat'; readonly value: string }
  | { readonly type: 'float32vector'; readonly value: Float32Array }
  | { readonly type: 'binary'; readonly value: Buffer };

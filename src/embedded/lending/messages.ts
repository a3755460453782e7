/**
 * Messages and shared memory between the engine, which lends its snapshots and answers requests, and the thread that
 * serves HTTP.
 */
import type { TimestampBlock } from '../transaction';

/** Indexes in the shared memory, an Int32Array. */
export const WORDS = {
  /** Number of the current snapshot. */
  VERSION: 0,
  /** Odd while the reader reads; each read adds 2. */
  PIN: 1,
  /** 1 if the reader has read, or has tried to, since the last lending. */
  WANTED: 2,
} as const;

export const SHARED_BYTES = 3 * Int32Array.BYTES_PER_ELEMENT;

/** A lent snapshot: valid while `version` is the current one. */
export interface LentSnapshot {
  readonly version: number;
  /** See `Snapshot.handle`. */
  readonly handle: number;
  /** Changes with the schema and the keys of facets. */
  readonly schema: number;
  /** Timestamps to give to clients. */
  readonly timestamps: TimestampBlock;
}

/** Request for the current snapshot, or for further timestamps. */
export const LEND = 'lend';

/** `POST` of Dgraph's HTTP API, with its answer, by messages. */
export interface PostedRequest {
  readonly id: number;
  /** Path and query string. */
  readonly path: string;
  /** Media type of the body. */
  readonly type: string;
  readonly body: string;
}

export interface PostedAnswer {
  readonly id: number;
  readonly status: number;
  readonly body: string;
}

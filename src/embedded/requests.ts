/** What the engine is asked, and what it answers. */
import type { NewNodes } from './mutate';

export interface QueryRequest {
  readonly query: string;
  /** Values of GraphQL variables, by name with `$`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** 0 for a new transaction. */
  readonly startTs: number;
  /** The client will not come back with the timestamp. */
  readonly readOnly: boolean;
  readonly debug: boolean;
  readonly format: 'json' | 'rdf';
  /** 0 for none. */
  readonly timeoutMs: number;
}

/** Durations in nanoseconds, as responses carry them. */
export interface Latency {
  readonly parsing: number;
  readonly processing: number;
  readonly total: number;
}

export interface QueryAnswer {
  /** JSON text of `data`. */
  readonly json: string;
  readonly startTs: number;
  readonly latency: Latency;
  /** Nodes that each predicate was asked about. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface MutateAnswer {
  /** JSON text of the upsert's query. */
  readonly queries?: string;
  /** Absent where there was nothing but a query. */
  readonly newNodes?: NewNodes;
  readonly startTs: number;
  /** Absent where the transaction stays open. */
  readonly commitTs?: number;
  /** Conflict keys of the open transaction. */
  readonly keys: readonly string[];
  readonly predicates: readonly string[];
  readonly latency: Latency;
  readonly counts: ReadonlyMap<string, number>;
  /** New nodes and edges, as Dgraph counts the cost of a mutation. */
  readonly cost: number;
}

/** A request that asks for nothing, or for what cannot be. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
}

/** Measures a request's stages. */
export class Clock {
  private readonly start = process.hrtime.bigint();
  private parsedAt = this.start;

  parsed(): void {
    this.parsedAt = process.hrtime.bigint();
  }

  stop(): Latency {
    const now = process.hrtime.bigint();
    return {
      parsing: Number(this.parsedAt - this.start),
      processing: Number(now - this.parsedAt),
      total: Number(now - this.start),
    };
  }
}

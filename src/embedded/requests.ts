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
  /** In place of `newNodes` of a large mutation: what `newNodesJson` makes of them. */
  readonly newNodesText?: string;
  readonly startTs: number;
  /** Absent where the transaction stays open. */
  readonly commitTs?: number;
  /** Conflict keys of the open transaction; of a large mutation they are JSON strings between commas already. */
  readonly keys: readonly string[] | string;
  readonly predicates: readonly string[];
  readonly latency: Latency;
  readonly counts: ReadonlyMap<string, number>;
  /** New nodes and edges, as Dgraph counts the cost of a mutation. */
  readonly cost: number;
}

/** The uids of new nodes as responses have them: a JSON object, by label. */
export function newNodesJson(newNodes: NewNodes): string {
  const labels = [...newNodes.keys()].sort();
  return `{${labels.map((label) => `${goString(label)}:"0x${newNodes.get(label)!.toString(16)}"`).join(',')}}`;
}

/** A string as Go's JSON writes it: what could be markup is escaped. */
export function goString(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
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

/** Requests to the engine and its answers. */
import { goString } from '../util/dgraphAnswers';
import type { NewNodes } from './mutate';

export interface QueryRequest {
  readonly query: string;
  /** Values of GraphQL variables, by name with `$`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** 0 for a new transaction. */
  readonly startTs: number;
  /** True for a query that begins no transaction. */
  readonly readOnly: boolean;
  /** With `readOnly`: the client will not use the timestamp of the answer. Default: false. */
  readonly once?: boolean;
  readonly debug: boolean;
  readonly format: 'json' | 'rdf';
  /** 0 for no limit. */
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
  /** Number of nodes looked up, by predicate. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface MutateAnswer {
  /** JSON text of the upsert's query. */
  readonly queries?: string;
  /** Absent for a request without mutations. */
  readonly newNodes?: NewNodes;
  /** JSON text of `newNodesJson`; large mutations have it in place of `newNodes`. */
  readonly newNodesText?: string;
  readonly startTs: number;
  /** Absent if the transaction stays open. */
  readonly commitTs?: number;
  /** Conflict keys of the open transaction; for a large mutation, JSON strings joined by commas. */
  readonly keys: readonly string[] | string;
  readonly predicates: readonly string[];
  readonly latency: Latency;
  readonly counts: ReadonlyMap<string, number>;
  /** New nodes and edges, as Dgraph counts the cost of a mutation. */
  readonly cost: number;
}

/** Formats the uids of new nodes as in responses: a JSON object, by label. */
export function newNodesJson(newNodes: NewNodes): string {
  const labels = [...newNodes.keys()].sort();
  return `{${labels.map((label) => `${goString(label)}:"0x${newNodes.get(label)!.toString(16)}"`).join(',')}}`;
}

/** Refusal of an empty or impossible request. */
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

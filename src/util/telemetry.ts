/**
 * Telemetry interface of all rooms: events that are counted and timed. Events carry numbers and names of bounded sets,
 * never texts of requests, tokens or stored values. The room `telemetry` implements it.
 */

/** Answered request of a client. */
export interface AnsweredRequest {
  /** Pattern of the route, or name of the method in gRPC. */
  readonly route: string;
  readonly method: string;
  /** HTTP status or gRPC code. */
  readonly status: number;
  readonly ms: number;
}

/** Exchange with an engine. */
export interface RoundTripEvent {
  /** Path at the engine, or `grpc`. */
  readonly path: string;
  /** `answered`, or the fault of the connection. */
  readonly outcome: string;
  readonly ms: number;
}

/** Effects of a carried out write, or the codes of its refusal. */
export interface WriteEffects {
  readonly inferred: number;
  readonly retracted: number;
  /** Time of the reasoner, without reads from the engine; absent for a write that no rule concerns. */
  readonly inferenceMs?: number | undefined;
  readonly refused?: readonly string[];
}

/** Request to a model, with its retries. */
export interface ModelCall {
  readonly kind: 'chat' | 'embedding' | 'reranking';
  /** `answered`, or the kind of the failure. */
  readonly outcome: string;
  readonly ms: number;
}

export interface Telemetry {
  answeredHttp(request: AnsweredRequest): void;
  answeredGrpc(request: Omit<AnsweredRequest, 'method'>): void;
  roundTrip(event: RoundTripEvent): void;
  /** The engine aborted a transaction of the gateway. */
  aborted(): void;
  /** A request was sent again: the connection was stale, or another address was tried. */
  repeated(): void;
  wrote(effects: WriteEffects): void;
  calledModel(call: ModelCall): void;
}

/** Telemetry that discards everything: the default of library calls and tests. */
export const NO_TELEMETRY: Telemetry = {
  answeredHttp() {},
  answeredGrpc() {},
  roundTrip() {},
  aborted() {},
  repeated() {},
  wrote() {},
  calledModel() {},
};

/** Part of a trace. */
export interface Span {
  /** Value of the header `traceparent` (W3C Trace Context) for requests on its behalf. */
  readonly traceparent: string;
  end(attributes: Readonly<Record<string, string | number>>, isError: boolean): void;
}

/** Traces. The room `telemetry` sends them to a collector. */
export interface Tracing {
  /**
   * Starts a span.
   *
   * @param parent `traceparent` of the span that caused it; undefined or invalid for a new trace
   * @param startedAt as of performance.now(); default: now
   */
  start(kind: 'server' | 'client', name: string, parent: string | undefined, startedAt?: number): Span;
}

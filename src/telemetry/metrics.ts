/**
 * Metrics by prom-client, in a registry of each gateway's own. All labels are of bounded sets: patterns of routes, known
 * methods, statuses, codes of errors.
 */
import {
  collectDefaultMetrics,
  Counter,
  Histogram,
  Registry,
  type Metric,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';
import type { AnsweredRequest, ModelCall, RoundTripEvent, Telemetry, WriteEffects } from '../util/telemetry';
import { once } from '../util/memo';
import { workerGroup, type WorkerGroup } from '../util/workers/group';
import { Gauges, type State } from './gauges';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Paths of an engine that requests of the gateway and of clients have; others count as `other`. */
const ENGINE_PATHS: ReadonlySet<string> = new Set([
  ...['/query', '/mutate', '/commit', '/alter', '/graphql', '/login', '/health', '/state'],
  ...['/admin', '/admin/schema', 'grpc'],
]);
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const INFERENCE_BUCKETS = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];
const MODEL_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Metrics of the process, once for all gateways in it. */
const processMetrics = once(() => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges with the suffix of counters; the gauges of the same names by type stay.
  for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`);
  return registry;
});

/** Series by their labels: to find one by its labels costs more than to count in it. */
type SeriesByKey<Series> = Map<string, Series>;

/** @param open opens the series */
function series<Series>(known: SeriesByKey<Series>, key: string, open: () => Series): Series {
  let each = known.get(key);
  if (!each) known.set(key, (each = open()));
  return each;
}

/** Asks other workers for their metrics. */
const QUESTION = 'metrics';

type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** Returns a registry with the series of all workers: of each metric the help once, and all values. */
function merged(workers: readonly WorkerMetrics[]): Registry {
  const byName = new Map<string, WorkerMetrics[number]>();
  for (const metric of workers.flat()) {
    const known = byName.get(metric.name);
    if (known) known.values.push(...metric.values);
    else byName.set(metric.name, metric);
  }
  const registry = new Registry();
  for (const metric of byName.values()) registry.registerMetric({ ...metric, get: () => metric } as unknown as Metric);
  return registry;
}

export class Metrics implements Telemetry {
  private readonly registry = new Registry();
  private readonly gauges: Gauges;
  private readonly httpRequests = this.counter('http_requests_total', 'Requests over HTTP.', [
    'route',
    'method',
    'status',
  ]);
  private readonly httpSeconds = this.histogram(
    'http_request_duration_seconds',
    'Time from the head of a request to the end of its answer.',
    ['route'],
    REQUEST_BUCKETS,
  );
  private readonly grpcCalls = this.counter('grpc_calls_total', 'Calls over gRPC.', ['method', 'code']);
  private readonly grpcSeconds = this.histogram(
    'grpc_call_duration_seconds',
    'Time of calls over gRPC.',
    ['method'],
    REQUEST_BUCKETS,
  );
  private readonly roundTrips = this.counter('engine_requests_total', 'Requests to the engine.', ['path', 'outcome']);
  private readonly roundTripSeconds = this.histogram(
    'engine_request_duration_seconds',
    'Time of requests to the engine.',
    ['path'],
    REQUEST_BUCKETS,
  );
  private readonly aborts = this.counter('transaction_aborts_total', 'Transactions that the engine aborted.');
  private readonly repeats = this.counter('engine_retries_total', 'Requests sent again, on another connection.');
  private readonly writes = this.counter('writes_total', 'Writes under the ontology in force.', ['result']);
  private readonly inferred = this.counter('facts_inferred_total', 'Facts that writes added by inference.');
  private readonly retracted = this.counter('facts_retracted_total', 'Inferred facts that writes removed.');
  private readonly refusals = this.counter('refusals_total', 'Reasons for which writes were refused.', ['code']);
  private readonly inferenceSeconds = this.histogram(
    'inference_duration_seconds',
    'Time of the reasoner for one write, without reads from the engine.',
    [],
    INFERENCE_BUCKETS,
  );
  private readonly modelCalls = this.counter('model_calls_total', 'Requests to models.', ['kind', 'outcome']);
  private readonly modelSeconds = this.histogram(
    'model_call_duration_seconds',
    'Time of requests to models, with their retries.',
    ['kind'],
    MODEL_BUCKETS,
  );

  private readonly httpSeries: SeriesByKey<Counter.Internal> = new Map();
  private readonly httpTimeSeries: SeriesByKey<Histogram.Internal<string>> = new Map();
  private readonly grpcCallSeries: SeriesByKey<Counter.Internal> = new Map();
  private readonly grpcTimeSeries: SeriesByKey<Histogram.Internal<string>> = new Map();
  private readonly tripSeries: SeriesByKey<Counter.Internal> = new Map();
  private readonly tripTimeSeries: SeriesByKey<Histogram.Internal<string>> = new Map();

  /** @param workers processes whose metrics one scrape has, each with the label `worker` */
  constructor(
    version: string,
    private readonly workers: Pick<WorkerGroup, 'number' | 'ask' | 'onQuestion'> = workerGroup,
  ) {
    this.gauges = new Gauges(this.registry, version);
    // Lags and collections count from the start.
    processMetrics();
  }

  /** Sets the source of the state, for scrapes at other workers. */
  observe(state: () => State): void {
    this.workers.onQuestion(QUESTION, () => this.collect(state()));
  }

  /** Media type of a scrape. */
  get contentType(): string {
    return this.registry.contentType;
  }

  /** Returns all metrics in Prometheus' text format. */
  async scrape(state: State): Promise<string> {
    const { number } = this.workers;
    if (number === undefined) {
      this.gauges.set(state);
      return Registry.merge([this.registry, processMetrics()]).metrics();
    }
    const [own, others] = await Promise.all([this.collect(state), this.workers.ask(QUESTION)]);
    return merged([own, ...(others as WorkerMetrics[])]).metrics();
  }

  /** Returns the metrics of this worker. */
  private async collect(state: State): Promise<WorkerMetrics> {
    this.gauges.set(state);
    const { number } = this.workers;
    const metrics = await Registry.merge([this.registry, processMetrics()]).getMetricsAsJSON();
    for (const { values } of metrics) for (const value of values) value.labels = { worker: number, ...value.labels };
    return metrics;
  }

  answeredHttp({ route, method, status, ms }: AnsweredRequest): void {
    const known = METHODS.has(method) ? method : 'other';
    const key = `${route} ${known} ${status}`;
    series(this.httpSeries, key, () => this.httpRequests.labels({ route, method: known, status })).inc();
    series(this.httpTimeSeries, route, () => this.httpSeconds.labels({ route })).observe(ms / 1_000);
  }

  answeredGrpc({ route: method, status: code, ms }: Omit<AnsweredRequest, 'method'>): void {
    series(this.grpcCallSeries, `${method} ${code}`, () => this.grpcCalls.labels({ method, code })).inc();
    series(this.grpcTimeSeries, method, () => this.grpcSeconds.labels({ method })).observe(ms / 1_000);
  }

  roundTrip({ path: target, outcome, ms }: RoundTripEvent): void {
    const path = ENGINE_PATHS.has(target) ? target : 'other';
    series(this.tripSeries, `${path} ${outcome}`, () => this.roundTrips.labels({ path, outcome })).inc();
    series(this.tripTimeSeries, path, () => this.roundTripSeconds.labels({ path })).observe(ms / 1_000);
  }

  aborted(): void {
    this.aborts.inc();
  }

  repeated(): void {
    this.repeats.inc();
  }

  wrote({ inferred, retracted, inferenceMs, refused = [] }: WriteEffects): void {
    this.writes.inc({ result: refused.length > 0 ? 'refused' : 'written' });
    this.inferred.inc(inferred);
    this.retracted.inc(retracted);
    for (const code of refused) this.refusals.inc({ code });
    if (inferenceMs !== undefined) this.inferenceSeconds.observe(inferenceMs / 1_000);
  }

  calledModel({ kind, outcome, ms }: ModelCall): void {
    this.modelCalls.inc({ kind, outcome });
    this.modelSeconds.observe({ kind }, ms / 1_000);
  }

  private counter<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ name: `owlgate_${name}`, help, labelNames, registers: [this.registry] });
  }

  private histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ): Histogram<Label> {
    return new Histogram({ name: `owlgate_${name}`, help, labelNames, buckets, registers: [this.registry] });
  }
}

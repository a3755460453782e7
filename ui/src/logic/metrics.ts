/** Metrics of the gateway, from Prometheus' text format (docs/how-to/monitoring.md). */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export type Metrics = ReadonlyMap<string, readonly Sample[]>;

const LINE = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const LABEL = /([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', '"': '"', '\\': '\\' };

/** Samples by metric. Lines of another form are skipped. */
export function readMetrics(text: string): Metrics {
  const metrics = new Map<string, Sample[]>();
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined) continue;
    const entries = [...labels.matchAll(LABEL)].map(([, label, written]): [string, string] => [
      label!,
      written!.replace(/\\(.)/g, (_, each: string) => ESCAPES[each] ?? each),
    ]);
    const samples = metrics.get(name) ?? [];
    metrics.set(name, samples);
    samples.push({ labels: Object.fromEntries(entries), value: Number(value) });
  }
  return metrics;
}

/** Sum of the samples of a metric, of those that pass; 0 without any. */
export const total = (
  metrics: Metrics,
  name: string,
  passes: (labels: Sample['labels']) => boolean = () => true,
): number =>
  (metrics.get(name) ?? []).filter(({ labels }) => passes(labels)).reduce((sum, { value }) => sum + value, 0);

/** Mean of a histogram in seconds; undefined before the first observation. */
export function mean(metrics: Metrics, name: string): number | undefined {
  const count = total(metrics, `${name}_count`);
  return count === 0 ? undefined : total(metrics, `${name}_sum`) / count;
}

/** Main figures. Times in seconds, sizes in bytes. */
export interface Glance {
  readonly requests: number;
  /** Requests that failed in the gateway or the engine: status 500 and above. */
  readonly failures: number;
  readonly requestSeconds: number | undefined;
  readonly engineSeconds: number | undefined;
  readonly written: number;
  readonly refused: number;
  readonly inferred: number;
  readonly retracted: number;
  readonly aborts: number;
  readonly waiting: number;
  readonly isComplete: boolean;
  readonly memory: number;
  /** Seconds since the start of the gateway. */
  readonly uptime: number;
}

/** @param now seconds since 1970 */
export const glance = (metrics: Metrics, now: number): Glance => ({
  requests: total(metrics, 'owlgate_http_requests_total'),
  failures: total(metrics, 'owlgate_http_requests_total', ({ status = '' }) => status.startsWith('5')),
  requestSeconds: mean(metrics, 'owlgate_http_request_duration_seconds'),
  engineSeconds: mean(metrics, 'owlgate_engine_request_duration_seconds'),
  written: total(metrics, 'owlgate_writes_total', ({ result }) => result === 'written'),
  refused: total(metrics, 'owlgate_writes_total', ({ result }) => result === 'refused'),
  inferred: total(metrics, 'owlgate_facts_inferred_total'),
  retracted: total(metrics, 'owlgate_facts_retracted_total'),
  aborts: total(metrics, 'owlgate_transaction_aborts_total'),
  waiting: total(metrics, 'owlgate_queue_length'),
  isComplete: total(metrics, 'owlgate_entailments_complete') === 1,
  memory: total(metrics, 'process_resident_memory_bytes'),
  uptime: Math.max(0, now - total(metrics, 'process_start_time_seconds')),
});

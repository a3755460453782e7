/** Telemetry of the running gateway: metrics in Prometheus' format, traces. */
import type { Traces } from './tracing';

export { Metrics } from './metrics';
export type { State } from './gauges';

/** Opens traces to a collector. Their packages are loaded only then. */
export async function openTracing(url: string, version: string): Promise<Traces> {
  const { toCollector, Traces: Opened } = await import('./tracing.js');
  return new Opened(version, toCollector(url));
}

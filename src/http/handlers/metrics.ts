/** GET /metrics: metrics of the gateway. Those of the engine are at /debug/prometheus_metrics. */
import type { Request, Response } from 'express';
import type { State } from '../../telemetry';
import { METRICS } from '../operations/probes';
import { readParameters } from '../parameters';
import type { Services } from '../services';

export async function metrics(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, METRICS);
  const text = await services.metrics.scrape(stateOf(services));
  response.setHeader('Content-Type', services.metrics.contentType).setHeader('Cache-Control', 'no-store').end(text);
}

/** Gathers the state without requests to the engine: a scrape tells most when the engine hangs. */
export function stateOf({ engine, materializer, documents, queues }: Services): State {
  const { running } = materializer.materializations;
  return {
    engines: engine.states,
    ontologyVersion: materializer.inForce?.version,
    isComplete: materializer.isComplete,
    materialization: running && { nodes: running.nodes ?? 0, step: running.step ?? 0, steps: running.steps ?? 0 },
    queues: { ...queues(), documents: documents.waitingCount },
  };
}

/**
 * GET /health: the engine's answer, or within a second that there is none. Until a materialization has ended, reads may
 * lack entailments: the first entry then has `ontology`, and every answer of the gateway a header.
 */
import type { EngineAnswer } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Exchange } from '../exchange';
import type { Services } from '../services';
import { probeEngine, relayAnswer } from './engine-relay';
import { forward } from './forward';
import { PROBE_MS } from './probes';

/** Name and value of the header of every answer while stored facts lack entailments. */
export const ENTAILMENTS_HEADER = ['X-Owlgate-Entailments', 'incomplete'] as const;

export async function health(exchange: Exchange, services: Services): Promise<void> {
  const { engine, materializer } = services;
  if (exchange.method === 'OPTIONS') return forward(exchange, services);
  const { inForce, isComplete } = materializer;
  const asked = probeEngine(engine, exchange, PROBE_MS);
  const answer = exchange.parameters.has('live') ? await asked.catch(unhealthy) : await asked;
  if (isComplete || !inForce) return relayAnswer(exchange.response, answer);
  const ontology = { version: inForce.version, entailments: 'incomplete' };
  relayAnswer(exchange.response, { ...answer, body: withOntology(answer.body, ontology) });
}

/** Answer to `?live`, which asks for the process: the gateway lives while its engine does not answer. */
function unhealthy(error: unknown): EngineAnswer {
  if (!(error instanceof OwlgateError) || error.code !== 'EngineUnreachable') throw error;
  const entry = { instance: 'owlgate', status: 'unhealthy', reason: error.message };
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: Buffer.from(JSON.stringify([entry])) };
}

/** Adds a field to the first entry; a body of any other form stays as it is. */
function withOntology(body: Buffer, ontology: object): Buffer {
  try {
    const entries: unknown = JSON.parse(body.toString());
    if (!Array.isArray(entries) || typeof entries[0] !== 'object' || entries[0] === null) return body;
    const [first, ...others] = entries as [object, ...unknown[]];
    return Buffer.from(JSON.stringify([{ ...first, ontology }, ...others]));
  } catch {
    return body;
  }
}

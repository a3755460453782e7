/**
 * GET /health: the engine's answer. Until a materialization has ended, reads may lack entailments: the first entry then
 * has `ontology`, and every answer of the gateway a header.
 */
import type { Exchange } from '../exchange';
import type { Services } from '../services';
import { askEngine, relayAnswer } from './engine-relay';
import { forward } from './forward';

/** Name and value of the header of every answer while stored facts lack entailments. */
export const ENTAILMENTS_HEADER = ['X-Owlgate-Entailments', 'incomplete'] as const;

export async function health(exchange: Exchange, services: Services): Promise<void> {
  const { engine, materializer } = services;
  const { inForce, isComplete } = materializer;
  if (isComplete || !inForce || exchange.method === 'OPTIONS') return forward(exchange, services);
  const answer = await askEngine(engine, exchange, {});
  const ontology = { version: inForce.version, entailments: 'incomplete' };
  relayAnswer(exchange.response, { ...answer, body: withOntology(answer.body, ontology) });
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

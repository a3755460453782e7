/**
 * POST /mutate (service specification 4.4): through the materializer if the write concerns the ontology, otherwise to
 * the engine. Rejections have Dgraph's form: HTTP 200 with `errors[]`. With `dryRun=true` nothing is written; the
 * answer lists the statements of the write.
 */
import { clientOf } from '../../dgraph';
import { isBlockless, TRIPLE_TYPES } from '../../mutation';
import type { Exchange } from '../exchange';
import { readIdempotency } from '../idempotency';
import { requireMediaType } from '../refusal';
import type { Services } from '../services';
import { sendReply, readEngineBody, engineRequest } from './engine-relay';

/** Media types that an engine reads. */
const ENGINE_TYPES = ['application/json', 'application/rdf'];
const LISTED = ENGINE_TYPES.join(', ');
const TYPES = [...ENGINE_TYPES, ...TRIPLE_TYPES];

export async function handleMutate(exchange: Exchange, services: Services): Promise<void> {
  const { request, response } = exchange;
  const { engine, materializer } = services;
  const header = request.headers['content-type'];
  const contentType = requireMediaType(header, TYPES, LISTED);
  const body = await readEngineBody(exchange, services);
  const credentials = clientOf(request.headers, engine);
  const idempotent = readIdempotency(exchange, credentials, body);
  const call = {
    body,
    contentType,
    parameters: parametersOf(exchange),
    ...(credentials && { credentials }),
    ...(idempotent && { idempotent }),
  };
  if (!materializer.writes.concerns(call)) {
    const type = requireMediaType(header, ENGINE_TYPES, LISTED);
    const bracketed = isBlockless(type, body) ? `{ set { ${body.toString()}\n} }` : body;
    return engine.forward(engineRequest(exchange, { body: bracketed, type }), response);
  }
  sendReply(response, await materializer.writes.mutate(call));
}

/**
 * Returns Dgraph's parameters, and `dryRun` in any spelling, so that a misspelt dry run is refused instead of written.
 */
function parametersOf({ parameters, search }: Exchange): URLSearchParams {
  // The query string has Dgraph's parameters alone.
  if (search === '' || search.split('&').length === parameters.size) return parameters;
  const all = new URLSearchParams(parameters);
  for (const [name, value] of new URLSearchParams(search)) {
    if (name.replace(/[-_ ]/g, '').toLowerCase() === 'dryrun') all.append(name, value);
  }
  return all;
}

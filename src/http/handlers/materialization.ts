/**
 * POST /ontology/materialize: materializes all data again, for data written without the gateway.
 *
 * 202 `{ "status": "started", "message", "version" }`; with `?wait=true`, after the end, 200
 * `{ "status": "success", "message", "version", "materialization": { … } }` with the report of a load.
 * Errors: 403; 409 NoOntology, OntologyBusy, OntologySuperseded; 503.
 *
 * GET and HEAD /ontology/materialization: its status, on whichever gateway it runs (`MaterializationStatus` in
 * materialize/walk/types.ts has the fields). With `Accept: text/event-stream` server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html): `progress` while it runs, then one of `done`,
 * `failed` and `interrupted`, each with the same JSON, and the end of the stream. On a cluster with access control
 * both are for guardians, since they count all stored facts; a stream continues after its token expires.
 */
import type { Request, Response } from 'express';
import { clientOf } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { requireGuardian } from '../../materialize';
import type { MaterializationStatus } from '../../materialize';
import { becomesStream } from '../limits/concurrency';
import { MATERIALIZATION, MATERIALIZE } from '../operations/ontology';
import { readParameters, truth } from '../parameters';
import { refusalOf } from '../middleware/failures';
import { sendJson } from '../send';
import type { Services } from '../services';
import { streamEvents } from '../sse';

/** Delay after which a client reconnects. */
const RETRY_MS = 2_000;

/** @throws OwlgateError NoOntology, OntologyBusy, OntologySuperseded, InvalidRequest */
export async function materialize(
  request: Request,
  response: Response,
  { engine, materializer }: Services,
): Promise<void> {
  const parameters = readParameters(request.originalUrl, MATERIALIZE);
  const isWaiting = truth('wait', parameters.get('wait'));
  request.resume();
  const { version, ended } = await materializer.materializations.start(clientOf(request.headers, engine));
  if (isWaiting) {
    const materialization = await ended;
    const message = 'The stored data was materialized again';
    return sendJson(request, response, { status: 'success', message, version, materialization });
  }
  response.status(202).setHeader('Location', '/ontology/materialization');
  const message = 'Materialization started; GET /ontology/materialization reports its progress';
  return sendJson(request, response, { status: 'started', message, version });
}

/** @throws OwlgateError NoOntology, InvalidRequest, AccessDenied */
export async function materialization(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, MATERIALIZATION);
  const { engine, materializer } = services;
  await requireGuardian(engine, clientOf(request.headers, engine), 'may read reports on stored data');
  response.vary('Accept');
  response.setHeader('Cache-Control', 'no-cache, no-transform');
  const isStream =
    request.method === 'GET' && request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
  const status = await materializer.materializations.status();
  if (!isStream) return sendJson(request, response, status);
  becomesStream(request);
  await streamEvents(response, services, (clientGone) => progress(services, clientGone), RETRY_MS);
}

/** Events until the materialization ends, the client leaves, or the gateway stops. */
async function* progress({ materializer, closing, logger }: Services, clientGone: AbortSignal) {
  const signal = AbortSignal.any([clientGone, closing]);
  try {
    for await (const status of materializer.materializations.watch(signal)) {
      yield { event: eventOf(status), data: status };
    }
  } catch (error) {
    if (signal.aborted) return;
    const refusal = refusalOf(error);
    if (!refusal) logger.error('the stream of a materialization failed', { error });
    const { code, message } = refusal ?? new OwlgateError('Internal', { reason: 'the log has the details' });
    yield { event: 'failed', data: { state: 'failed', code, reason: message } };
  }
}

const eventOf = ({ state }: MaterializationStatus): string =>
  state === 'running' ? 'progress' : state === 'idle' ? 'done' : state;

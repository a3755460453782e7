/**
 * POST /ontology/materialize: materializes all data anew, for data written behind the gateway.
 *
 * 202 `{ "status": "started", "message", "version" }`; with `?wait=true`, after the end, 200
 * `{ "status": "success", "message", "version", "materialization": { … } }` with the report of a load.
 * Errors: 403; 409 NoOntology, OntologyBusy, OntologySuperseded; 503.
 *
 * GET and HEAD /ontology/materialization: its status, on whichever gateway it runs (`MaterializationStatus` in
 * materialize/types.ts has the fields). With `Accept: text/event-stream` server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html): `progress` while it runs, then one of `done`,
 * `failed` and `interrupted`, each with the same JSON, and the end of the stream. On a cluster with access control
 * both are for guardians, since they count all stored facts; a stream continues after its token expires.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { clientOf } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { requireGuardian } from '../../materialize';
import type { MaterializationStatus } from '../../materialize/types';
import { becomesStream } from '../limits/concurrency';
import { MATERIALIZATION, MATERIALIZE } from '../operations/ontology';
import { readParameters, truth } from '../parameters';
import { refusalOf } from '../middleware/failures';
import { sendJson } from '../send';
import type { Services } from '../services';

/** Interval of keep-alive comments. Proxies cut off idle connections, most after a minute. */
const KEEP_ALIVE_MS = 15_000;
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
  const { version, ended } = await materializer.materialize(clientOf(request.headers, engine));
  if (isWaiting) {
    const materialization = await ended;
    const message = 'The stored data has been materialized anew';
    return sendJson(request, response, { status: 'success', message, version, materialization });
  }
  response.status(202).setHeader('Location', '/ontology/materialization');
  const message = 'Materialization started; GET /ontology/materialization tells how far it has come';
  return sendJson(request, response, { status: 'started', message, version });
}

/** @throws OwlgateError NoOntology, InvalidRequest, AccessDenied */
export async function materialization(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, MATERIALIZATION);
  const { engine, materializer } = services;
  await requireGuardian(engine, clientOf(request.headers, engine), 'are told of stored data');
  response.vary('Accept');
  response.setHeader('Cache-Control', 'no-cache, no-transform');
  const isStream =
    request.method === 'GET' && request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
  const status = await materializer.materialization();
  if (!isStream) return sendJson(request, response, status);
  becomesStream(request);
  await stream(response, services);
}

/** Streams until the materialization ends, the client leaves, or the gateway stops. */
async function stream(response: Response, { materializer, closing, logger }: Services): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  // The client may have left while the status was read.
  if (response.destroyed) return;
  const signal = AbortSignal.any([gone.signal, closing]);
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    // nginx and its derivatives would buffer the events.
    'X-Accel-Buffering': 'no',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
  const keepAlive = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MS);
  try {
    for await (const status of materializer.watchMaterialization(signal)) {
      await send(response, eventOf(status), status, signal);
    }
  } catch (error) {
    if (!signal.aborted) {
      const known = refusalOf(error);
      if (!known) logger.error('a stream of progress failed', { error });
      const { code, message } = known ?? new OwlgateError('Internal', { reason: 'the log has it' });
      await send(response, 'failed', { state: 'failed', code, reason: message }, signal).catch(() => undefined);
    }
  } finally {
    clearInterval(keepAlive);
    response.end();
  }
}

const eventOf = ({ state }: MaterializationStatus): string =>
  state === 'running' ? 'progress' : state === 'idle' ? 'done' : state;

/** Sends an event; waits for slow clients. */
async function send(response: Response, event: string, data: object, signal: AbortSignal): Promise<void> {
  const isTaken = response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  while (!isTaken && response.writableNeedDrain) await delay(DRAIN_MS, undefined, { signal });
}

const DRAIN_MS = 100;

/**
 * POST /import: RDF through the reasoner, streamed: a document in Turtle, TriG, N-Triples, N-Quads, RDF/XML or JSON-LD,
 * or the parts of a form, compressed with gzip or not.
 *
 * Parameters: `id` (a later request with the same id and body continues an import that was cut off), `digest`, `name`,
 * `base`, `onContradiction`, `graphs`, `dryRun`; see operations/imports.ts. Answers with the summary; with
 * `Accept: text/event-stream` or `application/x-ndjson`, with events `progress`, `refused` (refused statements, under
 * `onContradiction=collect`) and at the end `summary`, or `error`.
 * GET /import/{id} has the summary of the latest run, with the counts of one that runs; with `Accept:
 * text/event-stream`, the same as events `progress` until the end, and `summary`.
 *
 * Errors: 400 ImportSyntax (`source`, `line`, `column`), ImportUnreadable, InvalidRequest; 403; 404 UnknownImport; 409
 * ImportRunning; 415; 503. What was written before an error stays.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { Credentials } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { IMPORT_ID, ON_CONTRADICTION, readGraphs } from '../../import';
import type { ImportOptions, ImportProgress, ImportSummary } from '../../import';
import { requireCaller, requireGuardian } from '../../materialize';
import { digest } from '../../util/digest';
import { ownerOf } from '../account';
import { importSources } from '../import-body';
import { IMPORT, IMPORT_STATE } from '../operations/imports';
import { oneOf, readParameters, truth } from '../parameters';
import { progressOf } from '../progress';
import { sendJson } from '../send';
import type { Services } from '../services';
import { streamEvents } from '../sse';
import { viewerOf } from '../viewer';

const PROGRESS_MS = 250;
const FOLLOW_MS = 1_000;
const EVENTS = 'text/event-stream';

/** @throws OwlgateError as above */
export async function importRdf(request: Request, response: Response, services: Services): Promise<void> {
  const { engine, imports, closing } = services;
  const viewer = viewerOf(request, response, services);
  await requireCaller(viewer);
  const { credentials } = viewer;
  const parameters = readParameters(request.originalUrl, IMPORT);
  const id = idOf(parameters.get('id') ?? randomUUID());
  const graphs = readGraphs(parameters.get('graphs') ?? 'drop');
  if (!graphs) throw invalid('graphs: drop, facet or predicate:NAME is expected');
  const base = parameters.get('base');
  if (base !== undefined && !URL.canParse(base)) throw invalid('base: an absolute IRI is expected');
  const onContradiction = oneOf('onContradiction', parameters.get('onContradiction') ?? 'stop', ON_CONTRADICTION);
  const dryRun = truth('dryRun', parameters.get('dryRun'));
  if (dryRun) await requireGuardian(engine, credentials, 'may read reports on stored data');
  const progress = progressOf(request, response);
  if (onContradiction === 'collect' && !progress) {
    throw invalid('onContradiction=collect needs Accept: text/event-stream or application/x-ndjson');
  }
  const clientGone = new AbortController();
  response.once('close', () => clientGone.abort());
  const options: ImportOptions = {
    id,
    owner: importOwner(request, credentials),
    graphs,
    onContradiction,
    ...(onContradiction === 'collect' && { collect: (nquads) => progress!.send('refused', { nquads }) }),
    dryRun,
    credentials,
    signal: AbortSignal.any([clientGone.signal, closing]),
  };
  const identity = parameters.get('digest') ?? createHash('sha256').update(id).digest('hex');
  if (!/^[0-9a-f]{32,128}$/.test(identity)) throw invalid('digest: 32 to 128 hexadecimal digits are expected');
  const sources = importSources(request, { identity, base, name: parameters.get('name') });
  let reportedAt = 0;
  const report = (state: ImportProgress): void => {
    if (!progress || Date.now() - reportedAt < PROGRESS_MS) return;
    reportedAt = Date.now();
    progress.sendOrDrop('progress', { id, ...state });
  };
  try {
    const summary = await imports.run(sources, options, report);
    if (progress) return await progress.end('summary', summary);
    return await sendJson(request, response, summary);
  } catch (error) {
    if (clientGone.signal.aborted) return void response.destroy();
    if (!progress || !response.headersSent || !(error instanceof OwlgateError)) throw error;
    const { message, code, details } = error;
    await progress.end('error', { message, extensions: { ...details, code } });
  }
}

/** @throws OwlgateError UnknownImport, InvalidRequest, AccessDenied */
export async function importState(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, IMPORT_STATE);
  const viewer = viewerOf(request, response, services);
  await requireCaller(viewer);
  const id = idOf(String(request.params['id']));
  const name = { id, owner: importOwner(request, viewer.credentials) };
  const state = await services.imports.state(name);
  response.vary('Accept');
  const isFollowed = request.method === 'GET' && request.accepts(['application/json', EVENTS]) === EVENTS;
  if (!isFollowed) return sendJson(request, response, state);
  const { 'last-event-id': last } = request.headers;
  // Browsers connect again after the end, until they are told that nothing follows.
  if (state.state !== 'running' && last === state.state) return void response.status(204).end();
  return streamEvents(response, services, (signal) => follow(state, () => services.imports.state(name), signal));
}

/** Yields the state of an import, until it has ended or nobody listens. */
async function* follow(first: ImportSummary, read: () => Promise<ImportSummary>, signal: AbortSignal) {
  for (let data = first; !signal.aborted; data = await read()) {
    if (data.state !== 'running') return void (yield { id: data.state, event: 'summary', data });
    yield { event: 'progress', data };
    await delay(FOLLOW_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Returns the owner of an import; undefined for clients without an API key and without a login, which share ids. */
function importOwner(request: Request, credentials: Credentials | undefined): string | undefined {
  const owner = ownerOf(request, credentials);
  return owner.every((part) => part === '') ? undefined : digest(owner);
}

function idOf(id: string): string {
  if (IMPORT_ID.test(id)) return id;
  throw invalid('id: up to 100 letters, digits and .-_ are expected, a letter or digit first');
}

const invalid = (reason: string): OwlgateError => new OwlgateError('InvalidRequest', { reason });

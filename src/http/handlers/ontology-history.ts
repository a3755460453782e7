/**
 * History of the ontology. All reads need what GET /ontology needs.
 *
 * - GET /ontology/versions: versions, the latest first, `limit` of them below `before`;
 *   `{ "versions": [{ "version", "inForce", "loadedAt", "by"?, "from"?, "message"?, "changes"?, "profile", "checksum",
 *   "materialized" }], "next"? }`; with `format=markdown` a changelog.
 * - GET /ontology/diff: difference of the version `from` (default: the one before `to`) and the version `to` (default:
 *   the one in force); `{ "from", "to", "diff" }` with the `diff` of a validation, or with `format=text` lines.
 * - GET /ontology/blame: for each axiom that mentions `term`, its place and the version that brought it.
 * - POST /ontology/rollback: loads the documents of a stored version again, as the next version. Parameters and answer
 *   are those of a load.
 * - GET /ontology/docs: the documentation page of a version, as HTML.
 */
import type { Request, Response } from 'express';
import { clientOf } from '../../dgraph';
import { changelog, differenceLines, requireGuardian } from '../../materialize';
import { PAGE_POLICY } from '../../ontology';
import { accountOf } from '../account';
import { BLAME, DIFF, PAGE, ROLLBACK, VERSIONS, VERSIONS_PAGE } from '../operations/history';
import { oneOf, readParameters, required, versionNumber, wholeNumber } from '../parameters';
import { sendJson, sendText } from '../send';
import type { Services } from '../services';
import { viewerOf } from '../viewer';
import { answerLoad, readLoadOptions } from './load-ontology';

type History = Services['materializer']['history'];

const TEXT = 'text/plain; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
/** Versions in a changelog: each is compared with the one before. */
const MAX_CHANGELOG = 100;

export async function versions(request: Request, response: Response, services: Services): Promise<void> {
  const parameters = readParameters(request.originalUrl, VERSIONS);
  const format = oneOf('format', parameters.get('format') ?? 'json', ['json', 'markdown']);
  const isJson = format === 'json';
  const limit = wholeNumber('limit', parameters.get('limit'), {
    ...VERSIONS_PAGE,
    ...(!isJson && { max: MAX_CHANGELOG }),
  });
  const before = parameters.get('before');
  const { credentials } = viewerOf(request, response, services);
  const { history } = services.materializer;
  const page = await history.versions({
    limit,
    before: before === undefined ? undefined : versionNumber('before', before),
    credentials,
  });
  if (isJson) return sendJson(request, response, page);
  const compared: Parameters<typeof changelog>[0][number][] = [];
  for (const entry of page.versions) {
    const { diff } = await history.difference({ to: entry.version, credentials });
    compared.push({ entry, diff });
  }
  return sendText(request, response, MARKDOWN, changelog(compared));
}

export async function versionDifference(request: Request, response: Response, services: Services): Promise<void> {
  const parameters = readParameters(request.originalUrl, DIFF);
  const format = oneOf('format', parameters.get('format') ?? 'json', ['json', 'text']);
  const { credentials } = viewerOf(request, response, services);
  const [from, to] = (['from', 'to'] as const).map((name) => optionalVersion(name, parameters.get(name)));
  const difference = await services.materializer.history.difference({ from, to, credentials });
  if (format === 'json') return sendJson(request, response, difference);
  const lines = differenceLines(difference.diff);
  return sendText(request, response, TEXT, lines.map((line) => `${line}\n`).join(''));
}

export async function blame(request: Request, response: Response, services: Services): Promise<void> {
  const parameters = readParameters(request.originalUrl, BLAME);
  const { credentials } = viewerOf(request, response, services);
  const term = required('term', parameters.get('term'));
  return sendJson(request, response, await services.materializer.history.blame(term, credentials));
}

export async function rollback(request: Request, response: Response, services: Services): Promise<void> {
  const { engine, materializer } = services;
  const parameters = readParameters(request.originalUrl, ROLLBACK);
  const options = readLoadOptions(parameters);
  const version = versionNumber('version', required('version', parameters.get('version')));
  const credentials = clientOf(request.headers, engine);
  // Others are not told which versions are stored.
  await requireGuardian(engine, credentials, 'load an ontology');
  const message = parameters.get('message') ?? `roll back to version ${version}`;
  const load = {
    ...(await materializer.history.again(version)),
    account: accountOf(request, services, { message }),
    ...(credentials && { credentials }),
  };
  return answerLoad(request, response, services, load, options);
}

export async function documentation(request: Request, response: Response, services: Services): Promise<void> {
  const parameters = readParameters(request.originalUrl, PAGE);
  const { credentials } = viewerOf(request, response, services);
  const number = optionalVersion('version', parameters.get('version'));
  const { version, checksum, html }: Awaited<ReturnType<History['page']>> = await services.materializer.history.page(
    number,
    credentials,
  );
  response.setHeader('X-Owlgate-Version', String(version));
  response.setHeader('ETag', `W/"page-${version}-${checksum.slice(0, 16)}"`);
  response.setHeader('Content-Security-Policy', PAGE_POLICY);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-cache');
  return sendText(request, response, 'text/html; charset=utf-8', html);
}

const optionalVersion = (name: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : versionNumber(name, text);

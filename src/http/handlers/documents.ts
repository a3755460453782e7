/**
 * Documents of a database: `/api/v1/databases/{id}/documents`.
 *
 * POST stores documents: one as the body (`text/plain`, `text/markdown`, `text/html`, `application/pdf`) with
 * `?source=…`, and optionally `title` and `metadata` (a JSON object); or several as `application/json`
 * `{ "documents": [{ "source", "text", "media_type"?, "title"?, "metadata"? }] }`. A document replaces the stored one
 * of the same source. Answers
 * `{ "documents": [{ "source", "status": "created" | "replaced" | "unchanged" | "failed", … }], "failed": 0 }`; with
 * `Accept: application/x-ndjson` or `text/event-stream`, the progress of each (`progress`: `source`, `stage`, `done`,
 * `of`), its result (`document`), and `done` at the end.
 *
 * GET lists documents (`?first=`, `?after=`), or with `?source=…` shows one with its passages. DELETE `?source=…`
 * deletes one. POST …/documents/relink links all of them again to the graph's nodes and classes.
 *
 * Errors: 400 InvalidRequest; 403; 404 UnknownDatabase, UnknownDocument; 409 TransactionAborted; 413; 415; 422
 * DocumentUnreadable; 503 EngineUnreachable. Of several documents, each reports its own error.
 */
import type { Request, Response } from 'express';
import { createAjv } from '../../util/ajv';
import { OwlgateError } from '../../errors';
import {
  DOCUMENT_TYPES,
  failedDocument,
  isCharset,
  METADATA,
  toSent,
  type Documents,
  type ListedDocument,
  type RelinkState,
  type SentDocument,
} from '../../retrieval';
import { openDatabase } from '../database';
import { mediaType } from '../exchange';
import { parseJson, readBytes, readJson } from '../json-body';
import {
  DELETE_DOCUMENT,
  DOCUMENT_LIST,
  GET_DOCUMENTS,
  PAGE,
  POST_DOCUMENT_LIST,
  POST_DOCUMENTS,
  RELINK,
} from '../operations/questions';
import { readParameters, wholeNumber } from '../parameters';
import { progressOf, type Progress } from '../progress';
import { sendJson } from '../send';
import type { Services } from '../services';

const JSON_TYPE = 'application/json';
const PASSAGE_INDEX = { min: 0, max: Number.MAX_SAFE_INTEGER, preset: 0 } as const;

interface Posted {
  readonly documents: readonly ListedDocument[];
}

const ajv = createAjv({ allErrors: true });
const validateMetadata = ajv.compile<Record<string, unknown>>(METADATA);
const validate = createAjv().compile<Posted>(DOCUMENT_LIST);

/** @throws OwlgateError as above */
export async function postDocuments(request: Request, response: Response, services: Services): Promise<void> {
  const { documents } = await openDatabase(request, services, 'store documents');
  const documentsToStore = await readPostedDocuments(request, services.maxBodyBytes);
  const isOne = documentsToStore.length === 1 && mediaType(request.headers['content-type']) !== JSON_TYPE;
  await runReporting(request, response, services, async (signal, progress) => {
    const reports: object[] = [];
    let failed = 0;
    for (const document of documentsToStore) {
      const report = await put(documents, document, signal, progress, isOne);
      if (report.status === 'failed') failed++;
      if (progress) await progress.send('document', report);
      else reports.push(report);
    }
    if (progress) return progress.end('done', { count: documentsToStore.length, failed });
    return sendJson(request, response, { documents: reports, failed });
  });
}

/** Runs a long operation until the client leaves or the gateway stops. Work done by then is kept. */
async function runReporting(
  request: Request,
  response: Response,
  { closing }: Services,
  run: (signal: AbortSignal, progress: Progress | undefined) => Promise<void>,
): Promise<void> {
  const clientGone = new AbortController();
  response.once('close', () => clientGone.abort());
  const signal = AbortSignal.any([clientGone.signal, closing]);
  const progress = progressOf(request, response);
  try {
    await run(signal, progress);
  } catch (error) {
    if (signal.aborted) return void response.destroy();
    if (!progress || !response.headersSent || !(error instanceof OwlgateError)) throw error;
    const { message, code, details } = error;
    await progress.end('error', { message, extensions: { ...details, code } });
  }
}

/** Stores a document. The failure of a single document without progress is thrown; any other is part of the result. */
async function put(
  documents: Documents,
  document: SentDocument,
  signal: AbortSignal,
  progress: Progress | undefined,
  isOne: boolean,
): Promise<{ readonly status: string }> {
  try {
    return await documents.put(document, signal, (state) => progress?.sendOrDrop('progress', state));
  } catch (error) {
    if (isOne && !progress) throw error;
    return failedDocument(document.source, error);
  }
}

async function readPostedDocuments(request: Request, maxBytes: number): Promise<readonly SentDocument[]> {
  const header = request.headers['content-type'];
  const type = mediaType(header);
  if (type === JSON_TYPE) {
    readParameters(request.originalUrl, POST_DOCUMENT_LIST);
    const { documents } = await readJson(request, validate, maxBytes);
    return documents.map(toSent);
  }
  const accepted = [...DOCUMENT_TYPES, JSON_TYPE];
  const documentType = DOCUMENT_TYPES.find((each) => each === type);
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(header ?? '')?.[1];
  if (!documentType || (charset !== undefined && !isCharset(charset))) {
    const text = 'text in UTF-8, or with charset=… of https://encoding.spec.whatwg.org';
    throw new OwlgateError('UnsupportedMediaType', {
      given: header?.slice(0, 200) ?? '(none)',
      accepted: `${accepted.join(', ')} (${text})`,
    });
  }
  const parameters = readParameters(request.originalUrl, POST_DOCUMENTS);
  const metadata = parameters.get('metadata');
  return [
    {
      source: sourceOf(parameters.get('source')),
      title: parameters.get('title'),
      metadata: metadata === undefined ? undefined : parseJson(metadata, validateMetadata, 'the parameter metadata'),
      content: await readBytes(request, maxBytes),
      mediaType: documentType,
      charset: charset?.toLowerCase().replace(/^(utf8|us-ascii)$/, 'utf-8'),
    },
  ];
}

/** @throws OwlgateError UnknownDatabase, UnknownDocument, InvalidRequest */
export async function getDocuments(request: Request, response: Response, services: Services): Promise<void> {
  const parameters = readParameters(request.originalUrl, GET_DOCUMENTS);
  const { documents } = await openDatabase(request, services, 'read documents');
  const first = wholeNumber('first', parameters.get('first'), PAGE);
  const source = parameters.get('source');
  const after = parameters.get('after');
  if (source !== undefined) {
    const index = after === undefined ? undefined : wholeNumber('after', after, PASSAGE_INDEX);
    return sendJson(request, response, await documents.show(sourceOf(source), first, index));
  }
  if (after !== undefined && !/^0x[0-9a-f]{1,16}$/.test(after)) {
    throw invalid(`after=${after.slice(0, 100)}: \`next\` of the previous page is expected`);
  }
  return sendJson(request, response, await documents.list(first, after));
}

/** @throws OwlgateError UnknownDatabase, UnknownDocument, InvalidRequest */
export async function deleteDocument(request: Request, response: Response, services: Services): Promise<void> {
  const source = sourceOf(readParameters(request.originalUrl, DELETE_DOCUMENT).get('source'));
  const { documents } = await openDatabase(request, services, 'delete documents');
  request.resume();
  await documents.remove(source, services.closing);
  return sendJson(request, response, { source, status: 'removed' });
}

/** @throws OwlgateError UnknownDatabase, TransactionAborted */
export async function relinkDocuments(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, RELINK);
  const { documents } = await openDatabase(request, services, 'link documents');
  request.resume();
  await runReporting(request, response, services, async (signal, progress) => {
    let last: RelinkState = { chunks: 0, relinked: 0 };
    for await (const state of documents.relink(signal)) {
      last = state;
      if (progress) await progress.send('progress', state);
    }
    if (progress) return progress.end('done', last);
    return sendJson(request, response, last);
  });
}

function sourceOf(source: string | undefined): string {
  if (source === undefined || source.trim() === '') {
    throw invalid('the parameter source is missing: ?source=… names the document');
  }
  return source;
}

const invalid = (reason: string): OwlgateError => new OwlgateError('InvalidRequest', { reason });

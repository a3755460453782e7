/**
 * POST /api/v1/databases/{id}/retrieve: answers a question in words (service specification 4.8, 4.9; result 2.6).
 *
 * Body `{ "question", "module"?: "auto" | "naive" | "owl" | "arag" | "aragog", "trace"?: "summary" | "full" }` as
 * `application/json`.
 *
 * Errors: 400 InvalidRequest, BodySyntax; 403 AccessDenied (on a cluster with access control only guardians may ask,
 * since answers use passages and facts of the whole graph); 404 UnknownDatabase; 413; 415; 503 EngineUnreachable.
 */
import type { Request, Response } from 'express';
import { createAjv } from '../../util/ajv';
import type { RetrievalRequest } from '../../retrieval';
import { openDatabase } from '../database';
import { readJson } from '../json-body';
import { QUESTION, RETRIEVE } from '../operations/questions';
import { readParameters } from '../parameters';
import { sendJson } from '../send';
import type { Services } from '../services';

const MAX_BODY_BYTES = 1024 * 1024;

const validate = createAjv({ allErrors: true }).compile<RetrievalRequest>(QUESTION);

/** @throws OwlgateError as above */
export async function retrieve(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, RETRIEVE);
  const { id } = await openDatabase(request, services, 'ask questions');
  const question = await readJson(request, validate, Math.min(services.maxBodyBytes, MAX_BODY_BYTES));
  const clientGone = new AbortController();
  response.once('close', () => clientGone.abort());
  try {
    const result = await services.retrieval.retrieve(id, { ...question, signal: clientGone.signal });
    await sendJson(request, response, result);
  } catch (error) {
    // The client has left.
    if (!clientGone.signal.aborted) throw error;
  }
}

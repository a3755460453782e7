/**
 * GET and HEAD /ontology: the ontology in force, as it was posted.
 *
 * `text/turtle`, with `ETag`, `Last-Modified` and `X-Owlgate-Version`; for `Accept: application/json`
 *
 *     { "version": 1, "profile": "strict", "loadedAt": "2025-01-31T12:00:00.000Z", "checksum": "<SHA-256>", "source": "…" }
 *
 * 304 for a matching `If-None-Match`; 409 NoOntology before the first load.
 */
import type { Request, Response } from 'express';
import { OwlgateError } from '../../errors';
import { readParameters } from '../parameters';
import { sendJson, sendText } from '../send';
import type { Services } from '../services';

/** @throws OwlgateError NoOntology, InvalidRequest */
export async function currentOntology(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, []);
  const { inForce } = services.materializer;
  if (!inForce) throw new OwlgateError('NoOntology');
  const { version, profile, loadedAt, checksum, source } = inForce;
  const asJson = request.accepts(['text/turtle', 'application/json']) === 'application/json';
  response.vary('Accept');
  response.setHeader('X-Owlgate-Version', String(version));
  response.setHeader('ETag', `W/"${version}-${checksum.slice(0, 16)}${asJson ? '-json' : ''}"`);
  response.setHeader('Last-Modified', new Date(loadedAt).toUTCString());
  // It may change at any moment: ask again, and be told 304.
  response.setHeader('Cache-Control', 'no-cache');
  if (asJson) return sendJson(request, response, { version, profile, loadedAt, checksum, source });
  return sendText(request, response, 'text/turtle; charset=utf-8', source);
}

/**
 * /ontology/graphql: GraphQL extension, the user's SDL beside the schema generated from the ontology. Only for clients
 * that may administer: the SDL may contain keys that verify tokens.
 *
 * GET  { "extension": { "version": 1, "loadedAt": "…", "sdl": "…" } | null, "generated": "…" | null, "inForce": "…" |
 *      null }
 *      where `generated` comes from the ontology in force, and `inForce` is what /graphql answers by. For
 *      `Accept: application/graphql` the extension alone, as it was posted; 404 NoGraphqlExtension where there is none.
 *
 * POST body SDL (`application/graphql` or `text/plain`, in UTF-8; `Content-Encoding` gzip, deflate or br) replaces the
 *      former one; `validate=true` changes nothing.
 *      { "status": "success" | "valid", "message": "…", "version": 1, "merged": true,
 *        "warnings": [{ "code", "message" }], "graphqlSchema"?: "…" }
 *      where `merged` is true if it is in force: without an ontology it waits for the load.
 *
 * DELETE removes it; { "status": "success", "message", "version", "merged", "warnings" }.
 *
 * Errors: 400 GraphqlExtension (`problems`: message, line, column), InvalidRequest, ReservedPredicate; 403; 409
 * OntologyBusy, OntologySchemaConflict; 413; 415; 503.
 */
import type { Request, Response } from 'express';
import { clientOf } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { decodeText } from '../../rdf';
import { mediaType } from '../exchange';
import { GATEWAY_ENCODINGS, readBody } from '../middleware/body';
import { DELETE_GRAPHQL_EXTENSION, GRAPHQL_EXTENSION, SET_GRAPHQL_EXTENSION } from '../operations/ontology';
import { readParameters, truth } from '../parameters';
import { sendJson, sendText } from '../send';
import type { Services } from '../services';

const SDL_TYPE = 'application/graphql';
const ACCEPTED: readonly string[] = [SDL_TYPE, 'text/plain', 'application/octet-stream'];

export async function graphqlExtension(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, GRAPHQL_EXTENSION);
  const { engine, materializer } = services;
  const { extension, generated, inForce } = await materializer.graphqlExtension.state(
    clientOf(request.headers, engine),
  );
  response.vary('Accept');
  response.setHeader('Cache-Control', 'no-cache');
  if (request.accepts(['application/json', SDL_TYPE]) === SDL_TYPE) {
    if (!extension) throw new OwlgateError('NoGraphqlExtension');
    return sendText(request, response, SDL_TYPE, extension.sdl);
  }
  return sendJson(request, response, {
    extension: extension ?? null,
    generated: generated ?? null,
    inForce: inForce ?? null,
  });
}

export async function setGraphqlExtension(request: Request, response: Response, services: Services): Promise<void> {
  const { engine, materializer, maxBodyBytes } = services;
  const isValidation = truth('validate', readParameters(request.originalUrl, SET_GRAPHQL_EXTENSION).get('validate'));
  const credentials = clientOf(request.headers, engine);
  const sdl = await readSdl(request, maxBodyBytes);
  if (isValidation) {
    const graphqlSchema = await materializer.graphqlExtension.check(sdl, credentials);
    const message = 'The GraphQL schema is valid; nothing was changed';
    return sendJson(request, response, { status: 'valid', message, ...(graphqlSchema && { graphqlSchema }) });
  }
  const report = await materializer.graphqlExtension.replace(sdl, credentials);
  const { inForce } = materializer;
  const message = report.merged
    ? 'GraphQL schema merged with the ontology, and in force'
    : inForce
      ? 'GraphQL schema stored, but not in force; see the warnings'
      : 'GraphQL schema stored; it takes effect with the next load of an ontology';
  return sendJson(request, response, { status: 'success', message, ...report });
}

export async function deleteGraphqlExtension(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, DELETE_GRAPHQL_EXTENSION);
  const { engine, materializer } = services;
  const report = await materializer.graphqlExtension.replace(undefined, clientOf(request.headers, engine));
  const message = 'GraphQL extension removed; the schema comes from the ontology alone';
  return sendJson(request, response, { status: 'success', message, ...report });
}

/** @throws OwlgateError UnsupportedMediaType, UnsupportedEncoding, InvalidRequest, BodyTooLarge */
async function readSdl(request: Request, maxBytes: number): Promise<string> {
  const header = request.headers['content-type'];
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(header ?? '')?.[1] ?? 'utf-8';
  if (header !== undefined && (!ACCEPTED.includes(mediaType(header)) || !/^(utf-?8|us-ascii)$/i.test(charset))) {
    const accepted = `${ACCEPTED.join(', ')} (in UTF-8)`;
    throw new OwlgateError('UnsupportedMediaType', { given: header.slice(0, 200), accepted });
  }
  const bytes = await readBody(request, GATEWAY_ENCODINGS, maxBytes);
  const sdl = decodeText(bytes);
  if (sdl.trim() === '') {
    throw new OwlgateError('InvalidRequest', {
      reason: 'the body is empty; use DELETE /ontology/graphql to remove the schema',
    });
  }
  return sdl;
}

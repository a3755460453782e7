/**
 * GET and HEAD /ontology: the ontology in force, or with `version` a stored one, as it was posted, with its own
 * `Content-Type`; `ETag`, `Last-Modified` and `X-Owlgate-Version`. Imports are not included.
 *
 * An ontology of another syntax is converted for `Accept: text/turtle`, `application/rdf+xml`, `application/ld+json`,
 * `application/n-triples`, `application/trig` or `application/n-quads`. For `Accept: application/json`
 *
 *     { "version": 1, "profile": "strict", "loadedAt": "2025-01-31T12:00:00.000Z", "checksum": "<SHA-256>",
 *       "mediaType": "text/turtle", "source": "…",
 *       "imports": [{ "iris": ["http://…"], "name", "mediaType", "source" }] }
 *
 * 304 for a matching `If-None-Match`; 406 NotAcceptable for another type, and for an ontology that RDF/XML cannot
 * express; 409 NoOntology before the first load. On a cluster with access control 403 AccessDenied for clients that may
 * not read every predicate of the ontology.
 */
import type { Request, Response } from 'express';
import { documentFor } from '../../materialize';
import type { InForce } from '../../materialize';
import { WRITTEN_SYNTAXES } from '../../rdf';
import { CURRENT } from '../operations/ontology';
import { readParameters, versionNumber } from '../parameters';
import { requireAcceptable, sendBytes, sendJson, sendText } from '../send';
import { viewerOf } from '../viewer';
import type { Services } from '../services';

const JSON_TYPE = 'application/json';

/** @throws OwlgateError NoOntology, InvalidRequest, AccessDenied, NotAcceptable */
export async function currentOntology(request: Request, response: Response, services: Services): Promise<void> {
  const requested = readParameters(request.originalUrl, CURRENT).get('version');
  const viewer = viewerOf(request, response, services);
  const stored =
    requested === undefined
      ? await documentFor(viewer)
      : await services.materializer.history.document(versionNumber('version', requested), viewer.credentials);
  const { version, profile, loadedAt, checksum, source, mediaType } = stored;
  const offered = [...new Set([mediaType, ...WRITTEN_SYNTAXES, JSON_TYPE])];
  const accepted = requireAcceptable(request, offered);
  response.vary('Accept');
  response.setHeader('X-Owlgate-Version', String(version));
  const variant = accepted === mediaType ? '' : `-${accepted.slice(accepted.indexOf('/') + 1)}`;
  response.setHeader('ETag', `W/"${version}-${checksum.slice(0, 16)}${variant}"`);
  response.setHeader('Last-Modified', new Date(loadedAt).toUTCString());
  // The ontology may change at any moment: clients revalidate and get 304.
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-cache');
  if (accepted === JSON_TYPE) {
    const imports = importsOf(stored);
    return sendJson(request, response, { version, profile, loadedAt, checksum, mediaType, source, imports });
  }
  const syntax = WRITTEN_SYNTAXES.find((written) => written === accepted && written !== mediaType);
  const text = syntax ? await services.materializer.reads.ontologyText(stored, syntax) : source;
  const { bytes } = stored.documents[0];
  // Bytes that differ from the text's UTF-8 name their encoding themselves.
  if (!syntax && bytes !== undefined) return sendBytes(request, response, accepted, Buffer.from(bytes, 'base64'));
  return sendText(request, response, `${accepted}; charset=utf-8`, text);
}

function importsOf({ documents }: Pick<InForce, 'documents'>): object[] {
  const imports = documents.filter(({ role }) => role === 'import');
  return imports.map(({ iris, name, mediaType, source }) => ({ iris, name, mediaType, source }));
}

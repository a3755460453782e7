/**
 * POST /ontology (service specification 2.1 and 4.1).
 *
 * Body: Turtle in UTF-8, `Content-Type: text/turtle` or `application/n-triples`, which is Turtle too; without the header
 * it is taken for Turtle, and any other type is refused with 415. `Content-Encoding` gzip, deflate or br.
 *
 * Parameters: `validate=true` changes nothing and says what a load would do; `profile=strict` (default) or `lenient`.
 * Unknown parameters are refused: a misspelt `validate` would load.
 *
 * Answer to a load:
 *
 *     { "status": "success", "message": "Ontology loaded and materializer activated",
 *       "classes": 3, "objectProperties": 2, "dataProperties": 1, "compiledSchema": "…",
 *       "version": 1, "profile": "strict", "warnings": [{ "code", "message", "line"?, "column"? }],
 *       "materialization": { "nodes": 0, "inferred": 0, "retracted": 0, "violations": [{ "message", "entity" }], "violationCount": 0 } }
 *
 * Answer to a validation: `status` is `valid`, and `version` and `materialization` make room for
 *
 *     "diff": { "classes": { "added": [], "removed": [] }, "properties": { "added": [], "removed": [] },
 *               "predicates": { "added": ["p"], "changed": [{ "name", "before", "after" }] },
 *               "types": { "added": ["T"], "changed": [{ "name", "addedFields" }] },
 *               "conflicts": [{ "name", "before", "after", "reason", "needsDrop" }] }
 *
 * where classes and properties are held against the ontology in force, and the rest against the engine's schema; a
 * conflict stands in the way only where there is data.
 *
 * Errors: 400 OntologySyntax (`line`, `column`), OntologyProfile (`violations`: axiom, rule, section, line, column, advice),
 * OntologyName, OntologyAnnotation, OntologyEmpty, InvalidRequest; 403; 409 OntologySchemaConflict (`conflicts`),
 * OntologyBusy; 413; 415; 503.
 */
import type { Request, Response } from 'express';
import { isUtf8 } from 'node:buffer';
import { credentialsOf } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { LoadReport, LoadRequest, Profile, Validation } from '../../materialize/types';
import { mediaType } from '../exchange';
import { encodingOf, OWN_ENCODINGS, readBody } from '../middleware/body';
import { oneOf, readParameters, truth } from '../parameters';
import { sendJson } from '../send';
import type { Services } from '../services';
import { ontologyDifference } from './ontologyDifference';

const ACCEPTED = ['text/turtle', 'application/n-triples'];
const PROFILES: readonly Profile[] = ['strict', 'lenient'];

export async function loadOntology(request: Request, response: Response, services: Services): Promise<void> {
  const { materializer, maxBodyBytes } = services;
  const parameters = readParameters(request.originalUrl, ['validate', 'profile']);
  const validateOnly = truth('validate', parameters.get('validate'));
  const profile = oneOf('profile', parameters.get('profile') ?? 'strict', PROFILES);
  const credentials = credentialsOf(request.headers);
  const load: LoadRequest = {
    source: await readTurtle(request, maxBodyBytes),
    profile,
    ...(credentials && { credentials }),
  };
  if (validateOnly) {
    const before = materializer.inForce;
    const validation = await materializer.validate(load);
    const { predicates, types, conflicts } = validation.diff;
    return sendJson(request, response, {
      status: 'valid',
      message: 'Ontology is valid; nothing was changed',
      ...counts(validation),
      profile,
      warnings: validation.warnings,
      diff: { ...ontologyDifference(before?.loaded, validation.loaded), predicates, types, conflicts },
    });
  }
  const report: LoadReport = await materializer.load(load);
  return sendJson(request, response, {
    status: 'success',
    message: 'Ontology loaded and materializer activated',
    ...counts(report),
    version: report.version,
    profile,
    warnings: report.warnings,
    materialization: report.materialization,
  });
}

function counts({ loaded, compiled }: Validation): Record<string, unknown> {
  return { ...loaded.counts, compiledSchema: compiled.text };
}

async function readTurtle(request: Request, maxBodyBytes: number): Promise<string> {
  const header = request.headers['content-type'];
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(header ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (header !== undefined && (!ACCEPTED.includes(mediaType(header)) || !/^(utf-?8|us-ascii)$/.test(charset))) {
    const accepted = `${ACCEPTED.join(', ')} (in UTF-8)`;
    throw new OwlgateError('UnsupportedMediaType', { given: header.slice(0, 200), accepted });
  }
  const encoding = encodingOf(request, OWN_ENCODINGS);
  if (encoding === undefined) {
    const reason = `the Content-Encoding is unknown; use one of: ${OWN_ENCODINGS.join(', ')}`;
    throw new OwlgateError('InvalidRequest', { reason });
  }
  const { bytes } = await readBody(request, encoding, maxBodyBytes);
  refuseOtherEncodings(bytes);
  const text = bytes.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** @throws OwlgateError OntologySyntax with the place of the first byte that is not UTF-8 */
function refuseOtherEncodings(bytes: Buffer): void {
  if (isUtf8(bytes)) return;
  let start = 0;
  for (let line = 1; start <= bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    const part = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (!isUtf8(part)) {
      const column = part.toString('utf8').indexOf('\ufffd') + 1;
      const reason = 'the text is not UTF-8; save it in UTF-8';
      throw new OwlgateError('OntologySyntax', { line, column, reason }, { line, column });
    }
    start += part.length + 1;
  }
}

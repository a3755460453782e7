/**
 * POST /ontology (service specification 2.1 and 4.1).
 *
 * Body: a document in Turtle, N-Triples, TriG, N-Quads, RDF/XML, OWL/XML or JSON-LD, as `Content-Type` says; without
 * the header, or with a generic type (`ALIASES` of rdf/syntax), the syntax is detected; any other type is refused with
 * 415. Or `multipart/form-data`: the part named `ontology`, else the first, is the ontology, and the others serve its
 * imports. `Content-Encoding` gzip, deflate or br.
 *
 * Parameters: `validate=true` changes nothing and previews the load; `profile=strict` (default) or `lenient`;
 * `names=iri` or `label` (default: OWLGATE_NAMES, else that of the ontology in force, else `iri`). With a
 * validation, `data=false` leaves the stored data out, and `timeout=60s` (1 to 3600 seconds) bounds the walk over it.
 * `against=3` compares a validation with a stored version, and not with the ontology in force and the data. `message`
 * and `from` (file or address of the document; default: names of the form's parts) are kept with the version.
 * Unknown parameters are refused: a misspelt `validate` would load.
 *
 * Answer to a load:
 *
 *     { "status": "success", "message": "Ontology loaded and materializer activated",
 *       "classes": 3, "objectProperties": 2, "dataProperties": 1, "compiledSchema": "…",
 *       "version": 1, "profile": "strict",
 *       "warnings": [{ "code", "message", "line"?, "column"?, "count"?, "examples"? }],
 *       "materialization": { "nodes": 0, "inferred": 0, "retracted": 0,
 *         "violations": [{ "message", "entity" }], "violationCount": 0 },
 *       "unknownTypes"?: [{ "type", "nodes" }] }
 *
 * Answer to a validation: `status` is `valid`; there is no `version`; `graphqlSchema` is the SDL of the ontology;
 * `materialization` is the result that a load would have, with
 *
 *     "examples": { "inferred": [{ "subject", "predicate", "object" }], "retracted": [] },
 *     "exact": true, "reason"?: "…"
 *
 * and
 *
 *     "diff": { "axioms": { "added": [{ "axiom", "line", "column", "document"? }], "removed": [],
 *                           "addedCount": 1, "removedCount": 0 },
 *               "classes": { "added": [], "removed": [] }, "properties": { "added": [], "removed": [] },
 *               "predicates": { "added": ["p"], "changed": [{ "name", "before", "after" }] },
 *               "types": { "added": ["T"], "changed": [{ "name", "addedFields" }] },
 *               "conflicts": [{ "name", "effect", "before", "after", "reason", "needsDrop" }] }
 *
 * where axioms, classes and properties are compared with the ontology in force, and the rest with the engine's schema.
 * `effect` of a conflict is `converted`: no client has stored values, which would refuse the validation like the load;
 * or `unknown`: the stored data was not read.
 *
 * Errors: 400 OntologySyntax (`line`, `column`, `document`), OntologyImport (also `iri`), OntologyProfile
 * (`violations`: axiom, rule, section, line, column, advice), OntologyName, OntologyAnnotation, OntologyEmpty,
 * InvalidRequest; 403; 409 OntologySchemaConflict (`conflicts`), OntologyBusy; 413; 415; 503.
 */
import type { Request, Response } from 'express';
import { clientOf } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { LoadReport, LoadRequest, PreviewRequest, Profile, Validation } from '../../materialize';
import type { Naming } from '../../ontology';
import { accountOf } from '../account';
import { callerOf } from '../auth/caller';
import { allows } from '../auth/roles';
import { readDocuments } from '../ontology-body';
import { LOAD, PREVIEW_SECONDS } from '../operations/ontology';
import { oneOf, readParameters, truth, versionNumber } from '../parameters';
import { sendJson } from '../send';
import type { Services } from '../services';
import { tellWorkers } from '../shared/schema-change';

const PROFILES: readonly Profile[] = ['strict', 'lenient'];
const NAMINGS: readonly Naming[] = ['iri', 'label'];

export async function loadOntology(request: Request, response: Response, services: Services): Promise<void> {
  const { engine, maxBodyBytes } = services;
  const parameters = readParameters(request.originalUrl, LOAD);
  const options = readLoadOptions(parameters);
  const profile = oneOf('profile', parameters.get('profile') ?? 'strict', PROFILES);
  const names = parameters.get('names');
  const naming = names === undefined ? undefined : oneOf('names', names, NAMINGS);
  const credentials = clientOf(request.headers, engine);
  const documents = await readDocuments(request, maxBodyBytes);
  const from = parameters.get('from') ?? documents.name;
  const load: LoadRequest = {
    ...documents,
    profile,
    ...(naming && { naming }),
    mayFetch: allows(callerOf(request).role, 'admin'),
    account: accountOf(request, services, { from, message: parameters.get('message') }),
    ...(credentials && { credentials }),
  };
  return answerLoad(request, response, services, load, options);
}

interface LoadOptions {
  readonly validateOnly: boolean;
  readonly preview: PreviewRequest | undefined;
  /** Version to compare a validation with; default: the version in force. */
  readonly against?: number | undefined;
}

type LoadParameter = 'validate' | 'data' | 'timeout' | 'against';

interface LoadParameters {
  get(name: LoadParameter): string | undefined;
  has(name: LoadParameter): boolean;
}

/** Reads the parameters that loads of documents and of stored versions share. @throws OwlgateError InvalidRequest */
export function readLoadOptions(parameters: LoadParameters): LoadOptions {
  const validateOnly = truth('validate', parameters.get('validate'));
  const against = parameters.get('against');
  if (against === undefined) {
    const preview = readPreview({ data: parameters.get('data'), timeout: parameters.get('timeout') }, validateOnly);
    return { validateOnly, preview };
  }
  const refuse = (reason: string) => new OwlgateError('InvalidRequest', { reason });
  if (!validateOnly) throw refuse('against needs validate=true');
  if (parameters.get('data') === 'true' || parameters.has('timeout')) {
    throw refuse('the stored data is compared with the ontology in force; leave out data and timeout, or against');
  }
  return { validateOnly, preview: undefined, against: versionNumber('against', against) };
}

/** Carries out a load or a validation, and answers. */
export async function answerLoad(
  request: Request,
  response: Response,
  { materializer }: Services,
  load: LoadRequest,
  { validateOnly, preview, against }: LoadOptions,
): Promise<void> {
  const { profile } = load;
  if (validateOnly) {
    const clientGone = new AbortController();
    response.once('close', () => clientGone.abort());
    const cancellable = { ...load, signal: clientGone.signal };
    const validation = await materializer.loads.validate(cancellable, preview, against).catch((error: unknown) => {
      if (clientGone.signal.aborted) return undefined;
      throw error;
    });
    if (!validation) return;
    const { predicates, types, conflicts } = validation.diff;
    const ofEngine = against === undefined ? { predicates, types, conflicts } : { conflicts: [] };
    return sendJson(request, response, {
      status: 'valid',
      message: 'Ontology is valid; nothing was changed',
      ...counts(validation),
      graphqlSchema: validation.graphqlSchema,
      profile,
      warnings: validation.warnings,
      diff: { ...validation.compared, ...ofEngine },
      ...(validation.materialization && { materialization: validation.materialization }),
    });
  }
  const report: LoadReport = await materializer.loads.load(load);
  await tellWorkers('schema');
  return sendJson(request, response, {
    status: 'success',
    message: 'Ontology loaded and materializer activated',
    ...counts(report),
    version: report.version,
    profile,
    warnings: report.warnings,
    materialization: report.materialization,
    ...(report.unknownTypes.length > 0 && { unknownTypes: report.unknownTypes }),
  });
}

/** Reads the options of the preview; undefined for none. @throws OwlgateError InvalidRequest */
function readPreview(
  { data, timeout }: { readonly data: string | undefined; readonly timeout: string | undefined },
  validateOnly: boolean,
): PreviewRequest | undefined {
  const refuse = (reason: string) => new OwlgateError('InvalidRequest', { reason });
  if (!validateOnly && (data ?? timeout) !== undefined) throw refuse('data and timeout need validate=true');
  const includesData = truth('data', data ?? 'true');
  const seconds =
    timeout === undefined ? PREVIEW_SECONDS.preset : /^\d{1,4}s?$/.test(timeout) ? parseInt(timeout, 10) : 0;
  if (seconds < 1 || seconds > PREVIEW_SECONDS.max) {
    throw refuse(`timeout must be a whole number of seconds from 1 to ${PREVIEW_SECONDS.max}, such as timeout=60s`);
  }
  return validateOnly && includesData ? { timeoutMs: seconds * 1000 } : undefined;
}

function counts({ counts: numbers, compiledSchema }: Omit<Validation, 'graphqlSchema'>): Record<string, unknown> {
  return { ...numbers, compiledSchema };
}

/**
 * GET and HEAD /ontology/access: the rules of the ontology in force that widen what the groups of a cluster with access
 * control may read or write, compared with the current groups.
 *
 *     { "version": 1, "accessControl": true, "warnings": [{ "code": "rule-widens-read", "message", "line", "column",
 *         "rule": "prp-spo1", "axiom", "axioms": 1, "from": "salary", "to": "pay", "groups": ["clerks"] }] }
 *
 * `code` is `rule-widens-read` or `rule-widens-write`. Without access control there are no warnings.
 *
 * Errors: 400 InvalidRequest; 403 AccessDenied for all but guardians; 409 NoOntology; 503.
 */
import type { Request, Response } from 'express';
import { clientOf } from '../../dgraph';
import { ACCESS } from '../operations/ontology';
import { readParameters } from '../parameters';
import { sendJson } from '../send';
import type { Services } from '../services';

/** @throws OwlgateError NoOntology, InvalidRequest, AccessDenied */
export async function access(request: Request, response: Response, { engine, materializer }: Services): Promise<void> {
  readParameters(request.originalUrl, ACCESS);
  const report = await materializer.reads.accessReport(clientOf(request.headers, engine));
  response.setHeader('X-Owlgate-Version', String(report.version));
  response.setHeader('Cache-Control', 'no-store');
  await sendJson(request, response, report);
}

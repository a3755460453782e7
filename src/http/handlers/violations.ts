/**
 * GET and HEAD /ontology/violations: the contradictions among the stored facts, each with its proof, searched per
 * request.
 *
 * `first=` maximum number, 1 to 1000, 100 by default; `after=` the `next` of the previous part. A part may be short or
 * empty and still have a `next`: the walk of one request is limited. `repairs=true` adds the repairs of each.
 *
 *     { "version": 1, "violations": [{ "message", "code", "entity", "rule", "axiom", "line", "column",
 *         "facts": [{ "subject", "predicate", "object" }], "explanation": { "rule": …, "premises": […] } }],
 *       "next": "…" }
 *
 * Errors: 400 InvalidRequest, also for a cursor of another version; 409 NoOntology; 503.
 */
import type { Request, Response } from 'express';
import { clientOf } from '../../dgraph';
import { VIOLATIONS, VIOLATIONS_PAGE } from '../operations/ontology';
import { readParameters, truth, wholeNumber } from '../parameters';
import { sendJson } from '../send';
import type { Services } from '../services';

/** @throws OwlgateError NoOntology, InvalidRequest */
export async function violations(
  request: Request,
  response: Response,
  { engine, materializer }: Services,
): Promise<void> {
  const parameters = readParameters(request.originalUrl, VIOLATIONS);
  const first = wholeNumber('first', parameters.get('first'), VIOLATIONS_PAGE);
  const after = parameters.get('after');
  const repairs = truth('repairs', parameters.get('repairs'));
  const credentials = clientOf(request.headers, engine);
  const page = await materializer.reads.violations({ first, after, repairs, credentials });
  response.setHeader('X-Owlgate-Version', String(page.version));
  response.setHeader('Cache-Control', 'no-cache');
  await sendJson(request, response, page);
}

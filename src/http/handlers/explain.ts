/**
 * GET and HEAD /ontology/explain: proofs of a stored fact.
 *
 * | parameter   | value                                                                                             |
 * |-------------|---------------------------------------------------------------------------------------------------|
 * | `subject`   | a uid (`0x1`), an IRI with or without `<>`, or `prefix:name` with a prefix of the ontology          |
 * | `predicate` | a Dgraph name, an IRI, or `prefix:name`; `graph.type` for types                                    |
 * | `object`    | a node as `subject`; a class as `predicate`; or a value: plain text, `"text"@en`, `"5"^^<datatype>` |
 * | `max`       | maximum number of proofs, shortest first; 1 to 100, default 1                                       |
 *
 * Answers with JSON, or with a text where `Accept` prefers `text/plain`.
 *
 * Errors: 400 InvalidRequest; 404 FactUnknown with the facts stored instead in `extensions.near`, UnknownPredicate with
 * near misses in `extensions.suggestions`, UnknownNode; 409 NoOntology.
 */
import type { Request, Response } from 'express';
import { clientOf } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { EXPLAIN, PROOFS } from '../operations/ontology';
import { readParameters, wholeNumber } from '../parameters';
import { sendJson, sendText } from '../send';
import type { Services } from '../services';

const FACT = ['subject', 'predicate', 'object'] as const;

/** @throws OwlgateError NoOntology, InvalidRequest, UnknownPredicate, UnknownNode, FactUnknown */
export async function explain(request: Request, response: Response, { engine, materializer }: Services): Promise<void> {
  const parameters = readParameters(request.originalUrl, EXPLAIN);
  const absent = FACT.filter((name) => (parameters.get(name) ?? '') === '');
  if (absent.length > 0) {
    const reason = `${absent.join(' and ')} ${absent.length > 1 ? 'are' : 'is'} missing: /ontology/explain?subject=…&predicate=…&object=…`;
    throw new OwlgateError('InvalidRequest', { reason });
  }
  const max = wholeNumber('max', parameters.get('max'), PROOFS);
  const credentials = clientOf(request.headers, engine);
  const [subject, predicate, object] = FACT.map((name) => parameters.get(name)!) as [string, string, string];
  const answer = await materializer.explain({ subject, predicate, object, max, ...(credentials && { credentials }) });
  response.setHeader('X-Owlgate-Version', String(answer.version));
  response.vary('Accept');
  if (request.accepts(['application/json', 'text/plain']) === 'text/plain') {
    return sendText(request, response, 'text/plain; charset=utf-8', answer.text);
  }
  return sendJson(request, response, answer.json);
}

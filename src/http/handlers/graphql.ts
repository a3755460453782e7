/**
 * /graphql: the engine answers, but for mutations once an ontology is in force, which go through the materializer, and what
 * is over a limit. What has no mutation in it goes on byte for byte.
 */
import type { IncomingMessage } from 'node:http';
import { clientOf } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { parametersOf, responseHead } from '../../graphql/http';
import { callerOf, demand } from '../auth/caller';
import { graphqlRole } from '../auth/graphqlRole';
import type { Exchange } from '../exchange';
import { readIdempotency } from '../idempotency';
import { DGRAPH_ENCODINGS, encodingOf, readBody, type Encoding } from '../middleware/body';
import { allowOrigins } from '../middleware/cors';
import type { Services } from '../services';

export async function handleGraphql(exchange: Exchange, services: Services): Promise<void> {
  const { request, response, target, contentType } = exchange;
  const { engine, graphql, maxBodyBytes } = services;
  const method = request.method ?? 'GET';
  const caller = callerOf(request);
  const mayOnlyRead = caller.role === 'read' && method !== 'OPTIONS';
  const canBeRead = method === 'POST' || method === 'GET';
  if (mayOnlyRead && !canBeRead) demand(caller, 'write', `a GraphQL request that may be a mutation`);
  if (!canBeRead) {
    return engine.forward(request, response, { path: target });
  }
  const body = method === 'POST' ? await readBody(request, requireEncoding(request), maxBodyBytes) : undefined;
  const text = body?.bytes.toString('utf8') ?? '';
  const http = { method, contentType, parameters: parametersOf(target), body: text, headers: request.headers };
  const credentials = clientOf(request.headers, engine);
  if (mayOnlyRead) demand(caller, await graphqlRole(http, engine, credentials), 'a GraphQL mutation');
  const idempotent = readIdempotency(exchange, credentials, text);
  const answer = await graphql.answer(http, credentials, idempotent);
  if (answer === undefined) {
    const reads = !MAY_CHANGE.test(text + target);
    return engine.forward(request, response, { path: target, reads, ...(body && { body: body.raw }) });
  }
  const bytes = Buffer.from(answer.body);
  allowOrigins(response);
  if (answer.isReplay) response.setHeader('Idempotent-Replayed', 'true');
  const head = responseHead(request.headers.accept ?? '', answer.executed);
  response.writeHead(head.status, { 'Content-Type': head.contentType, 'Content-Length': bytes.length }).end(bytes);
}

/** What a request that changes something has in it: the word, escapes that may spell it, or the hash of a document. */
const MAY_CHANGE = /mutation|\\u|%|sha256/i;

/**
 * The encoding of a body, as the engine takes it: of any other that it is said to have Dgraph knows nothing, and reads it as
 * it comes.
 *
 * @throws OwlgateError
 */
function requireEncoding(request: IncomingMessage): Encoding {
  const given = request.headers['content-encoding'] ?? '';
  const encoding = encodingOf(request, DGRAPH_ENCODINGS);
  if (encoding !== undefined && given === given.toLowerCase()) return encoding;
  throw new OwlgateError('InvalidRequest', {
    reason: `Content-Encoding ${given} is not accepted here; use gzip, or none`,
  });
}

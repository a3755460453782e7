/**
 * /graphql: the engine answers, but for mutations once an ontology is in force, which go through the materializer. What has
 * no mutation in it goes on byte for byte.
 */
import { clientOf } from '../../dgraph';
import { callerOf, demand } from '../auth/caller';
import { graphqlRole } from '../auth/graphqlRole';
import type { Exchange } from '../exchange';
import { DGRAPH_ENCODINGS, encodingOf, readBody } from '../middleware/body';
import { allowOrigins } from '../middleware/cors';
import type { Services } from '../services';

export async function handleGraphql(exchange: Exchange, services: Services): Promise<void> {
  const { request, response, target, parameters, contentType } = exchange;
  const { engine, materializer, graphql, maxBodyBytes } = services;
  const encoding = encodingOf(request, DGRAPH_ENCODINGS);
  const method = request.method ?? 'GET';
  const caller = callerOf(request);
  const mayOnlyRead = caller.role === 'read' && method !== 'OPTIONS';
  const canBeRead = encoding !== undefined && (method === 'POST' || method === 'GET');
  if (mayOnlyRead && !canBeRead) demand(caller, 'write', `a GraphQL request that may be a mutation`);
  if (!canBeRead || (!materializer.inForce && !mayOnlyRead)) {
    return engine.forward(request, response, { path: target });
  }
  const body = method === 'POST' ? await readBody(request, encoding, maxBodyBytes) : undefined;
  const http = { method, contentType, parameters, body: body?.bytes.toString('utf8') ?? '' };
  const credentials = clientOf(request.headers, engine);
  if (mayOnlyRead) demand(caller, await graphqlRole(http, engine, credentials), 'a GraphQL mutation');
  const answer = await graphql.answer(http, credentials);
  if (answer === undefined) return engine.forward(request, response, { path: target, ...(body && { body: body.raw }) });
  const bytes = Buffer.from(answer);
  allowOrigins(response);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes);
}

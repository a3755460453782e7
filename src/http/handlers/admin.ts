/**
 * /admin and /admin/schema: forwarded to the engine, unless their GraphQL schema would map predicates of the registry.
 * Mutations there may change the GraphQL schema, and with it the engine's schema, or restore a backup: the materializer
 * is notified before the client gets the answer.
 */
import { clientOf, type EngineAnswer } from '../../dgraph';
import { RequestFailure } from '../../graphql/request';
import { protectFromGraphql } from '../../materialize';
import { readAdminRequest, type AdminRequest } from '../admin-request';
import type { Exchange } from '../exchange';
import { allowOrigins } from '../middleware/cors';
import { invalidMethod } from '../refusal';
import type { Services } from '../services';
import { hasSucceeded, MAX_SCHEMA_BYTES, notify } from '../shared/schema-change';
import { relayAnswer, askEngine, readEngineBody, type EngineRequestParts } from './engine-relay';

export async function handleAdmin(exchange: Exchange, services: Services): Promise<void> {
  const { request, response, method, parameters } = exchange;
  if (method !== 'GET' && method !== 'POST') throw invalidMethod();
  const text = method === 'POST' ? (await readEngineBody(exchange, services, MAX_SCHEMA_BYTES)).toString('utf8') : '';
  const contentType = request.headers['content-type'] ?? '';
  let adminRequest: AdminRequest;
  try {
    adminRequest = readAdminRequest({ method, contentType, parameters, body: text });
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const body = Buffer.from(JSON.stringify({ errors: error.errors }));
    allowOrigins(response);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
    return;
  }
  const { body, hasMutation, logins, texts } = adminRequest;
  for (const each of texts) protectFromGraphql(each);
  exchange.retarget('/admin', {});
  await relay(
    exchange,
    services,
    { method: 'POST', body, type: 'application/json', reads: !hasMutation },
    texts,
    hasMutation,
    logins,
  );
}

/** Handles POST of SDL. */
export async function handleAdminSchema(exchange: Exchange, services: Services): Promise<void> {
  const body = await readEngineBody(exchange, services, MAX_SCHEMA_BYTES);
  const sdl = body.toString('utf8');
  protectFromGraphql(sdl);
  await relay(exchange, services, { body, type: 'application/graphql' }, [sdl], true);
}

/**
 * @param texts candidates for the new GraphQL schema
 * @param logins number of logins in the request
 */
async function relay(
  exchange: Exchange,
  services: Services,
  requestParts: EngineRequestParts,
  texts: readonly string[],
  changes: boolean,
  logins = 0,
): Promise<void> {
  const { engine, materializer } = services;
  const send = async () => {
    const answer = await askEngine(engine, exchange, requestParts);
    if (changes && hasSucceeded(answer)) await notify('schema', services);
    return answer;
  };
  const hasFailed = (answer: EngineAnswer): boolean => !hasSucceeded(answer);
  const counted = logins > 0 ? () => services.logins.attempt(exchange.request, send, hasFailed, logins) : send;
  const credentials = clientOf(exchange.request.headers, engine);
  const answer = changes
    ? await materializer.schema.change({ kind: 'graphql', texts }, credentials, counted)
    : await counted();
  relayAnswer(exchange.response, answer);
}

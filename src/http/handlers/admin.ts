/**
 * /admin and /admin/schema: to the engine, unless they would map the predicates of the registry. Their mutations may change
 * the GraphQL schema, and with it the engine's, or bring back a backup: the materializer hears of it before the client has
 * its answer.
 */
import { RequestFailure } from '../../graphql/request/failure';
import { protectFromGraphql } from '../../materialize';
import { readAdminRequest, type AdminRequest } from '../admin-request';
import type { Exchange } from '../exchange';
import { allowOrigins } from '../middleware/cors';
import { invalidMethod } from '../refusal';
import type { Services } from '../services';
import { notify } from './alter';
import { answerWith, ask, bodyOf, succeeded, type Onward } from './passOn';

export async function handleAdmin(exchange: Exchange, services: Services): Promise<void> {
  const { request, response, method, parameters } = exchange;
  if (method !== 'GET' && method !== 'POST') throw invalidMethod();
  const text = method === 'POST' ? (await bodyOf(exchange, services)).toString('utf8') : '';
  const contentType = request.headers['content-type'] ?? '';
  let read: AdminRequest;
  try {
    read = readAdminRequest({ method, contentType, parameters, body: text });
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const body = Buffer.from(JSON.stringify({ errors: error.errors }));
    allowOrigins(response);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
    return;
  }
  const { body, hasMutation, texts } = read;
  for (const each of texts) protectFromGraphql(each);
  exchange.settle('/admin', {});
  await relay(exchange, services, { method: 'POST', body, type: 'application/json' }, hasMutation);
}

/** POST of SDL. */
export async function handleAdminSchema(exchange: Exchange, services: Services): Promise<void> {
  const body = await bodyOf(exchange, services);
  protectFromGraphql(body.toString('utf8'));
  await relay(exchange, services, { body, type: 'application/graphql' }, true);
}

async function relay(exchange: Exchange, services: Services, sent: Onward, changes: boolean): Promise<void> {
  const answer = await ask(services.engine, exchange, sent);
  if (changes && succeeded(answer)) await notify('schema', services);
  answerWith(exchange.response, answer);
}

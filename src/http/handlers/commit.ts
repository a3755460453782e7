/** POST /commit: ends a client's open transaction, through the materializer. */
import { clientOf } from '../../dgraph';
import type { Exchange } from '../exchange';
import { readIdempotency } from '../idempotency';
import type { Services } from '../services';
import { MAX_JSON_BYTES, sendReply, readEngineBody } from './engine-relay';

export async function handleCommit(exchange: Exchange, services: Services): Promise<void> {
  const { request, response, parameters } = exchange;
  const { engine, materializer } = services;
  const body = await readEngineBody(exchange, services, MAX_JSON_BYTES);
  const credentials = clientOf(request.headers, engine);
  const idempotent = readIdempotency(exchange, credentials, body);
  const optional = { ...(credentials && { credentials }), ...(idempotent && { idempotent }) };
  sendReply(response, await materializer.writes.commit({ body, parameters, ...optional }));
}

/** POST /commit: the end of a transaction that a client has open, through the materializer. */
import { clientOf } from '../../dgraph';
import type { Exchange } from '../exchange';
import { DGRAPH_ENCODINGS, encodingOf, readBody } from '../middleware/body';
import type { Services } from '../services';
import { readIdempotency } from '../idempotency';
import { answerReply } from './passOn';

export async function handleCommit(exchange: Exchange, services: Services): Promise<void> {
  const { request, response, target, parameters } = exchange;
  const { engine, materializer, maxBodyBytes } = services;
  const encoding = encodingOf(request, DGRAPH_ENCODINGS);
  // What the engine refuses it is to refuse in its own words.
  if (encoding === undefined) return engine.forward(request, response, { path: target });
  const { bytes } = await readBody(request, encoding, maxBodyBytes);
  const credentials = clientOf(request.headers, engine);
  const idempotent = readIdempotency(exchange, credentials, bytes);
  const named = { ...(credentials && { credentials }), ...(idempotent && { idempotent }) };
  answerReply(response, await materializer.commit({ body: bytes, parameters, ...named }));
}

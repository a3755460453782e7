/**
 * POST /mutate (service specification 4.4): through the materializer where the ontology is concerned, and otherwise to the
 * engine as it came. Rejections have Dgraph's form: HTTP 200 with `errors[]`. With `dryRun=true` nothing is written: the
 * answer says what would be.
 */
import { clientOf } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Exchange } from '../exchange';
import { DGRAPH_ENCODINGS, encodingOf, readBody } from '../middleware/body';
import type { Services } from '../services';
import { readIdempotency } from '../idempotency';
import { answerReply } from './passOn';

const UNREADABLE = 'a dry run needs a body that can be read here; send it without Content-Encoding, or with gzip';

export async function handleMutate(exchange: Exchange, services: Services): Promise<void> {
  const { request, response, target, contentType } = exchange;
  const { engine, materializer, maxBodyBytes } = services;
  const encoding = encodingOf(request, DGRAPH_ENCODINGS);
  if (encoding === undefined) {
    // The engine would do what is only asked about.
    if (exchange.parameters.has('dryRun')) throw new OwlgateError('InvalidRequest', { reason: UNREADABLE });
    // What the engine refuses it is to refuse in its own words.
    return engine.forward(request, response, { path: target });
  }

  const { raw, bytes } = await readBody(request, encoding, maxBodyBytes);
  const credentials = clientOf(request.headers, engine);
  const idempotent = readIdempotency(exchange, credentials, bytes);
  const call = {
    body: bytes,
    contentType,
    parameters: exchange.parameters,
    ...(credentials && { credentials }),
    ...(idempotent && { idempotent }),
  };
  if (!materializer.concerns(call)) return engine.forward(request, response, { path: target, body: raw });

  answerReply(response, await materializer.mutate(call));
}

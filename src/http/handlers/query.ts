/**
 * POST /query (service specification 4.3): streams the engine's answer.
 *
 * Two parts of a query are rewritten by token: the gateway's predicate `graph.type` to `dgraph.type`, and a count at
 * the root over edges without a count index to a filter. A query without them is forwarded byte for byte.
 */
import { OwlgateError } from '../../errors';
import { readQueryBody, type QueryBody, type QueryBodyInput } from '../../materialize';
import type { Exchange } from '../exchange';
import { DgraphRefusal, requireMediaType } from '../refusal';
import type { Services } from '../services';
import { readEngineBody, engineRequest } from './engine-relay';

const TYPE_PREDICATE = 'graph.type';
const COUNT = 'count';
const JSON_TYPE = 'application/json';
const TYPES = [JSON_TYPE, 'application/graphql+-', 'application/dql'] as const;
const LISTED = 'application/json, application/graphql+-,application/dql';

/** Bytes from which a document process parses a body; a smaller one takes some hundredths of a second at most. */
const LARGE_BODY_BYTES = 256 * 1024;
/** Maximum bytes of a body that is parsed: the limit of the embedded engine. */
const MAX_BODY_BYTES = 16 * 2 ** 20;

export async function handleQuery(exchange: Exchange, services: Services): Promise<void> {
  const type = requireMediaType(exchange.request.headers['content-type'], TYPES, LISTED);
  const bytes = await readEngineBody(exchange, services);
  const isJson = type === JSON_TYPE;
  const isRead =
    isJson || bytes.includes(TYPE_PREDICATE) || (services.materializer.uncounted.length > 0 && bytes.includes(COUNT));
  const query = isRead ? await readQuery(bytes, isJson, services) : {};
  if (query.refusal !== undefined) throw new DgraphRefusal(query.refusal, 'ErrorInvalidRequest');
  await services.engine.forward(engineRequest(exchange, { type, body: query.body ?? bytes }), exchange.response);
}

/** @throws OwlgateError QueryTooLarge, DocumentTooCostly, DocumentsBusy */
async function readQuery(bytes: Buffer, isJson: boolean, services: Services): Promise<QueryBody> {
  const { documents, engine, materializer } = services;
  if (bytes.length > MAX_BODY_BYTES) {
    throw new OwlgateError('QueryTooLarge', { size: bytes.length, limit: MAX_BODY_BYTES });
  }
  const input: QueryBodyInput = { text: bytes.toString('utf8'), isJson, uncounted: materializer.uncounted };
  return bytes.length < LARGE_BODY_BYTES
    ? readQueryBody(input)
    : documents.run('readQuery', input, { lane: 'query', engine });
}

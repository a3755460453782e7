/**
 * POST /query (service specification 4.3): streams the engine's answer.
 *
 * The gateway's predicate `graph.type` is rewritten to `dgraph.type`, by token, and a count at the root over edges
 * without a count index to a filter. A query without either is forwarded byte for byte.
 */
import { OwlgateError } from '../../errors';
import { readQueryBody, type QueryBody, type QueryBodyInput } from '../../materialize';
import type { Exchange } from '../exchange';
import { DgraphRefusal, requireMediaType } from '../refusal';
import type { Services } from '../services';
import { bodyOf, onward } from './passOn';

const WORD = 'graph.type';
const COUNT = 'count';
const JSON_TYPE = 'application/json';
const TYPES = [JSON_TYPE, 'application/graphql+-', 'application/dql'] as const;
const LISTED = 'application/json, application/graphql+-,application/dql';

/** Bytes from which another process parses a body; smaller ones take some hundredths of a second. */
const LARGE_BODY = 256 * 1024;
/** Maximum bytes of a body that is parsed: the limit of the embedded engine. */
const LONGEST_BODY = 16 * 2 ** 20;

export async function handleQuery(exchange: Exchange, services: Services): Promise<void> {
  const type = requireMediaType(exchange.request.headers['content-type'], TYPES, LISTED);
  const bytes = await bodyOf(exchange, services);
  const isJson = type === JSON_TYPE;
  const isRead =
    isJson || bytes.includes(WORD) || (services.materializer.uncounted.length > 0 && bytes.includes(COUNT));
  const read = isRead ? await readBody(bytes, isJson, services) : {};
  if (read.refusal !== undefined) throw new DgraphRefusal(read.refusal, 'ErrorInvalidRequest');
  await services.engine.forward(onward(exchange, { type, body: read.body ?? bytes }), exchange.response);
}

/** @throws OwlgateError QueryTooLarge, DocumentTooCostly, DocumentsBusy */
async function readBody(bytes: Buffer, isJson: boolean, services: Services): Promise<QueryBody> {
  const { documents, engine, materializer } = services;
  if (bytes.length > LONGEST_BODY) {
    throw new OwlgateError('QueryTooLarge', { size: bytes.length, limit: LONGEST_BODY });
  }
  const input: QueryBodyInput = { text: bytes.toString('utf8'), isJson, uncounted: materializer.uncounted };
  return bytes.length < LARGE_BODY
    ? readQueryBody(input)
    : documents.run('readQuery', input, { lane: 'query', engine });
}

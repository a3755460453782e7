/**
 * Queries of clients, over HTTP or gRPC. Two parts are rewritten by token: the gateway's predicate `graph.type` to
 * `dgraph.type`, and a count at the root over edges without a count index to a filter. A query without them is sent
 * byte for byte.
 */
import { OwlgateError } from '../../errors';
import { readQueryBody, type QueryBody, type QueryBodyInput } from '../../materialize';
import { LRUCache } from '../../util/lru';
import { detached } from '../../util/text';
import type { Services } from '../services';

const TYPE_PREDICATE = 'graph.type';
const COUNT = 'count';

/** Bytes from which a document process parses a body; a smaller one takes some hundredths of a second at most. */
const LARGE_BODY_BYTES = 256 * 1024;
/** Maximum bytes of a body that is parsed: the limit of the embedded engine. */
const MAX_BODY_BYTES = 16 * 2 ** 20;

/** Characters of all rewritten bodies that are kept, for clients that send the same query again and again. */
const KEPT_CHARACTERS = 500_000;

interface Rewritten {
  readonly uncounted: readonly string[];
  readonly body: QueryBody;
}

/** Rewritten bodies by text, of DQL and of JSON. */
const newCache = () =>
  new LRUCache<string, Rewritten>({ most: 500, weight: { most: KEPT_CHARACTERS, of: (text) => text.length } });
const rewritten = { dql: newCache(), json: newCache() };

type QueryServices = Pick<Services, 'documents' | 'engine' | 'materializer'>;

/** Returns true if DQL has a word that may need a rewrite. */
export const mayNeedRewrite = (dql: Buffer, { materializer }: QueryServices): boolean =>
  dql.includes(TYPE_PREDICATE) || (materializer.uncounted.length > 0 && dql.includes(COUNT));

/**
 * Rewrites the body of a query.
 *
 * @returns the body to send, or the reason of a refusal in Dgraph's words
 * @throws OwlgateError QueryTooLarge; as rejections DocumentTooCostly, DocumentsBusy
 */
export function rewriteQuery(bytes: Buffer, isJson: boolean, services: QueryServices): QueryBody | Promise<QueryBody> {
  const { documents, engine, materializer } = services;
  if (!isJson && !mayNeedRewrite(bytes, services)) return {};
  if (bytes.length > MAX_BODY_BYTES) {
    throw new OwlgateError('QueryTooLarge', { size: bytes.length, limit: MAX_BODY_BYTES });
  }
  const input: QueryBodyInput = { text: bytes.toString('utf8'), isJson, uncounted: materializer.uncounted };
  if (bytes.length >= LARGE_BODY_BYTES) return documents.run('readQuery', input, { lane: 'query', engine });
  return readSmall(input);
}

function readSmall(input: QueryBodyInput): QueryBody {
  const { text, isJson, uncounted } = input;
  const cache = isJson ? rewritten.json : rewritten.dql;
  const known = cache.get(text);
  if (known?.uncounted === uncounted) return known.body;
  const body = readQueryBody(input);
  cache.set(detached(text), { uncounted, body });
  return body;
}

/**
 * POST /query (service specification 4.3): the engine's own answer, streamed.
 *
 * `graph.type` is the gateway's word for a node's types and is made `dgraph.type`, by token. A query without the word goes
 * on byte for byte.
 */
import { rewriteTypePredicate } from '../../dql';
import { foldMembers, isMembers } from '../../graphql/members';
import { parseStrictly } from '../../util/json';
import type { Exchange } from '../exchange';
import { DgraphRefusal, requireMediaType } from '../refusal';
import type { Services } from '../services';
import { bodyOf, onward } from './passOn';

const WORD = 'graph.type';
const JSON_TYPE = 'application/json';
const TYPES = [JSON_TYPE, 'application/graphql+-', 'application/dql'] as const;
const LISTED = 'application/json, application/graphql+-,application/dql';

export async function handleQuery(exchange: Exchange, services: Services): Promise<void> {
  const type = requireMediaType(exchange.request.headers['content-type'], TYPES, LISTED);
  const bytes = await bodyOf(exchange, services);
  const body = type === JSON_TYPE ? readJson(bytes) : rewritten(bytes);
  await services.engine.forward(onward(exchange, { type, body }), exchange.response);
}

/** The bytes themselves where there is nothing to rewrite. */
const rewritten = (bytes: Buffer): Buffer | string =>
  bytes.includes(WORD) ? rewriteTypePredicate(bytes.toString('utf8')) : bytes;

/**
 * Reads `{"query", "variables"}` as Go reads it, and composes it anew.
 *
 * @returns the bytes themselves for what is no such object: the engine says what is wrong with it
 * @throws DgraphRefusal for members that stand in it twice
 */
function readJson(bytes: Buffer): Buffer | string {
  const text = bytes.toString('utf8');
  let body: unknown;
  try {
    body = parseStrictly(text);
  } catch (error) {
    if (!isJson(text)) return bytes;
    throw new DgraphRefusal(`Error parsing JSON: ${(error as Error).message}`, 'ErrorInvalidRequest');
  }
  if (!isMembers(body)) return bytes;
  const { query, variables = {} } = foldMembers(body);
  if (!isText(query) || !isMembers(variables)) return bytes;
  const values = Object.entries(variables).map(([name, value]) => [name, value === null ? '' : value] as const);
  if (!values.every(([, value]) => isText(value))) return bytes;
  return JSON.stringify({
    ...(query !== undefined && { query: rewriteTypePredicate(query) }),
    ...(values.length > 0 && { variables: Object.fromEntries(values) }),
  });
}

const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

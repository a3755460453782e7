/**
 * POST /query (service specification 4.3): the engine's own answer, streamed.
 *
 * `graph.type` is the gateway's word for a node's types and is made `dgraph.type`, by token. A query without the word goes
 * on byte for byte, compressed if it was. Of an `application/json` body the `query` alone is rewritten.
 */
import { rewriteTypePredicate } from '../../dql';
import type { Exchange } from '../exchange';
import { DGRAPH_ENCODINGS, encodingOf, readBody } from '../middleware/body';
import type { Services } from '../services';

const WORD = 'graph.type';
/** In JSON the word may be spelled with escapes. */
const ESCAPE = '\\u';

export async function handleQuery(exchange: Exchange, { engine, maxBodyBytes }: Services): Promise<void> {
  const { request, response, target, contentType } = exchange;
  const encoding = encodingOf(request, DGRAPH_ENCODINGS);
  const isJson = contentType === 'application/json';
  const isQuery = isJson || contentType === 'application/dql' || contentType === 'application/graphql+-';
  // What the engine refuses it is to refuse in its own words.
  if (encoding === undefined || !isQuery) return engine.forward(request, response, { path: target });

  const { raw, bytes } = await readBody(request, encoding, maxBodyBytes);
  const mentioned = bytes.includes(WORD) || (isJson && bytes.includes(ESCAPE));
  const rewritten = mentioned ? rewrite(bytes.toString('utf8'), isJson) : undefined;
  if (rewritten === undefined) return engine.forward(request, response, { path: target, body: raw });
  return engine.forward(request, response, {
    path: target,
    body: rewritten,
    headers: { 'content-encoding': undefined },
  });
}

/** Undefined where there is nothing to rewrite. */
function rewrite(text: string, isJson: boolean): string | undefined {
  if (isJson) return rewriteJson(text);
  const rewritten = rewriteTypePredicate(text);
  return rewritten === text ? undefined : rewritten;
}

function rewriteJson(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
    let changed = false;
    // Dgraph reads the names of fields without regard to case.
    const entries = Object.entries(body).map(([key, value]): [string, unknown] => {
      if (key.toLowerCase() !== 'query' || typeof value !== 'string') return [key, value];
      const rewritten = rewriteTypePredicate(value);
      changed ||= rewritten !== value;
      return [key, rewritten];
    });
    return changed ? JSON.stringify(Object.fromEntries(entries)) : undefined;
  } catch (error) {
    // No JSON, or nested beyond all measure: the engine says what is wrong with it.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

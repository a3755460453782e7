/**
 * Polling for subscriptions that are too long for the engine's WebSocket. The query is repeated over HTTP, as the
 * engine does itself.
 */
import type { Engine } from '../../dgraph';
import type { GraphqlRequest, ReadRequest, ResponseError } from '../../graphql/request';
import type { PolledAnswer } from '../../graphql';
import { parseLossless, printLossless } from '../../util/json';

/**
 * @param request its headers are forwarded: they were composed for the engine
 * @returns function that queries the engine on each call
 */
export function lookOver(engine: Engine, request: GraphqlRequest, read: ReadRequest): () => Promise<PolledAnswer> {
  const { variables, operationName } = request;
  const query = asQuery(request.query, read);
  const body = printLossless({ query, ...(operationName && { operationName }), ...(variables && { variables }) });
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (typeof value === 'string' && name !== 'accept-encoding') headers[name] = value;
  }
  const bytes = Buffer.from(body);
  return async () => {
    const answer = await engine.send({ method: 'POST', path: '/graphql', headers, body: bytes });
    const response = answer.body.toString();
    const { data, errors } = parseLossless(response) as Answer;
    return { response, data: printLossless(data ?? null), errors };
  };
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly ResponseError[];
}

/** Returns the document with `query` in place of `subscription`. Both have the same fields. */
function asQuery(text: string, { operation }: ReadRequest): string {
  const { start, end } = operation.loc!.startToken;
  return `${text.slice(0, start)}query${text.slice(end)}`;
}

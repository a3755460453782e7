/** Subscriptions that are too long for the engine's WebSocket: what they ask for is asked again and again over HTTP, as the engine does itself. */
import type { Engine } from '../../dgraph';
import type { GraphqlRequest, ReadRequest } from '../../graphql/request';
import type { PolledAnswer } from '../../graphql/subscription/poll';
import type { ResponseError } from '../../graphql/request/failure';
import { parseLossless, printLossless } from '../../util/json';

/**
 * @param request its headers are sent on: they have been composed for the engine
 * @returns what the engine answers, each time it is called
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

/** The document with `query` in place of `subscription`: the fields of both are the same. */
function asQuery(text: string, { operation }: ReadRequest): string {
  const { start, end } = operation.loc!.startToken;
  return `${text.slice(0, start)}query${text.slice(end)}`;
}

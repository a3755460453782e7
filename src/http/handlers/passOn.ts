/** Composes what an engine is asked on a client's behalf, and hands the engine's answer on. */
import type { ServerResponse } from 'node:http';
import type { Engine, EngineAnswer, EngineRequest } from '../../dgraph';
import type { MutateReply } from '../../materialize/types';
import type { Exchange } from '../exchange';
import { engineHeaders } from '../headers';
import { DGRAPH_ENCODINGS, readBody } from '../middleware/body';
import { allowOrigins } from '../middleware/cors';
import type { Services } from '../services';

/** A request's parts that a handler has decided on. */
export interface Onward {
  readonly method?: EngineRequest['method'];
  /** As it was read here, or composed. */
  readonly body?: Buffer | string;
  /** Of the body. */
  readonly type?: string;
  /** Names of headers that the GraphQL schema in force has the engine read, in lower case. */
  readonly named?: Iterable<string>;
  /** True for a request that changes nothing, although its method and path would let it. */
  readonly reads?: boolean;
}

/** Composes the request that an engine gets for a client's. */
export function onward({ request, id, method, target }: Exchange, sent: Onward = {}): EngineRequest {
  const headers = engineHeaders(request, id, sent.named);
  if (sent.type !== undefined) headers['content-type'] = sent.type;
  return {
    method: sent.method ?? (method as EngineRequest['method']),
    path: target,
    headers,
    ...(sent.reads !== undefined && { reads: sent.reads }),
    ...(sent.body !== undefined && { body: sent.body }),
  };
}

/** The body of a request to a route of Dgraph's, decompressed. @throws as readBody */
export const bodyOf = ({ request }: Exchange, { maxBodyBytes }: Pick<Services, 'maxBodyBytes'>): Promise<Buffer> =>
  readBody(request, DGRAPH_ENCODINGS, maxBodyBytes);

/** Asks an engine and waits for the whole answer, where the gateway has to know what came of it. */
export function ask(engine: Engine, exchange: Exchange, sent: Onward): Promise<EngineAnswer> {
  const request = onward(exchange, sent);
  // Without it the answer comes so that it can be read.
  const { 'accept-encoding': _, ...headers } = request.headers ?? {};
  return engine.send({ ...request, headers });
}

/** The engine's answer, to the client. The wire has taken off what is of the connection. */
export function answerWith(response: ServerResponse, { status, headers, body }: EngineAnswer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status, { 'Content-Length': body.length }).end(body);
}

/** An answer of the gateway's own in the place of the engine's. */
export function answerReply(response: ServerResponse, { body, isReplay }: MutateReply): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  allowOrigins(response);
  if (isReplay) response.setHeader('Idempotent-Replayed', 'true');
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes);
}

/** Whether the engine did what it was asked. */
export function succeeded({ status, body }: EngineAnswer): boolean {
  if (status < 200 || status > 299) return false;
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'));
    const errors: unknown = typeof answer === 'object' && answer !== null && 'errors' in answer ? answer.errors : null;
    return !Array.isArray(errors) || errors.length === 0;
  } catch {
    return true;
  }
}

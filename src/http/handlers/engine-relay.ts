/** Composes requests to the engine for a client, and passes on the engine's answers. */
import type { ServerResponse } from 'node:http';
import type { Engine, EngineAnswer, EngineRequest, NearAnswer } from '../../dgraph';
import type { MutateReply } from '../../materialize';
import type { Exchange } from '../exchange';
import { engineHeaders } from '../headers';
import { DGRAPH_ENCODINGS, readBody } from '../middleware/body';
import { allowOrigins } from '../middleware/cors';
import type { Services } from '../services';

/** Parts of a request that a handler determines. */
export interface EngineRequestParts {
  readonly method?: EngineRequest['method'];
  /** Body as received, or composed. */
  readonly body?: Buffer | string;
  /** Media type of the body. */
  readonly type?: string;
  /** Lower-case names of headers that the engine reads under the GraphQL schema in force. */
  readonly headerNames?: Iterable<string>;
  /** Time limit of the answer. */
  readonly timeoutMs?: number;
  /** True if the request changes nothing although its method and path allow changes. */
  readonly reads?: boolean;
}

/** Composes the engine's request from a client's. */
export function engineRequest(
  { request, id, method, target }: Exchange,
  parts: EngineRequestParts = {},
): EngineRequest {
  const headers = engineHeaders(request, id, parts.headerNames);
  if (parts.type !== undefined) headers['content-type'] = parts.type;
  return {
    method: parts.method ?? (method as EngineRequest['method']),
    path: target,
    headers,
    ...(parts.reads !== undefined && { reads: parts.reads }),
    ...(parts.timeoutMs !== undefined && { timeoutMs: parts.timeoutMs }),
    ...(parts.body !== undefined && { body: parts.body }),
  };
}

/** Maximum bytes of bodies that are parsed as JSON on this thread, which takes up to 40 ms for each megabyte. */
export const MAX_JSON_BYTES = 16 * 2 ** 20;

/**
 * Returns the decompressed body of a request to one of Dgraph's routes.
 *
 * @param maxBytes limit of the route, below that of all routes
 * @throws as readBody
 */
export const readEngineBody = (
  { request }: Exchange,
  { maxBodyBytes }: Pick<Services, 'maxBodyBytes'>,
  maxBytes = maxBodyBytes,
): Promise<Buffer> => readBody(request, DGRAPH_ENCODINGS, Math.min(maxBytes, maxBodyBytes));

/** Sends a request to the engine and waits for the whole answer, for handlers that need the result. */
export function askEngine(engine: Engine, exchange: Exchange, parts: EngineRequestParts): Promise<EngineAnswer> {
  return engine.send(uncompressed(engineRequest(exchange, parts)));
}

/** Sends a probe to all alphas, and returns the answer of the first healthy one. */
export function probeEngine(engine: Engine, exchange: Exchange, timeoutMs: number): Promise<EngineAnswer> {
  return engine.sendToAll({ ...uncompressed(engineRequest(exchange, { method: 'GET' })), timeoutMs });
}

/** Returns a request whose answer is uncompressed. */
function uncompressed(request: EngineRequest): EngineRequest {
  const { 'accept-encoding': _, ...headers } = request.headers ?? {};
  return { ...request, headers };
}

/** Sends the engine's answer to the client. dgraph/wire has removed the headers of the connection. */
export function relayAnswer(response: ServerResponse, { status, headers, body }: EngineAnswer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status, { 'Content-Length': body.length }).end(body);
}

/** Sends an answer that this thread has computed for the engine. */
export function sendNear(response: ServerResponse, { status, headers, body }: NearAnswer): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** Sends the gateway's own answer in place of the engine's. */
export function sendReply(response: ServerResponse, { body, isReplay }: MutateReply): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  allowOrigins(response);
  if (isReplay) response.setHeader('Idempotent-Replayed', 'true');
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes);
}

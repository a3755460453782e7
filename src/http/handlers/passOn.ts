/** Hands a request to the engine and waits for the whole answer, where the gateway has to know what came of it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Engine, EngineAnswer, EngineRequest } from '../../dgraph';
import type { MutateReply } from '../../materialize/types';
import type { Exchange } from '../exchange';
import { allowOrigins } from '../middleware/cors';

/** Of the connection, or made anew; without Accept-Encoding the answer comes so that it can be read. */
const NOT_SENT = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const NOT_RETURNED = new Set(['connection', 'content-length', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade']);

/**
 * @param body as the client sent it
 * @param reads whether it changes nothing
 */
export function ask(
  engine: Engine,
  { request, method, target }: Exchange,
  body: Buffer,
  reads = false,
): Promise<EngineAnswer> {
  return engine.send({
    reads,
    method: method as EngineRequest['method'],
    path: target,
    headers: headersOf(request),
    body,
  });
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !NOT_SENT.has(name)) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

/** The engine's answer, to the client. */
export function answerWith(response: ServerResponse, { status, headers, body }: EngineAnswer): void {
  for (const [name, value] of Object.entries(headers)) if (!NOT_RETURNED.has(name)) response.setHeader(name, value);
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

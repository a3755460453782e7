/**
 * Errors become answers, once, at the edge. Dgraph's routes answer as Dgraph does, with HTTP 200, because its clients do
 * not read the body of anything else; owlgate's own answer with the status of the table in errors.ts.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EngineFailure } from '../../dgraph';
import { DqlSyntaxError } from '../../dql';
import { OwlgateError, type ErrorCode } from '../../errors';
import { ParameterError } from '../../util/go-parameters';
import type { Logger } from '../../util/log';
import { challenge } from '../auth/challenge';
import { DgraphRefusal } from '../refusal';
import { allowOrigins } from './cors';

export interface FailureContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly logger: Logger;
}

/** A client may try again after so many seconds. */
const RETRY_AFTER_S = '2';

/** Refusals that Dgraph has too, under its own codes. */
const DGRAPH_CODES: Partial<Record<ErrorCode, string>> = {
  InvalidRequest: 'ErrorInvalidRequest',
  BodySyntax: 'ErrorInvalidRequest',
  BodyTooLarge: 'ErrorInvalidRequest',
  UnsupportedMediaType: 'ErrorInvalidRequest',
  TransactionAborted: 'ErrorInvalidRequest',
  NotWhitelisted: 'Error',
  ForwardedRequest: 'Error',
  EngineError: 'Error',
  Internal: 'Error',
};

/** Those that stand in front of Dgraph, as a proxy's would, and that clients of any kind act on. */
const REAL_STATUS: ReadonlySet<ErrorCode> = new Set([
  'KeyMissing',
  'KeyInvalid',
  'RoleMissing',
  'QuotaExhausted',
  'TooManyAttempts',
  'TooManyRequests',
  'HeadTooLarge',
  'RequestTimeout',
  'HostRefused',
  'OriginRefused',
  'UnsupportedEncoding',
  'RepeatedHeader',
  'InvalidPath',
  'AdminOnly',
  'IdempotencyKeyInvalid',
  'IdempotencyKeyReused',
  'IdempotencyInProgress',
]);

/** Answers a failure on a route of Dgraph's. */
export function answerDgraphFailure(error: unknown, context: FailureContext): void {
  if (error instanceof EngineFailure) return send(context, 200, error.body);
  if (error instanceof DgraphRefusal) return send(context, error.status, refusalBody(error.message, error.code));
  if (error instanceof ParameterError) return send(context, 200, refusalBody(error.message, 'ErrorInvalidRequest'));
  const known = toOwlgateError(error, context);
  const entry = errorEntry(known, DGRAPH_CODES[known.code] ?? known.code);
  advise(context, known);
  send(
    context,
    known.status === 503 || REAL_STATUS.has(known.code) ? known.status : 200,
    `{"errors":[${entry}],"data":null}`,
  );
}

const refusalBody = (message: string, code: string): string =>
  JSON.stringify({ errors: [{ message, extensions: { code } }] });

/** Answers a failure on a route of owlgate's own. CORS headers have been set. */
export function answerOwnFailure(error: unknown, context: FailureContext): void {
  const known = toOwlgateError(error, context);
  advise(context, known);
  send(context, known.status, `{"errors":[${errorEntry(known, known.code)}]}`);
}

function advise({ response }: FailureContext, error: OwlgateError): void {
  if (response.headersSent) return;
  for (const [name, value] of Object.entries(challenge(error))) response.setHeader(name, value);
  if (error.code === 'UnsupportedEncoding') response.setHeader('Accept-Encoding', String(error.details['accepted']));
}

/** The refusal that an error stands for; undefined for a fault of the program. */
export function refusalOf(error: unknown): OwlgateError | undefined {
  if (error instanceof OwlgateError) return error;
  if (error instanceof EngineFailure) {
    return new OwlgateError('EngineError', { reason: error.message }, { engine: error.errors }, { cause: error });
  }
  if (error instanceof DqlSyntaxError) {
    const { line, column, message } = error;
    return new OwlgateError('InvalidRequest', { reason: message }, { line, column }, { cause: error });
  }
  return undefined;
}

function toOwlgateError(error: unknown, { requestId, logger }: FailureContext): OwlgateError {
  const known = refusalOf(error);
  if (known) return known;
  logger.error('a request failed for a reason of our own', { requestId, error });
  const reason = `the log has it under request ${requestId}`;
  return new OwlgateError('Internal', { reason }, {}, { cause: error });
}

function errorEntry({ message, details }: OwlgateError, code: string): string {
  return JSON.stringify({ message, extensions: { ...details, code } });
}

function send({ request, response }: FailureContext, status: number, body: string | Buffer): void {
  // Half of the engine's answer may have been sent: then the connection's end is all that can be said.
  if (response.headersSent) return void response.destroy();
  // A refused preflight must not say that the request is allowed.
  if (request.method === 'OPTIONS') response.removeHeader('Access-Control-Allow-Origin');
  else if (!response.hasHeader('Access-Control-Allow-Origin')) allowOrigins(response);
  if (status === 503) response.setHeader('Retry-After', RETRY_AFTER_S);
  if (!request.complete) endAfter(request, response);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** For so long the rest of a refused body is thrown away, so that the client comes to read the answer. */
const DRAIN_MS = 1_000;

function endAfter(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  response.once('finish', () => {
    request.resume();
    const timer = setTimeout(() => request.destroy(), DRAIN_MS);
    request.once('close', () => clearTimeout(timer));
  });
}

/**
 * Converts errors to answers, at one place. Dgraph's routes answer with HTTP 200, as Dgraph does, because its clients
 * do not read the body of other statuses; owlgate's own routes use the statuses of errors.ts.
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

interface FailureContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly logger: Logger;
}

/** Seconds after which a client may retry. */
const RETRY_AFTER_S = '2';

/** Dgraph's own codes for refusals that Dgraph has too. */
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

/**
 * Refusals that keep their status on Dgraph's routes: those of a proxy before Dgraph, which clients of any kind handle.
 */
const REAL_STATUS: ReadonlySet<ErrorCode> = new Set([
  'KeyMissing',
  'KeyInvalid',
  'RoleMissing',
  'QuotaExhausted',
  'TooManyAttempts',
  'TooManyLogins',
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

/** Answers a failure on one of Dgraph's routes. */
export function answerDgraphFailure(error: unknown, context: FailureContext): void {
  if (error instanceof EngineFailure) return send(context, 200, error.body);
  if (error instanceof DgraphRefusal) return send(context, error.status, refusalBody(error.message, error.code));
  if (error instanceof ParameterError) return send(context, 200, refusalBody(error.message, 'ErrorInvalidRequest'));
  const refusal = toOwlgateError(error, context);
  const entry = errorEntry(refusal, DGRAPH_CODES[refusal.code] ?? refusal.code);
  setRefusalHeaders(context, refusal);
  send(
    context,
    refusal.status === 503 || REAL_STATUS.has(refusal.code) ? refusal.status : 200,
    `{"errors":[${entry}],"data":null}`,
  );
}

const refusalBody = (message: string, code: string): string =>
  JSON.stringify({ errors: [{ message, extensions: { code } }] });

/** Answers a failure on one of owlgate's own routes. CORS headers are already set. */
export function answerOwlgateFailure(error: unknown, context: FailureContext): void {
  const refusal = toOwlgateError(error, context);
  setRefusalHeaders(context, refusal);
  send(context, refusal.status, `{"errors":[${errorEntry(refusal, refusal.code)}]}`);
}

function setRefusalHeaders({ response }: FailureContext, error: OwlgateError): void {
  if (response.headersSent) return;
  for (const [name, value] of Object.entries(challenge(error))) response.setHeader(name, value);
  if (error.code === 'UnsupportedEncoding') response.setHeader('Accept-Encoding', String(error.details['accepted']));
}

/** Returns the refusal that an error represents; undefined for a program fault. */
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
  const refusal = refusalOf(error);
  if (refusal) return refusal;
  logger.error('internal error: a request failed', { requestId, error });
  const reason = `the log has the details under request ${requestId}`;
  return new OwlgateError('Internal', { reason }, {}, { cause: error });
}

function errorEntry({ message, details }: OwlgateError, code: string): string {
  return JSON.stringify({ message, extensions: { ...details, code } });
}

function send({ request, response }: FailureContext, status: number, body: string | Buffer): void {
  // Part of the engine's answer may have been sent: only ending the connection can signal the failure.
  if (response.headersSent) return void response.destroy();
  // A refused preflight must not permit the request.
  if (request.method === 'OPTIONS') response.removeHeader('Access-Control-Allow-Origin');
  else if (!response.hasHeader('Access-Control-Allow-Origin')) allowOrigins(response);
  if (status === 503) response.setHeader('Retry-After', RETRY_AFTER_S);
  if (!request.complete) endAfter(request, response);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** Milliseconds for which the rest of a refused body is discarded, so that the client reads the answer. */
const DRAIN_MS = 1_000;

function endAfter(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  response.once('finish', () => {
    request.resume();
    const timer = setTimeout(() => request.destroy(), DRAIN_MS).unref();
    request.once('close', () => clearTimeout(timer));
  });
}

/**
 * Requests that Node's parser rejects. They are answered like every refusal, unless the client could take the answer
 * for that of another request.
 */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { OwlgateError } from '../../errors';
import { corsHeaders } from './cors';
import { headTooLarge } from './head';
import type { PendingAnswers } from './pending-answers';

/** Milliseconds for which the rest of a refused request is discarded, so that its client reads the answer. */
const DRAIN_MS = 1_000;

/** Answers a request that could not be read, and ends the connection. */
export function answerMalformedRequest(error: NodeJS.ErrnoException, socket: Duplex, pending: PendingAnswers): void {
  const isGone = error.code === 'ECONNRESET';
  // The request has been refused already; the rest of it may still arrive.
  if (socket.writableEnded && !socket.destroyed && !isGone) return;
  if (!socket.writable || isGone || pending.wouldConfuse(socket)) return void socket.destroy();
  // The request may be one for a head alone.
  const hasBody = error.code !== 'HPE_HEADER_OVERFLOW';
  answerAndClose(socket, parserRefusal(error), corsHeaders(), hasBody);
}

function parserRefusal({ code = '', message }: NodeJS.ErrnoException): OwlgateError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return headTooLarge();
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new OwlgateError('HeadTooLarge', { reason: 'a chunk of the body has too long an extension' });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new OwlgateError('RequestTimeout');
    default:
      return new OwlgateError('InvalidRequest', { reason: `it is not HTTP/1.1: ${message}` });
  }
}

/**
 * Answers on a bare connection, and ends it.
 *
 * @param headers additional headers
 * @param hasBody false for an answer that says all in its status
 */
export function answerAndClose(
  socket: Duplex,
  { status, code, message, details }: OwlgateError,
  headers: Readonly<Record<string, string>>,
  hasBody = true,
): void {
  const body = !hasBody ? '' : JSON.stringify({ errors: [{ message, extensions: { ...details, code } }] });
  const all = {
    ...headers,
    Connection: 'close',
    ...(hasBody && { 'Content-Type': 'application/json' }),
    'Content-Length': Buffer.byteLength(body),
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), DRAIN_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

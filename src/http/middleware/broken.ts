/**
 * Requests that Node's parser rejects: answered like every refusal, unless the answer could be taken for that of
 * another request.
 */
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { OwlgateError } from '../../errors';
import { onceClosed } from '../closed';
import { corsHeaders } from './cors';
import { MAX_HEAD_BYTES } from './head';

/** Milliseconds for which the rest of a refused request is discarded, so that its client reads the answer. */
const DRAIN_MS = 1_000;

/** Unfinished answers by connection. */
export class Unanswered {
  private readonly byConnection = new WeakMap<Duplex, Set<ServerResponse>>();

  add(connection: Duplex, response: ServerResponse): void {
    const responses = this.byConnection.get(connection) ?? this.watch(connection);
    responses.add(response);
    onceClosed(response, () => responses.delete(response));
  }

  /**
   * Returns true if a client would take a refusal for the answer to another request. False if the broken request is the
   * only one and none of its answer has been sent.
   */
  wouldConfuse(connection: Duplex): boolean {
    const [response, ...more] = this.byConnection.get(connection) ?? [];
    return response !== undefined && (more.length > 0 || response.headersSent || response.req.complete);
  }

  /** Returns true if a request of the connection waits for its answer. */
  has(connection: Duplex): boolean {
    return (this.byConnection.get(connection)?.size ?? 0) > 0;
  }

  private watch(connection: Duplex): Set<ServerResponse> {
    const responses = new Set<ServerResponse>();
    this.byConnection.set(connection, responses);
    connection.once('close', () => {
      for (const response of [...responses]) close(response);
    });
    return responses;
  }

  /** Calls back when no request of the connection waits for its answer; at once if none does. */
  onceAnswered(connection: Duplex, callback: () => void): void {
    const responses = this.byConnection.get(connection);
    const [response] = responses ?? [];
    if (!responses || !response) return callback();
    onceClosed(response, () => {
      responses.delete(response);
      this.onceAnswered(connection, callback);
    });
  }
}

/**
 * Closes an answer whose connection has ended. Node does so for the first of pipelined requests only: the others would
 * keep places, bytes and engine streams forever.
 */
function close(response: ServerResponse): void {
  if (response.destroyed || response.closed) return;
  response.destroyed = true;
  response.emit('close');
}

/** Answers a request that could not be read, and ends the connection. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex, unanswered: Unanswered): void {
  const isGone = error.code === 'ECONNRESET';
  // The rest of a refused request may still arrive.
  if (socket.writableEnded && !socket.destroyed && !isGone) return;
  if (!socket.writable || isGone || unanswered.wouldConfuse(socket)) return void socket.destroy();
  endWith(socket, refusalOf(error), corsHeaders());
}

function refusalOf({ code = '', message }: NodeJS.ErrnoException): OwlgateError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new OwlgateError('HeadTooLarge', { reason: `it may have ${MAX_HEAD_BYTES} bytes` });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new OwlgateError('HeadTooLarge', { reason: 'a chunk of the body has too long an extension' });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new OwlgateError('RequestTimeout');
    default:
      return new OwlgateError('InvalidRequest', { reason: `it is not HTTP/1.1: ${message}` });
  }
}

/** Answers on a bare connection, and ends it. @param headers additional headers */
export function endWith(
  socket: Duplex,
  { status, code, message, details }: OwlgateError,
  headers: Readonly<Record<string, string>>,
): void {
  const body = JSON.stringify({ errors: [{ message, extensions: { ...details, code } }] });
  const all = {
    ...headers,
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), DRAIN_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Heads of requests: bounded, and whole. Node leaves out what is beyond its own number of fields without a word, and with it
 * what a proxy has added at the end; so that number is lifted, and a head with too many fields is refused.
 */
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { OwlgateError } from '../../errors';
import { corsHeaders } from './cors';

/** For node:http: no field is left out. */
export const NO_FIELD_DROPPED = 0;
/** Bytes of a head. GET /graphql carries its query in the target; Dgraph takes far more than the 16 KiB of Node. */
export const MAX_HEAD_BYTES = 256 * 1024;
/** Browsers behind three proxies send some forty. */
export const MAX_FIELDS = 200;

/** The refusal of a head with too many fields; undefined for one that is within the limit. */
export function headProblem({ rawHeaders }: IncomingMessage): OwlgateError | undefined {
  const fields = rawHeaders.length / 2;
  if (fields <= MAX_FIELDS) return undefined;
  return new OwlgateError('HeadTooLarge', { reason: `it has ${fields} fields, and may have ${MAX_FIELDS}` });
}

/** Refusals of what Node's parser did not take, by its code. */
function brokenRequest({ code = '', message }: NodeJS.ErrnoException): OwlgateError {
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

/**
 * Answers a request that could not be read, and ends the connection.
 *
 * @param isAnswering whether an answer to an earlier request is on its way: the refusal would be taken for a part of it
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex, isAnswering: boolean): void {
  if (!socket.writable || isAnswering || error.code === 'ECONNRESET') return void socket.destroy();
  endWith(socket, brokenRequest(error), corsHeaders());
}

/** Answers on a bare connection, and ends it. @param headers further ones */
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
}

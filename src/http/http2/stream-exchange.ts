/**
 * Exchange of one stream of HTTP/2, as an exchange of HTTP/1.1 on a connection in memory. So each limit and refusal of
 * the server for HTTP/1.1 holds for HTTP/2, too.
 */
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';
import { closeAfterAnswer } from '../../util/http2-ends';
import { connectedPair } from './connected-pair';

/** Fields of one connection of HTTP/1.1 (RFC 9113, section 8.2.2). */
const CONNECTION_FIELDS: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);
const { NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_PROTOCOL_ERROR } = constants;

/** Head of a request, as HTTP/1.1 writes it. */
interface Head {
  readonly method: string;
  readonly path: string;
  /** Name, value, name, value … */
  readonly fields: string[];
}

/**
 * Answers a stream.
 *
 * @param rawHeaders name, value, name, value …
 * @param hasBody false if the stream ended with its head
 * @param serve takes a connection of HTTP/1.1
 */
export function answerStream(
  stream: ServerHttp2Stream,
  rawHeaders: readonly string[],
  hasBody: boolean,
  serve: (connection: Duplex) => void,
): void {
  const head = headOf(rawHeaders, hasBody);
  const carrier = stream.session?.socket;
  if (!head || !carrier) return stream.close(NGHTTP2_PROTOCOL_ERROR);
  const { remoteAddress, remotePort, localAddress } = carrier;
  const [client, server] = connectedPair({ remoteAddress, remotePort, localAddress });
  let request: ClientRequest;
  try {
    const { method, path, fields } = head;
    request = requestHttp({ createConnection: () => client, method, path, headers: fields });
  } catch {
    // A target or a field has characters that HTTP/1.1 does not allow.
    return refuseHead(stream);
  }
  request.on('continue', () => !stream.headersSent && !stream.closed && stream.additionalHeaders({ ':status': 100 }));
  request.on('response', (response) => answerWith(stream, response));
  request.on('error', () => stream.close(stream.headersSent ? NGHTTP2_INTERNAL_ERROR : NGHTTP2_CANCEL));
  stream.on('close', () => request.destroy());
  serve(server);
  if (!hasBody) return void request.end();
  // The server must see a request whose body does not begin: it may be refused, and counts.
  request.flushHeaders();
  stream.pipe(request);
  // The client need not send the rest of a body that was refused.
  closeAfterAnswer(stream);
}

/** Returns undefined for a request without a target: CONNECT. */
function headOf(rawHeaders: readonly string[], hasBody: boolean): Head | undefined {
  const pseudo = new Map<string, string>();
  const fields: string[] = [];
  const cookies: string[] = [];
  let host: string | undefined;
  let isMeasured = false;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    const value = rawHeaders[i + 1]!;
    if (name.startsWith(':')) pseudo.set(name, value);
    else if (CONNECTION_FIELDS.has(name)) continue;
    else if (name === 'cookie') cookies.push(value);
    else {
      if (name === 'host') host = value;
      if (name === 'content-length') isMeasured = true;
      fields.push(name, value);
    }
  }
  const method = pseudo.get(':method');
  const path = pseudo.get(':path');
  if (method === undefined || path === undefined) return undefined;
  const authority = pseudo.get(':authority');
  // Two different names count as a repeated header.
  if (authority !== undefined && authority !== host) fields.unshift('host', authority);
  // Crumbs of one field (RFC 9113, section 8.2.3).
  if (cookies.length > 0) fields.push('cookie', cookies.join('; '));
  if (hasBody && !isMeasured) fields.push('transfer-encoding', 'chunked');
  if (!hasBody && !isMeasured && TAKES_BODY.has(method)) fields.push('content-length', '0');
  return { method, path, fields };
}

const TAKES_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

function refuseHead(stream: ServerHttp2Stream): void {
  const body = JSON.stringify({
    errors: [
      { message: 'the request has characters that HTTP does not allow', extensions: { code: 'InvalidRequest' } },
    ],
  });
  stream.respond({ ':status': 400, 'content-type': 'application/json', 'content-length': body.length });
  stream.end(body);
}

/** Passes on an answer. One that breaks off resets the stream, so that it is not taken for a complete one. */
function answerWith(stream: ServerHttp2Stream, response: IncomingMessage): void {
  if (stream.closed || stream.destroyed) return void response.destroy();
  const hasTrailers = response.headers.trailer !== undefined;
  stream.respond(answerHeaders(response), { waitForTrailers: hasTrailers });
  if (hasTrailers) stream.on('wantTrailers', () => stream.sendTrailers(response.trailers));
  response.on('error', () => stream.close(NGHTTP2_INTERNAL_ERROR));
  response.pipe(stream);
}

function answerHeaders({ statusCode = 0, rawHeaders }: IncomingMessage): OutgoingHttpHeaders {
  const headers: Record<string, string | string[] | number> = { ':status': statusCode };
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    const value = rawHeaders[i + 1]!;
    if (CONNECTION_FIELDS.has(name)) continue;
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat().map(String);
  }
  return headers;
}

/** Answers of owlgate's own routes, compressed for clients that accept it. */
import type { Request, Response } from 'express';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { OwlgateError } from '../errors';

const compress = promisify<Buffer, { level: number; chunkSize: number }, Buffer>(gzip);

/** Bytes above which answers are compressed. */
const COMPRESS_ABOVE = 4096;
/** Bytes of compressed output per turn of a thread. Each turn costs as much as several kilobytes. */
const CHUNK = { smallest: 16 * 1024, largest: 2 ** 20, share: 4 };

/**
 * Returns the media type of an answer by `Accept`; the first one without the header.
 *
 * @throws OwlgateError NotAcceptable
 */
export function requireAcceptable(request: Request, offered: readonly string[]): string {
  const type = request.accepts([...offered]);
  if (type === false) {
    const given = (request.headers.accept ?? '').slice(0, 200);
    throw new OwlgateError('NotAcceptable', { given, offered: offered.join(', ') });
  }
  return type;
}

/** Answers with JSON. */
export function sendJson(request: Request, response: Response, body: unknown): Promise<void> {
  return sendText(request, response, 'application/json', JSON.stringify(body));
}

/** Answers with a text, or with 304 if the client has it (`ETag` and `Last-Modified` are already set). */
export function sendText(request: Request, response: Response, type: string, text: string): Promise<void> {
  return sendBytes(request, response, type, Buffer.from(text));
}

/** Answers like `sendText`. */
export async function sendBytes(request: Request, response: Response, type: string, body: Buffer): Promise<void> {
  response.vary('Accept-Encoding');
  if (request.fresh) return void response.status(304).end();
  let bytes = body;
  if (bytes.length > COMPRESS_ABOVE && request.acceptsEncodings('gzip') === 'gzip') {
    const chunkSize = Math.max(CHUNK.smallest, Math.min(CHUNK.largest, Math.ceil(bytes.length / CHUNK.share)));
    bytes = await compress(bytes, { level: 1, chunkSize });
    response.setHeader('Content-Encoding', 'gzip');
  }
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

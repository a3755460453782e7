/** Request bodies: gzip decoding and the size limit. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Dgraph's codes of failures. */
export type FailureCode = 'Error' | 'ErrorInvalidRequest' | 'ErrorInvalidMethod';

/** Refusal of a body that cannot be read. */
export class BodyError extends Error {
  override readonly name = 'BodyError';

  constructor(
    message: string,
    readonly code: FailureCode,
    /** True if the rest of the body has not been read. */
    readonly unread = false,
  ) {
    super(message);
  }
}

/** @throws BodyError */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding'] ?? '';
  if (encoding !== '' && encoding !== 'identity' && encoding !== 'gzip') {
    throw new BodyError('Unsupported content encoding', 'ErrorInvalidRequest', true);
  }
  const tooLarge = () =>
    new BodyError(`the request body is larger than ${maxBytes} bytes`, 'ErrorInvalidRequest', true);
  if (encoding !== 'gzip' && Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  const source: Readable = encoding === 'gzip' ? request.pipe(createGunzip()) : request;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    if (encoding === 'gzip') throw new BodyError('Unable to create decompressor', 'Error', true);
    throw new BodyError((error as Error).message, 'ErrorInvalidRequest', true);
  }
  if (size > maxBytes) throw tooLarge();
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
}

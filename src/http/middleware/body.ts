/** Request bodies: read to their end, decompressed, and never more than so many bytes. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { OwlgateError } from '../../errors';

export type Encoding = 'identity' | 'gzip' | 'deflate' | 'br';

export interface RequestBody {
  /** As it came. */
  readonly raw: Buffer;
  /** Decompressed. */
  readonly bytes: Buffer;
}

/** What Dgraph takes. */
export const DGRAPH_ENCODINGS: readonly Encoding[] = ['identity', 'gzip'];
/** What owlgate's own routes take. */
export const OWN_ENCODINGS: readonly Encoding[] = ['identity', 'gzip', 'deflate', 'br'];

const DECOMPRESS = {
  gzip: promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  deflate: promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate),
  br: promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress),
};

/** The body's encoding; undefined for one that is not in `accepted`. */
export function encodingOf(request: IncomingMessage, accepted: readonly Encoding[]): Encoding | undefined {
  const given = (request.headers['content-encoding'] ?? '').trim().toLowerCase();
  return given === '' ? 'identity' : accepted.find((encoding) => encoding === given);
}

/**
 * Reads the whole body.
 *
 * @param maxBytes of the body as it comes, and decompressed
 * @throws OwlgateError BodyTooLarge (some of the body may not have been read), InvalidRequest where it does not
 *   decompress or the client goes away
 */
export async function readBody(request: IncomingMessage, encoding: Encoding, maxBytes: number): Promise<RequestBody> {
  const raw = await collect(request, maxBytes);
  if (encoding === 'identity') return { raw, bytes: raw };
  try {
    return { raw, bytes: await DECOMPRESS[encoding](raw, { maxOutputLength: maxBytes }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new OwlgateError('InvalidRequest', { reason: `the body is not ${encoding}` }, {}, { cause: error });
  }
}

function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) return reject(tooLarge(maxBytes));
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (): void => {
      request.off('data', take).off('end', finish).off('error', gone).off('close', gone);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      settle();
      request.pause();
      reject(tooLarge(maxBytes));
    };
    const finish = (): void => {
      settle();
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
    };
    const gone = (): void => {
      settle();
      reject(new OwlgateError('InvalidRequest', { reason: 'the body ended too early' }));
    };
    request.on('data', take).on('end', finish).on('error', gone).on('close', gone);
  });
}

const tooLarge = (limit: number): OwlgateError => new OwlgateError('BodyTooLarge', { limit });

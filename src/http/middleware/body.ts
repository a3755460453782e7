/** Request bodies: read to their end, decompressed, and never more than so many bytes. No body goes on that was not read here. */
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OwlgateError } from '../../errors';

export type Encoding = 'identity' | 'gzip' | 'deflate' | 'br';

/** Encodings of Dgraph's routes. */
export const DGRAPH_ENCODINGS: readonly Encoding[] = ['gzip', 'identity'];
/** Encodings of owlgate's own routes. */
export const OWN_ENCODINGS: readonly Encoding[] = ['gzip', 'deflate', 'br', 'identity'];

/** Decompressors; each counts the bytes that it has taken. */
const DECOMPRESSORS: Readonly<Record<Exclude<Encoding, 'identity'>, () => Transform & { bytesWritten: number }>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The encoding of a body: one header field with one coding, in any case, or no field. Two readers of anything else could
 * read two bodies.
 *
 * @throws OwlgateError UnsupportedEncoding
 */
export function requireEncoding({ headers, rawHeaders }: IncomingMessage, accepted: readonly Encoding[]): Encoding {
  if (headers['content-encoding'] === undefined) return 'identity';
  const fields = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === 'content-encoding');
  const given = fields.map((field) => field.trim()).join(', ');
  const encoding = accepted.find((each) => each === (given === '' ? 'identity' : given.toLowerCase()));
  if (encoding !== undefined && fields.length <= 1) return encoding;
  const names = accepted.join(', ');
  throw new OwlgateError('UnsupportedEncoding', { given: given.slice(0, 200), accepted: names }, { accepted: names });
}

/**
 * Reads the whole body.
 *
 * @param maxBytes of the body as it comes, and decompressed
 * @returns the body, decompressed
 * @throws OwlgateError UnsupportedEncoding; BodyTooLarge (some of the body may not have been read); InvalidRequest for a
 *   body that does not decompress, has bytes after its end, or ends with the client's connection
 */
export async function readBody(
  request: IncomingMessage,
  accepted: readonly Encoding[],
  maxBytes: number,
): Promise<Buffer> {
  const encoding = requireEncoding(request, accepted);
  const raw = await collect(request, maxBytes);
  return encoding === 'identity' ? raw : decompress(raw, encoding, maxBytes);
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

/** Decompresses part by part: what is over the limit is never made. */
function decompress(raw: Buffer, encoding: Exclude<Encoding, 'identity'>, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const decompressor = DECOMPRESSORS[encoding]();
    const fail = (error: Error): void => {
      decompressor.destroy();
      reject(error);
    };
    decompressor.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) fail(tooLarge(maxBytes));
      else chunks.push(chunk);
    });
    decompressor.on('error', (error) => fail(notOf(encoding, error)));
    decompressor.on('end', () => {
      if (decompressor.bytesWritten !== raw.length) fail(notOf(encoding));
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
    });
    decompressor.end(raw);
  });
}

const notOf = (encoding: Encoding, cause?: Error): OwlgateError =>
  new OwlgateError('InvalidRequest', { reason: `the body is not ${encoding}` }, {}, { cause });

const tooLarge = (limit: number): OwlgateError => new OwlgateError('BodyTooLarge', { limit });

/** Decompression of bodies in portions, so that it stops when the body exceeds its limit or the budget. */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OwlgateError } from '../../errors';
import type { BodyLease } from '../limits/body-budget';
import { GrowingBuffer } from '../limits/growing-buffer';

export type Compression = 'gzip' | 'deflate' | 'br';

const PORTION = { chunkSize: 64 * 1024 };
/** Decompressors, which count the bytes they have read. */
const STREAMS: Readonly<Record<Compression, () => Transform & { readonly bytesWritten: number }>> = {
  gzip: () => createGunzip(PORTION),
  deflate: () => createInflate(PORTION),
  br: () => createBrotliDecompress(PORTION),
};

/**
 * Decompresses a body.
 *
 * @param lease lease that accounts for the bytes
 * @throws OwlgateError BodyTooLarge, Busy; InvalidRequest for bytes that do not decompress, and for bytes after the end
 */
export function decompress(raw: Buffer, encoding: Compression, maxBytes: number, lease: BodyLease): Promise<Buffer> {
  const invalid = (cause?: unknown): OwlgateError =>
    new OwlgateError('InvalidRequest', { reason: `the body is not ${encoding}` }, {}, { cause });
  // Node reports no error for an empty stream.
  if (raw.length === 0) return Promise.reject(invalid());
  return new Promise((resolve, reject) => {
    const stream = STREAMS[encoding]();
    const bytes = new GrowingBuffer(lease, maxBytes, encoding === 'gzip' ? statedSize(raw, maxBytes) : undefined);
    const fail = (error: unknown): void => {
      stream.destroy();
      bytes.discard();
      reject(error instanceof OwlgateError ? error : invalid(error));
    };
    stream.on('data', (portion: Buffer) => {
      try {
        bytes.append(portion);
      } catch (error) {
        fail(error);
      }
    });
    stream.on('error', fail);
    stream.on('end', () => {
      if (stream.bytesWritten === raw.length) resolve(bytes.finish());
      else fail(invalid());
    });
    stream.end(raw);
  });
}

/**
 * Returns the size stated at the end of a gzip member (RFC 1952, section 2.3.1), bounded by deflate's ratio of at most
 * 1032 to 1.
 */
const statedSize = (raw: Buffer, maxBytes: number): number =>
  raw.length < 4 ? 0 : Math.min(raw.readUInt32LE(raw.length - 4), raw.length * 1032, maxBytes);

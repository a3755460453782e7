/** Request bodies: read to their end, decompressed, and never more than so many bytes. */
import type { IncomingMessage } from 'node:http';
import { OwlgateError } from '../../errors';
import { leaseOf, type BodyLease } from '../limits/body-budget';
import { GrowingBuffer } from '../limits/growing-buffer';
import { decompress, type Compression } from './decompress';

export type Encoding = 'identity' | Compression;

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

/** The body's encoding; undefined for one that is not in `accepted`. */
export function encodingOf(request: IncomingMessage, accepted: readonly Encoding[]): Encoding | undefined {
  const given = (request.headers['content-encoding'] ?? '').trim().toLowerCase();
  return given === '' ? 'identity' : accepted.find((encoding) => encoding === given);
}

/**
 * Reads the whole body, within the budget for all bodies in flight.
 *
 * @param maxBytes of the body as it comes, and decompressed
 * @throws OwlgateError BodyTooLarge and Busy (some of the body may not have been read), InvalidRequest where it does not
 *   decompress or the client goes away
 */
export async function readBody(request: IncomingMessage, encoding: Encoding, maxBytes: number): Promise<RequestBody> {
  const lease = leaseOf(request);
  const raw = await collect(request, maxBytes, lease);
  return { raw, bytes: encoding === 'identity' ? raw : await decompress(raw, encoding, maxBytes, lease) };
}

function collect(request: IncomingMessage, maxBytes: number, lease: BodyLease): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The client left before the body was asked for.
    if (request.destroyed) return reject(endedEarly());
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) return reject(tooLarge(maxBytes));
    lease.require(declared);
    let first: Buffer | undefined;
    let rest: GrowingBuffer | undefined;
    const settle = (): void => {
      request.off('data', take).off('end', finish).off('error', gone).off('close', gone);
    };
    const fail = (error: Error): void => {
      settle();
      request.pause();
      rest?.discard();
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      try {
        // Most bodies are one chunk, which is kept as it is.
        if (!first) {
          if (chunk.length > maxBytes) return fail(tooLarge(maxBytes));
          lease.take(chunk.length);
          first = chunk;
          return;
        }
        if (!rest) {
          rest = new GrowingBuffer(lease, maxBytes, declared);
          rest.append(first);
          lease.give(first.length);
        }
        rest.append(chunk);
      } catch (error) {
        fail(error as Error);
      }
    };
    const finish = (): void => {
      settle();
      resolve(rest?.finish() ?? first ?? Buffer.alloc(0));
    };
    const gone = (): void => {
      settle();
      rest?.discard();
      reject(endedEarly());
    };
    request.on('data', take).on('end', finish).on('error', gone).on('close', gone);
  });
}

const endedEarly = (): OwlgateError => new OwlgateError('InvalidRequest', { reason: 'the body ended too early' });
const tooLarge = (limit: number): OwlgateError => new OwlgateError('BodyTooLarge', { limit });

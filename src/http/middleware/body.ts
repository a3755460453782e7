/** Request bodies, read completely and decompressed within limits. Only bodies read here go to the engine. */
import type { IncomingMessage } from 'node:http';
import { OwlgateError } from '../../errors';
import { requestScope } from '../../util/requestScope';
import { leaseOf, paceOf, type BodyLease } from '../limits/body-budget';
import { BodyPace } from '../limits/body-pace';
import { GrowingBuffer } from '../limits/growing-buffer';
import { decompress, type Compression } from './decompress';

type Encoding = 'identity' | Compression;

/** Encodings of Dgraph's routes. */
export const DGRAPH_ENCODINGS: readonly Encoding[] = ['gzip', 'identity'];
/** Encodings of owlgate's own routes. */
export const GATEWAY_ENCODINGS: readonly Encoding[] = ['gzip', 'deflate', 'br', 'identity'];

/**
 * Returns the encoding of a body. Accepts one header field with one coding, in any case, or no field: two readers could
 * decode anything else differently.
 *
 * @throws OwlgateError UnsupportedEncoding
 */
export function requireEncoding({ headers, rawHeaders }: IncomingMessage, accepted: readonly Encoding[]): Encoding {
  if (headers['content-encoding'] === undefined) return 'identity';
  const values = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === 'content-encoding');
  const stated = values.map((value) => value.trim()).join(', ');
  const encoding = accepted.find((each) => each === (stated === '' ? 'identity' : stated.toLowerCase()));
  if (encoding !== undefined && values.length <= 1) return encoding;
  const names = accepted.join(', ');
  throw new OwlgateError('UnsupportedEncoding', { given: stated.slice(0, 200), accepted: names }, { accepted: names });
}

/**
 * Reads the whole body, within the budget for all bodies in flight.
 *
 * @param maxBytes limit of the body, both as received and decompressed
 * @returns the body, decompressed
 * @throws OwlgateError UnsupportedEncoding; BodyTooLarge, Busy and RequestTimeout (part of the body may be unread);
 *   TooManyRequests for a slow body whose places others have taken; InvalidRequest for a body that does not decompress,
 *   has bytes after its end, or ends with the client's connection
 */
export async function readBody(
  request: IncomingMessage,
  accepted: readonly Encoding[],
  maxBytes: number,
): Promise<Buffer> {
  const encoding = requireEncoding(request, accepted);
  const lease = leaseOf(request);
  const raw = await collect(request, maxBytes, lease);
  const body = encoding === 'identity' ? raw : await decompress(raw, encoding, maxBytes, lease);
  const work = requestScope.getStore()?.work;
  if (work) work.body = body;
  return body;
}

function collect(request: IncomingMessage, maxBytes: number, lease: BodyLease): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The client left before the body was read.
    if (request.destroyed) return reject(endedEarly());
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) return reject(tooLarge(maxBytes));
    lease.require(declared);
    let first: Buffer | undefined;
    let rest: GrowingBuffer | undefined;
    const stopReading = (): void => {
      pace.stop();
      request.off('data', append).off('end', finish).off('error', abort).off('close', abort);
    };
    const fail = (error: Error): void => {
      stopReading();
      request.pause();
      rest?.discard();
      reject(error);
    };
    const pace = new BodyPace(request, paceOf(request), fail);
    const append = (chunk: Buffer): void => {
      pace.count(chunk.length);
      try {
        // Most bodies are one chunk, which needs no copy.
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
      stopReading();
      const body = rest?.finish() ?? first ?? Buffer.alloc(0);
      const places = pace.finish();
      if (places) places.then(() => resolve(body), reject);
      else resolve(body);
    };
    const abort = (): void => {
      stopReading();
      rest?.discard();
      reject(endedEarly());
    };
    request.on('data', append).on('end', finish).on('error', abort).on('close', abort);
  });
}

const endedEarly = (): OwlgateError => new OwlgateError('InvalidRequest', { reason: 'the body ended too early' });
const tooLarge = (limit: number): OwlgateError => new OwlgateError('BodyTooLarge', { limit });

/** Streams that may be compressed. */
import { Readable, pipeline } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';

const CHUNK = 1 << 17;

/** True for the first bytes of a gzip stream. */
const isGzip = (start: Uint8Array | undefined): boolean => start?.[0] === 0x1f && start[1] === 0x8b;

/**
 * Yields the bytes of a stream, decompressed if it is gzip.
 *
 * @throws as the stream does; an error of zlib (`isGzipError`) for damaged gzip
 */
export async function* gunzipped(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const parts = withWholeStart(stream);
  const first = await parts.next();
  if (first.done === true) return;
  const all = (async function* () {
    yield first.value;
    yield* parts;
  })();
  if (!isGzip(first.value)) return yield* all;
  const gunzip = createGunzip({ chunkSize: CHUNK });
  pipeline(Readable.from(all), gunzip, () => undefined);
  yield* gunzip as AsyncIterable<Buffer>;
}

/** Joins the first parts, so that the mark of gzip is in one. */
async function* withWholeStart(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const part of stream) {
    if (!start) {
      yield part;
      continue;
    }
    start = Buffer.concat([start, part]);
    if (start.length < 2) continue;
    yield start;
    start = undefined;
  }
  if (start && start.length > 0) yield start;
  return undefined;
}

/** Returns the first bytes of a file, decompressed as far as they go. @throws for damaged gzip */
export const gunzippedStart = (start: Buffer): Buffer =>
  isGzip(start) ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }) : start;

/** True for errors of damaged gzip. */
export const isGzipError = (error: unknown): boolean =>
  /^Z_|zlib/i.test(String((error as NodeJS.ErrnoException | undefined)?.code));

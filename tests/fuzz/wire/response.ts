/** Answers of a server, read strictly: framing, header lines, and nothing left over. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Decompressed. */
  readonly body: Buffer;
}

/** Bytes that are no HTTP answer. */
export class MalformedAnswer extends Error {}

const DECOMPRESS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * Reads all answers on one connection; interim ones (1xx) are passed over, and so is the end that a client of HTTP/2
 * is told in its own protocol.
 *
 * @param methods of the requests, where they are known: an answer to HEAD has no body
 * @param isOver whether the server has closed the connection
 * @returns answers, and whether the last one was complete
 * @throws MalformedAnswer
 */
export function readAnswers(
  bytes: Buffer,
  methods: readonly string[],
  isOver: boolean,
): { readonly answers: readonly Answer[]; readonly isComplete: boolean } {
  const answers: Answer[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (isGoaway(bytes.subarray(at))) return { answers, isComplete: true };
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) {
      if (isOver) throw new MalformedAnswer(`a head without an end: ${shown(bytes.subarray(at))}`);
      return { answers, isComplete: false };
    }
    const { status, headers } = readHead(bytes.toString('latin1', at, end));
    at = end + 4;
    if (status === 101)
      return { answers: [...answers, { status, headers, body: bytes.subarray(at) }], isComplete: true };
    if (status < 200) continue;
    const isBare = methods[answers.length] === 'HEAD' || status === 204 || status === 304;
    const body = isBare ? { bytes: Buffer.alloc(0), end: at } : readBody(bytes, at, headers, isOver);
    if (!body) return { answers, isComplete: false };
    at = body.end;
    answers.push({ status, headers, body: decoded(body.bytes, headers) });
  }
  return { answers, isComplete: answers.length > 0 };
}

const SETTINGS = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
const GOAWAY = 7;

/** True for the frames SETTINGS and GOAWAY of HTTP/2, and nothing else (RFC 9113, sections 6.5 and 6.8). */
function isGoaway(bytes: Buffer): boolean {
  const frame = bytes.subarray(SETTINGS.length);
  if (!bytes.subarray(0, SETTINGS.length).equals(SETTINGS) || frame.length < 17) return false;
  return frame[3] === GOAWAY && frame.readUIntBE(0, 3) === frame.length - 9;
}

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]*$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\t\x20-\x7e\x80-\xff]*)$/;
/** Headers of which two contradict each other. */
const SINGLE = ['content-length', 'content-type', 'transfer-encoding', 'content-encoding', 'location', 'retry-after'];

function readHead(text: string): { status: number; headers: Map<string, string> } {
  const [first = '', ...lines] = text.split('\r\n');
  const status = Number(STATUS_LINE.exec(first)?.[1]);
  if (!status) throw new MalformedAnswer(`no status line: ${shown(Buffer.from(first, 'latin1'))}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined) throw new MalformedAnswer(`no header line: ${JSON.stringify(line.slice(0, 200))}`);
    const key = name.toLowerCase();
    const before = headers.get(key);
    if (before !== undefined && SINGLE.includes(key))
      throw new MalformedAnswer(`the header ${name} stands there twice`);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return { status, headers };
}

function readBody(
  bytes: Buffer,
  start: number,
  headers: ReadonlyMap<string, string>,
  isOver: boolean,
): { bytes: Buffer; end: number } | undefined {
  const length = headers.get('content-length');
  const coding = headers.get('transfer-encoding');
  if (length !== undefined && coding !== undefined) throw new MalformedAnswer('Content-Length and Transfer-Encoding');
  if (length !== undefined) {
    if (!/^\d+$/.test(length)) throw new MalformedAnswer(`Content-Length ${length}`);
    const end = start + Number(length);
    if (end > bytes.length) return cutOff(isOver, `a body of ${bytes.length - start} bytes where ${length} are said`);
    return { bytes: bytes.subarray(start, end), end };
  }
  if (coding === 'chunked') return readChunks(bytes, start, isOver);
  if (coding !== undefined) throw new MalformedAnswer(`Transfer-Encoding ${coding}`);
  return isOver ? { bytes: bytes.subarray(start), end: bytes.length } : undefined;
}

function readChunks(bytes: Buffer, start: number, isOver: boolean): { bytes: Buffer; end: number } | undefined {
  const parts: Buffer[] = [];
  let at = start;
  for (;;) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return cutOff(isOver, 'chunks without an end');
    const size = bytes.toString('latin1', at, end);
    if (!/^[0-9a-f]+$/i.test(size)) throw new MalformedAnswer(`a chunk of size ${size.slice(0, 50)}`);
    const length = parseInt(size, 16);
    if (length === 0) {
      const after = endOfTrailers(bytes, end + 2);
      if (after === undefined) return cutOff(isOver, 'trailers without an end');
      return { bytes: Buffer.concat(parts), end: after };
    }
    const next = end + 2 + length + 2;
    if (next > bytes.length) return cutOff(isOver, 'half a chunk');
    if (bytes.toString('latin1', next - 2, next) !== '\r\n') throw new MalformedAnswer('a chunk of another size');
    parts.push(bytes.subarray(end + 2, end + 2 + length));
    at = next;
  }
}

/** Returns the place after the trailers and their empty line (RFC 9112, section 7.1.2). */
function endOfTrailers(bytes: Buffer, start: number): number | undefined {
  for (let at = start; ;) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    if (end === at) return end + 2;
    if (!/^[\w-]+: /.test(bytes.toString('latin1', at, end))) throw new MalformedAnswer('a trailer without a name');
    at = end + 2;
  }
}

function cutOff(isOver: boolean, part: string): undefined {
  if (isOver) throw new MalformedAnswer(`the answer was cut off: ${part}`);
  return undefined;
}

function decoded(body: Buffer, headers: ReadonlyMap<string, string>): Buffer {
  const coding = headers.get('content-encoding');
  if (coding === undefined || coding === 'identity' || body.length === 0) return body;
  const decompress = DECOMPRESS[coding];
  if (!decompress) throw new MalformedAnswer(`Content-Encoding ${coding}`);
  try {
    return decompress(body);
  } catch (error) {
    throw new MalformedAnswer(`the body is not ${coding}: ${(error as Error).message}`);
  }
}

const shown = (bytes: Buffer): string => JSON.stringify(bytes.toString('latin1', 0, 200));

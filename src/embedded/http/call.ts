/** One HTTP request and its answer, for handlers: reads the body, writes the forms of answers that Dgraph uses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { UnreadAnswers } from '../../util/unread';
import { goString } from '../requests';
import { readBody, type FailureCode } from './body';

const gzipAsync = promisify<Buffer, { level: number }, Buffer>(gzip);

/** Maximum bytes of a body other than a mutation. */
const MAX_TEXT_BYTES = 16 * 2 ** 20;

/** Answers above this many bytes are compressed for clients that accept it. */
export const COMPRESS_ABOVE = 4096;

/** Maximum wait until earlier answers have been read. */
const ROOM_MS = 30_000;

/** Refusal of a request while earlier answers take all of the memory for answers. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';

  constructor() {
    super('answers that their clients do not read take all of the memory for answers; retry in a moment');
  }
}

/** Headers of every answer. */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers':
    'X-Dgraph-AccessToken, X-Dgraph-AuthToken, Content-Type, Content-Length, Accept-Encoding, Cache-Control, ' +
    'X-CSRF-Token, X-Auth-Token, X-Requested-With',
  'Access-Control-Allow-Credentials': 'true',
};

export class HttpCall {
  readonly path: string;
  readonly parameters: URLSearchParams;
  private abandonment: AbortController | undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly maxBodyBytes: number,
    private readonly unread: UnreadAnswers,
  ) {
    const target = request.url ?? '/';
    const queryStart = target.indexOf('?');
    this.path = queryStart < 0 ? target : target.slice(0, queryStart);
    this.parameters = new URLSearchParams(queryStart < 0 ? '' : target.slice(queryStart + 1));
    for (const [name, value] of Object.entries(CORS_HEADERS)) response.setHeader(name, value);
  }

  /** Path and query string. */
  get target(): string {
    return this.request.url ?? '/';
  }

  get method(): string {
    return this.request.method ?? 'GET';
  }

  get headers(): IncomingMessage['headers'] {
    return this.request.headers;
  }

  header(name: string): string {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? '');
  }

  setHeader(name: string, value: string): void {
    this.response.setHeader(name, value);
  }

  /** Allows pages of other origins to send further headers. */
  allowHeaders(names: readonly string[]): void {
    const name = 'Access-Control-Allow-Headers';
    if (names.length > 0) this.setHeader(name, [CORS_HEADERS[name], ...names].join(','));
  }

  /**
   * Returns the body as text, decompressed.
   *
   * @param maxBytes limit for this kind of request; reading a body takes time during which other requests wait
   * @throws BodyError, NoRoomError
   */
  async body(maxBytes = MAX_TEXT_BYTES): Promise<string> {
    return (await this.bytes(maxBytes)).toString('utf8');
  }

  /**
   * Returns the body, decompressed, when its answer has room.
   *
   * @throws BodyError, NoRoomError
   */
  async bytes(maxBytes = Infinity): Promise<Buffer> {
    const bytes = await readBody(this.request, Math.min(this.maxBodyBytes, maxBytes));
    if (!this.unread.isFull) return bytes;
    if (await this.unread.wait(AbortSignal.any([this.abandoned, AbortSignal.timeout(ROOM_MS)]))) return bytes;
    throw new NoRoomError();
  }

  /** Aborts when the client leaves before its answer is complete. */
  get abandoned(): AbortSignal {
    if (!this.abandonment) {
      const controller = (this.abandonment = new AbortController());
      const { response } = this;
      if (response.destroyed) controller.abort();
      else response.once('close', () => response.writableFinished || controller.abort());
    }
    return this.abandonment.signal;
  }

  /** True if the answer can still be sent. */
  get open(): boolean {
    return !this.response.headersSent && !this.response.destroyed;
  }

  async json(text: string, status = 200, type = 'application/json'): Promise<void> {
    await this.send(status, type, text);
  }

  async text(text: string, status = 200): Promise<void> {
    await this.send(status, 'text/plain; charset=utf-8', text);
  }

  private async send(status: number, type: string, text: string): Promise<void> {
    if (!this.open) return;
    let bytes: Buffer = Buffer.from(text);
    if (isToCompress(bytes, this.header('accept-encoding'))) {
      bytes = await compress(bytes);
      this.response.setHeader('Content-Encoding', 'gzip');
    }
    this.response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
    this.unread.add(bytes.length);
    this.response.end(bytes);
  }

  /** Answers with a failure of the request itself. */
  async fail(code: FailureCode, message: string, status = 200): Promise<void> {
    await this.json(`{"errors":[${failure(code, message)}]}`, status);
  }

  /** Answers with a failure of the requested operation; `data` is null. */
  async failWithData(code: FailureCode, message: string): Promise<void> {
    await this.json(`{"errors":[${failure(code, message)}],"data":null}`);
  }

  /** `{"data":{"code":"Success","message":"Done"}}`. */
  async succeed(): Promise<void> {
    await this.json('{"data":{"code":"Success","message":"Done"}}');
  }

  /** Closes the connection after the answer, because the rest of the request has not been read. */
  closeAfter(): void {
    this.response.setHeader('Connection', 'close');
    this.response.once('finish', () => this.request.destroy());
  }
}

/** True for an answer that is compressed for its client. */
export const isToCompress = (bytes: Buffer, acceptEncoding: string): boolean =>
  bytes.length > COMPRESS_ABOVE && acceptEncoding.includes('gzip');

export const compress = (bytes: Buffer): Promise<Buffer> => gzipAsync(bytes, { level: 1 });

function failure(code: FailureCode, message: string): string {
  return `{"message":${goString(message)},"extensions":{"code":"${code}"}}`;
}

/** One request and its answer, for handlers, whatever way they come and go. */
import { CORS_HEADERS, goString } from '../../util/dgraphAnswers';
import type { UnreadAnswers } from '../../util/unread';
import type { FailureCode } from './body';

/** Maximum bytes of a body other than a mutation. */
const MAX_TEXT_BYTES = 16 * 2 ** 20;

/** Maximum wait until earlier answers have been read. */
const ROOM_MS = 30_000;

/** Refusal of a request while earlier answers take all of the memory for answers. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';

  constructor() {
    super('answers that their clients do not read take all of the memory for answers; retry in a moment');
  }
}

export abstract class Call {
  readonly path: string;
  readonly parameters: URLSearchParams;

  /** @param target path and query string */
  constructor(
    readonly method: string,
    readonly target: string,
    protected readonly unread: UnreadAnswers,
  ) {
    const queryStart = target.indexOf('?');
    this.path = queryStart < 0 ? target : target.slice(0, queryStart);
    this.parameters = new URLSearchParams(queryStart < 0 ? '' : target.slice(queryStart + 1));
  }

  /** Headers of the request, by lower-case name. */
  abstract readonly headers: Readonly<Record<string, string | string[] | undefined>>;

  /** Aborts when the client leaves before its answer is complete. */
  abstract readonly abandoned: AbortSignal;

  abstract setHeader(name: string, value: string): void;

  /** @throws BodyError */
  protected abstract received(maxBytes: number): Promise<Buffer>;

  protected abstract send(status: number, type: string, text: string): Promise<void>;

  /** Closes the connection after the answer, because the rest of the request has not been read. */
  closeAfter(): void {}

  header(name: string): string {
    const value = this.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? '');
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
    const bytes = await this.received(maxBytes);
    if (!this.unread.isFull) return bytes;
    if (await this.unread.wait(AbortSignal.any([this.abandoned, AbortSignal.timeout(ROOM_MS)]))) return bytes;
    throw new NoRoomError();
  }

  json(text: string, status = 200, type = 'application/json'): Promise<void> {
    return this.send(status, type, text);
  }

  text(text: string, status = 200): Promise<void> {
    return this.send(status, 'text/plain; charset=utf-8', text);
  }

  /** Answers with a failure of the request itself. */
  fail(code: FailureCode, message: string, status = 200): Promise<void> {
    return this.json(`{"errors":[${failure(code, message)}]}`, status);
  }

  /** Answers with a failure of the requested operation; `data` is null. */
  failWithData(code: FailureCode, message: string): Promise<void> {
    return this.json(`{"errors":[${failure(code, message)}],"data":null}`);
  }

  /** `{"data":{"code":"Success","message":"Done"}}`. */
  succeed(): Promise<void> {
    return this.json('{"data":{"code":"Success","message":"Done"}}');
  }
}

function failure(code: FailureCode, message: string): string {
  return `{"message":${goString(message)},"extensions":{"code":"${code}"}}`;
}

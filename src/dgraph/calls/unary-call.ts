/** One gRPC call with one message each way, on a stream of HTTP/2. */
import { constants, type ClientHttp2Stream, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from 'node:http2';
import { endWithMessage, FRAME_HEAD } from '../../util/grpc-frame';
import { CallFailure, STATUS } from './failure';

const { NGHTTP2_CANCEL, NGHTTP2_REFUSED_STREAM } = constants;

/** Statuses of answers that are not of gRPC: of a proxy, or of another server. */
const BY_HTTP_STATUS: Readonly<Record<number, number>> = { 400: 13, 401: 16, 403: 7, 404: 12 };
const FROM_PROXY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

interface CallLimits {
  readonly timeoutMs: number;
  /** Default: none. */
  readonly maxAnswerBytes?: number | undefined;
}

export class UnaryCall {
  /** Message of the answer. Rejects with a CallFailure. */
  readonly answer: Promise<Buffer>;
  private failure: CallFailure | undefined;

  /**
   * Sends a message.
   *
   * @param limits time limit of the answer, and its maximum size
   * @param onEnd called once, when the call needs its session no longer
   */
  constructor(
    private readonly stream: ClientHttp2Stream,
    message: Buffer,
    { timeoutMs, maxAnswerBytes = Infinity }: CallLimits,
    onEnd: () => void,
  ) {
    this.answer = new Promise((resolve, reject) => {
      let head: IncomingHttpHeaders & IncomingHttpStatusHeader = {};
      let trailers: IncomingHttpHeaders | undefined;
      const parts: Buffer[] = [];
      const timer = setTimeout(() => {
        this.end(new CallFailure(STATUS.deadlineExceeded, `no answer within ${timeoutMs} ms`));
      }, timeoutMs);
      stream.on('response', (headers) => (head = headers));
      stream.on('trailers', (headers: IncomingHttpHeaders) => (trailers = headers));
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= maxAnswerBytes + FRAME_HEAD) parts.push(chunk);
        else this.end(new CallFailure(STATUS.resourceExhausted, `its answer is larger than ${maxAnswerBytes} bytes`));
      });
      stream.on('error', ({ message: reason }: Error) => {
        this.failure ??= new CallFailure(STATUS.unavailable, reason);
      });
      stream.on('close', () => {
        clearTimeout(timer);
        onEnd();
        const outcome = this.outcome(head, trailers, parts);
        if (outcome instanceof CallFailure) reject(outcome);
        else resolve(outcome);
      });
      endWithMessage(stream, message);
    });
  }

  private outcome(
    head: IncomingHttpHeaders & IncomingHttpStatusHeader,
    trailers: IncomingHttpHeaders | undefined,
    parts: readonly Buffer[],
  ): Buffer | CallFailure {
    if (this.stream.rstCode === NGHTTP2_REFUSED_STREAM) return CallFailure.unsent('it refused the call');
    if (this.failure && trailers === undefined) return this.failure;
    return readAnswer(head, trailers ?? head, parts);
  }

  /** Ends the call, which fails with the reason. */
  end(reason: CallFailure): void {
    this.failure ??= reason;
    this.stream.close(NGHTTP2_CANCEL);
  }
}

/** Returns the message of an answer, or the alpha's failure. */
function readAnswer(
  { ':status': httpStatus }: IncomingHttpStatusHeader,
  end: IncomingHttpHeaders,
  parts: readonly Buffer[],
): Buffer | CallFailure {
  const stated = end['grpc-status'];
  if (stated === undefined) {
    if (httpStatus === undefined || FROM_PROXY.has(httpStatus) || httpStatus === 200) {
      const reason = httpStatus === undefined ? 'the connection ended' : `HTTP ${httpStatus}, without a status of gRPC`;
      return new CallFailure(STATUS.unavailable, reason);
    }
    return new CallFailure(BY_HTTP_STATUS[httpStatus] ?? STATUS.unknown, `HTTP ${httpStatus}`);
  }
  const code = Number(stated);
  if (code !== STATUS.ok) return new CallFailure(code, decoded(String(end['grpc-message'] ?? '')));
  const framed = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  // No compression was offered.
  if (framed.length < FRAME_HEAD || framed[0] !== 0 || framed.readUInt32BE(1) !== framed.length - FRAME_HEAD) {
    return new CallFailure(STATUS.internal, 'its answer is not one message');
  }
  return framed.subarray(FRAME_HEAD);
}

/** Decodes the percent-encoding of `grpc-message`; text that has none stays. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

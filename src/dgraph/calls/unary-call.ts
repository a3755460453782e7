/** One gRPC call with one message each way. */
import { frameOf, FRAME_HEAD } from '../../util/grpc-frame';
import { decoded } from '../../util/text';
import type { WatchedExchange } from '../wire';
import type { CarriedCall, Connection } from './connection';
import { CallFailure, SILENT, STATUS } from './failure';
import type { Fields } from '../../util/http2/header-block';

/** Statuses of answers that are not of gRPC: of a proxy, or of another server. */
const BY_HTTP_STATUS: Readonly<Record<number, number>> = { 400: 13, 401: 16, 403: 7, 404: 12 };
const MAX_STATUS = 16;

interface CallLimits {
  readonly timeoutMs: number;
  /** Default: none. */
  readonly maxAnswerBytes?: number | undefined;
}

export class UnaryCall implements CarriedCall, WatchedExchange {
  /** Message of the answer. Rejects with a CallFailure. */
  readonly answer: Promise<Buffer>;
  readonly body: Buffer;
  private readonly timer: NodeJS.Timeout;
  private readonly parts: Buffer[] = [];
  private size = 0;
  private first: Fields | undefined;
  private last: Fields = {};
  private resolve!: (message: Buffer) => void;
  private reject!: (failure: CallFailure) => void;

  /**
   * @param head header block
   * @param limits time limit of the answer, and its maximum size
   * @param connection that carries the call
   */
  constructor(
    readonly head: Buffer,
    message: Buffer,
    private readonly limits: CallLimits,
    private readonly connection: Pick<Connection, 'cancel'>,
  ) {
    const { timeoutMs } = limits;
    this.body = frameOf(message);
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.timer = setTimeout(() => {
      this.end(new CallFailure(STATUS.deadlineExceeded, `no answer within ${timeoutMs} ms`));
    }, timeoutMs);
  }

  takeFields(fields: Fields): void {
    this.first ??= fields;
    this.last = fields;
  }

  takeBytes(bytes: Buffer): void {
    const { maxAnswerBytes = Infinity } = this.limits;
    this.size += bytes.length;
    if (this.size <= maxAnswerBytes + FRAME_HEAD) this.parts.push(Buffer.from(bytes));
    else this.end(new CallFailure(STATUS.resourceExhausted, `its answer is larger than ${maxAnswerBytes} bytes`));
  }

  finish(): void {
    clearTimeout(this.timer);
    const outcome = readAnswer(this.first?.[':status'], this.last, this.parts);
    if (outcome instanceof CallFailure) this.reject(outcome);
    else this.resolve(outcome);
  }

  fail(failure: CallFailure): void {
    clearTimeout(this.timer);
    this.reject(failure);
  }

  /** Ends the call, which fails with the reason. */
  end(reason: CallFailure): void {
    this.connection.cancel(this);
    this.fail(reason);
  }

  /** Bytes of the answer so far. */
  get bytesRead(): number {
    return this.size;
  }

  /** Ends the call, whose alpha is silent. */
  destroy(): void {
    this.end(new CallFailure(STATUS.unavailable, SILENT));
  }
}

/** Returns the message of an answer, or the alpha's failure. */
function readAnswer(status: string | undefined, end: Fields, parts: readonly Buffer[]): Buffer | CallFailure {
  const stated = end['grpc-status'];
  const httpStatus = Number(status);
  if (stated === undefined) {
    // A proxy may have passed the call on.
    if (httpStatus === 200 || httpStatus === 408 || httpStatus === 429 || httpStatus >= 500) {
      return new CallFailure(STATUS.unavailable, `HTTP ${httpStatus}, without a status of gRPC`);
    }
    return new CallFailure(BY_HTTP_STATUS[httpStatus] ?? STATUS.unknown, `HTTP ${httpStatus}`);
  }
  const code = /^\d{1,2}$/.test(stated) ? Number(stated) : Infinity;
  if (code > MAX_STATUS) return new CallFailure(STATUS.unavailable, 'its answer has no status of gRPC');
  if (code !== STATUS.ok) return new CallFailure(code, decoded(end['grpc-message'] ?? ''));
  const framed = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  // No compression was offered.
  if (framed.length < FRAME_HEAD || framed[0] !== 0 || framed.readUInt32BE(1) !== framed.length - FRAME_HEAD) {
    // A change may have been carried out.
    return new CallFailure(STATUS.unavailable, 'its answer is not one message');
  }
  return framed.subarray(FRAME_HEAD);
}

/**
 * Calls with one message each way, as Dgraph's clients send them, served on connections in own frames
 * (client-connection.ts). The same decisions are made as for the calls of grpc-js (admission.ts), which serves the
 * connections that begin with another call.
 */
import { status, type Metadata } from '@grpc/grpc-js';
import { OwlgateError } from '../errors';
import { BodyPace, countAnswer, decompress, leaseOf, paceOf, type SharedParts } from '../http/shared';
import { FRAME_HEAD } from '../util/grpc-frame';
import { printFields } from '../util/http2/header-block';
import { admit, beginCall, ENTAILMENTS, REVOKED, STOPPING, type Admitted, type Requirements } from './admission';
import { CallArrival } from './arrival';
import type { ClientStream } from './client-stream';
import { CallRefusal, failureOf } from './failures';
import { CHUNK_BYTES } from './message';
import type { RequestFields } from './request-fields';
import type { RunningCalls } from './running-calls';

export interface PlainMethod extends Requirements {
  /** Answers a message. Rejects with the error of a failed call. */
  readonly answer: (message: Buffer, admitted: Admitted) => Promise<Uint8Array>;
}

const HEAD = printFields({
  ':status': '200',
  'content-type': 'application/grpc+proto',
  'grpc-accept-encoding': 'identity,deflate,gzip',
  'grpc-encoding': 'identity',
});
const OK = printFields({ 'grpc-status': String(status.OK), 'grpc-message': 'OK' });
const INCOMPLETE = printFields({ [ENTAILMENTS[0]]: ENTAILMENTS[1] });
/** Form of `grpc-timeout`: a number and a unit. */
const TIMEOUT = /^(\d{1,8})([HMSmun])$/;
const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 0.001, n: 0.000_001 };
/** Maximum of a timer. */
const MAX_MS = 2 ** 31 - 1;

/**
 * Returns the function that begins plain calls (ConnectionServer).
 *
 * @param methods by path
 */
export const plainCalls =
  (methods: ReadonlyMap<string, PlainMethod>, parts: SharedParts, running: RunningCalls) =>
  (fields: RequestFields): ((stream: ClientStream) => void) | undefined => {
    const method = isPlain(fields) ? methods.get(fields[':path'] as string) : undefined;
    return method && ((stream) => new PlainCall(stream, fields, method, parts, running).admit());
  };

function isPlain(fields: RequestFields): boolean {
  const { 'content-type': type, 'grpc-encoding': encoding = 'identity', 'grpc-timeout': timeout } = fields;
  return (
    fields[':method'] === 'POST' &&
    typeof type === 'string' &&
    type.startsWith('application/grpc') &&
    typeof encoding === 'string' &&
    (timeout === undefined || (typeof timeout === 'string' && TIMEOUT.test(timeout)))
  );
}

class PlainCall {
  private readonly arrival: CallArrival;
  private readonly admitted: Admitted;
  private readonly log: (code: status) => void;
  private chunks: Buffer[] = [];
  private bytes = 0;
  private isEnded = false;
  private deadline: NodeJS.Timeout | undefined;
  private pace: BodyPace | undefined;

  constructor(
    private readonly stream: ClientStream,
    private readonly fields: RequestFields,
    private readonly method: PlainMethod,
    private readonly parts: SharedParts,
    running: RunningCalls,
  ) {
    const revoke = (): void => {
      if (stream.hasAnswer) stream.reset();
      else this.end(status.CANCELLED, REVOKED);
    };
    this.arrival = new CallArrival(fields[':path'] as string, fields, stream.peer, revoke);
    const stop = (): void => this.end(status.UNAVAILABLE, STOPPING);
    const { admitted, log } = beginCall(this.arrival, undefined, method, stop, parts, running);
    this.admitted = admitted;
    this.log = log;
    stream.onClose = this.close;
    const timeoutMs = timeoutOf(fields['grpc-timeout']);
    if (timeoutMs === undefined) return;
    this.deadline = setTimeout(() => this.end(status.DEADLINE_EXCEEDED, 'Deadline exceeded'), timeoutMs);
  }

  admit(): void {
    const { arrival, method, parts } = this;
    try {
      const admitting = admit(arrival, method, false, parts);
      if (admitting) admitting.then(() => this.read(), this.refuse);
      else this.read();
    } catch (error) {
      this.refuse(error);
    }
  }

  /** A field, since V8 makes a function old that is written at an assignment, and with it what it refers to. */
  private readonly close = (): void => {
    this.settle(status.CANCELLED);
    this.arrival.response.end();
  };

  /** Notes the end of the call, once. @returns false if it has ended before */
  private settle(code: status): boolean {
    if (this.isEnded) return false;
    this.isEnded = true;
    clearTimeout(this.deadline);
    this.pace?.stop();
    this.log(code);
    return true;
  }

  /** Ends the call without a message. */
  private end(code: status, details: string, metadata?: Metadata): void {
    if (!this.settle(code)) return;
    this.chunks = [];
    leaseOf(this.arrival).end();
    if (this.stream.hasAnswer) return this.stream.reset();
    const trailers = { 'grpc-status': String(code), 'grpc-message': encodeURI(details) };
    const more = Object.entries(metadata?.toHttp2Headers() ?? {}).map(([name, value]) =>
      printFields({ [name]: String(value) }),
    );
    this.stream.refuse(Buffer.concat([HEAD, printFields(trailers), ...more]));
  }

  private readonly refuse = (error: unknown): void => {
    if (this.isEnded) return;
    const { code, details, metadata } = failureOf(error, this.arrival.requestId, this.parts.services.logger);
    this.end(code, details, metadata);
  };

  private read(): void {
    if (this.isEnded) return;
    const { arrival, stream } = this;
    const lease = leaseOf(arrival);
    const { maxBytes } = this.method;
    stream.read({
      takeBytes: (bytes) => {
        if (this.isEnded) return;
        this.pace?.count(bytes.length);
        this.bytes += bytes.length;
        try {
          if (this.bytes > maxBytes + FRAME_HEAD) throw new OwlgateError('BodyTooLarge', { limit: maxBytes });
          lease.take(bytes.length + CHUNK_BYTES);
          this.chunks.push(bytes);
        } catch (error) {
          this.refuse(error);
        }
      },
      // Most messages arrive with their header fields.
      takePause: () => {
        if (!this.isEnded) this.pace = new BodyPace(arrival, paceOf(arrival), this.refuse);
      },
      takeEnd: () => {
        if (this.isEnded) return;
        const places = this.pace?.finish();
        if (places) places.then(this.answer, this.refuse);
        else this.answer();
      },
    });
  }

  private readonly answer = (): void => {
    if (this.isEnded) return;
    try {
      const message = this.message();
      const answering = Buffer.isBuffer(message)
        ? this.method.answer(message, this.admitted)
        : message.then((bytes) => this.method.answer(bytes, this.admitted));
      answering.then(this.send, this.refuse);
    } catch (error) {
      this.refuse(error);
    }
  };

  /** Returns the only message. @throws CallRefusal; OwlgateError BodyTooLarge, Busy, also as rejections */
  private message(): Buffer | Promise<Buffer> {
    const { chunks, arrival } = this;
    const { maxBytes } = this.method;
    const framed = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    const length = framed.length < FRAME_HEAD ? Infinity : framed.readUInt32BE(1) + FRAME_HEAD;
    if (length !== Infinity && length > maxBytes + FRAME_HEAD)
      throw new OwlgateError('BodyTooLarge', { limit: maxBytes });
    if (framed.length < length) throw new CallRefusal(status.UNIMPLEMENTED, 'the call has no complete message');
    if (framed.length > length) throw new CallRefusal(status.UNIMPLEMENTED, 'the call has more than one message');
    const message = framed.subarray(FRAME_HEAD);
    if (framed[0] === 0) return message;
    const { 'grpc-encoding': encoding = 'identity' } = this.fields;
    if (framed[0] !== 1 || encoding === 'identity')
      throw new CallRefusal(status.INVALID_ARGUMENT, 'the message is compressed without an encoding');
    if (encoding !== 'gzip' && encoding !== 'deflate')
      throw new CallRefusal(
        status.UNIMPLEMENTED,
        `messages are compressed by gzip or deflate, not ${String(encoding)}`,
      );
    return decompress(message, encoding, maxBytes, leaseOf(arrival));
  }

  private readonly send = (message: Uint8Array): void => {
    if (this.isEnded || this.stream.isClosed) return;
    const { unread, materializer } = this.parts.services;
    try {
      countAnswer(unread, message.length);
    } catch (error) {
      return this.refuse(error);
    }
    const { headers } = this.arrival.response;
    let head = headers ? Buffer.concat([HEAD, printFields(headers)]) : HEAD;
    if (!materializer.isComplete) head = Buffer.concat([head, INCOMPLETE]);
    this.stream.answer(head, message, OK, () => void this.settle(status.OK));
  };
}

/** Returns the milliseconds of `grpc-timeout`; undefined without one. */
function timeoutOf(field: unknown): number | undefined {
  const [, number, unit] = TIMEOUT.exec(typeof field === 'string' ? field : '') ?? [];
  return number === undefined ? undefined : Math.min(Number(number) * UNIT_MS[unit!]!, MAX_MS);
}

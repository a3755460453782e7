/**
 * Calls with one uncompressed message each way, as Dgraph's clients send them, carried out on their streams, at
 * less cost than by grpc-js. The same decisions are made as for the calls of grpc-js
 * (admission.ts), which carries out all others on the same connections.
 */
import { constants, type Http2Session, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { status, type Metadata, type Server } from '@grpc/grpc-js';
import { OwlgateError } from '../errors';
import { countAnswer, type SharedParts } from '../http/shared';
import { invariant } from '../util/assert';
import { endWithMessage, FRAME_HEAD } from '../util/grpc-frame';
import { closeAfterAnswer } from '../util/http2-ends';
import { admit, beginCall, ENTAILMENTS, REVOKED, STOPPING, type Admitted, type Requirements } from './admission';
import { CallArrival } from './arrival';
import { CallRefusal, failureOf } from './failures';
import { endCall, Messages, requireReader } from './message';
import type { RunningCalls } from './running-calls';

export interface PlainMethod extends Requirements {
  /** Answers a message. Rejects with the error of a failed call. */
  readonly answer: (message: Buffer, admitted: Admitted) => Promise<Uint8Array>;
}

const HEAD = {
  ':status': 200,
  'content-type': 'application/grpc+proto',
  'grpc-accept-encoding': 'identity,deflate,gzip',
  'grpc-encoding': 'identity',
};
const OK = { 'grpc-status': String(status.OK), 'grpc-message': 'OK' };
/** Form of `grpc-timeout`: a number and a unit. */
const TIMEOUT = /^(\d{1,8})([HMSmun])$/;
const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 0.001, n: 0.000_001 };
/** Maximum of a timer. */
const MAX_MS = 2 ** 31 - 1;

/** As grpc-js names a client whose connection has ended. */
const UNKNOWN = 'unknown';

/** Part of a server of grpc-js that its types do not show. */
type StreamHandler = (interceptors: unknown, stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/** Takes the plain calls of a server. @param methods by path */
export function takePlainCalls(
  server: Server,
  methods: ReadonlyMap<string, PlainMethod>,
  parts: SharedParts,
  running: RunningCalls,
): void {
  const shown = server as unknown as { _streamHandler?: StreamHandler };
  const { _streamHandler: ofLibrary } = shown;
  invariant(ofLibrary !== undefined, 'grpc-js has not changed its server');
  shown._streamHandler = (interceptors, stream, headers) => {
    const method = isPlain(headers) ? methods.get(headers[':path']!) : undefined;
    if (method) serve(stream, headers, method, parts, running);
    else ofLibrary.call(server, interceptors, stream, headers);
  };
}

function isPlain(headers: IncomingHttpHeaders): boolean {
  const { 'content-type': type, 'grpc-encoding': encoding, 'grpc-timeout': timeout } = headers;
  return (
    type?.startsWith('application/grpc') === true &&
    (encoding === undefined || encoding === 'identity') &&
    (timeout === undefined || TIMEOUT.test(String(timeout)))
  );
}

function serve(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  method: PlainMethod,
  parts: SharedParts,
  running: RunningCalls,
): void {
  const { logger, materializer, unread } = parts.services;
  let isEnded = false;
  let deadline: NodeJS.Timeout | undefined;
  // An error is followed by `close`.
  stream.on('error', () => undefined);
  /** Ends the call without a message, once. */
  const end = (code: status, details: string, metadata?: Metadata): void => {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(deadline);
    log(code);
    if (stream.destroyed || stream.closed) return;
    if (stream.headersSent) return stream.close(constants.NGHTTP2_CANCEL);
    const trailers = { 'grpc-status': String(code), 'grpc-message': encodeURI(details), ...metadata?.toHttp2Headers() };
    stream.respond({ ...HEAD, ...trailers }, { endStream: true });
    closeAfterAnswer(stream);
  };
  const refuse = (error: unknown): void => {
    if (isEnded) return;
    const { code, details, metadata } = failureOf(error, admitted.requestId, logger);
    end(code, details, metadata);
  };
  const revoke = (): void => endCall(stream, () => end(status.CANCELLED, REVOKED));
  const peer = peerOf(stream);
  const arrival = new CallArrival(headers[':path']!, headers, peer, revoke);
  const stop = (): void => end(status.UNAVAILABLE, STOPPING);
  const { admitted, log } = beginCall(arrival, stream, method, stop, parts, running);
  const timeoutMs = timeoutOf(headers['grpc-timeout']);
  if (timeoutMs !== undefined) {
    deadline = setTimeout(() => end(status.DEADLINE_EXCEEDED, 'Deadline exceeded'), timeoutMs);
  }
  stream.once('close', () => {
    isEnded = true;
    clearTimeout(deadline);
    log(status.CANCELLED);
  });
  const send = (message: Uint8Array): void => {
    if (isEnded || stream.destroyed || stream.closed) return;
    countAnswer(unread, message.length);
    const head: Record<string, string | number> = { ...HEAD };
    for (const [name, value] of arrival.response.headers) head[name] = value;
    if (!materializer.isComplete) head[ENTAILMENTS[0]] = ENTAILMENTS[1];
    stream.respond(head, { waitForTrailers: true });
    // All of the message has been sent.
    stream.once('wantTrailers', () => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(deadline);
      log(status.OK);
      stream.sendTrailers(OK);
    });
    endWithMessage(stream, message);
  };
  const read = (): void => {
    const chunks: Buffer[] = [];
    const messages = new Messages(stream, arrival, { maxBytes: method.maxBytes, isStream: false }, refuse);
    requireReader(stream, parts);
    const answer = (): void => {
      if (isEnded) return;
      try {
        method.answer(messageOf(chunks, method.maxBytes), admitted).then(send).catch(refuse);
      } catch (error) {
        refuse(error);
      }
    };
    stream.on('data', (chunk: Buffer) => {
      if (!isEnded) chunks.push(chunk);
    });
    stream.on('end', () => {
      const places = messages.finish();
      if (places) places.then(answer, refuse);
      else answer();
    });
  };
  admit(arrival, method, false, parts).then(() => isEnded || read(), refuse);
}

const peers = new WeakMap<Http2Session, string>();

/** Returns the address of a call's client. A session reaches its socket through a proxy, which costs. */
function peerOf({ session }: ServerHttp2Stream): string {
  if (!session) return UNKNOWN;
  let peer = peers.get(session);
  if (peer === undefined) peers.set(session, (peer = session.socket.remoteAddress ?? UNKNOWN));
  return peer;
}

/** Returns the only message of a call. @throws CallRefusal; OwlgateError BodyTooLarge */
function messageOf(parts: readonly Buffer[], maxBytes: number): Buffer {
  const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  const length = bytes.length < FRAME_HEAD ? Infinity : bytes.readUInt32BE(1) + FRAME_HEAD;
  if (length !== Infinity && length > maxBytes + FRAME_HEAD)
    throw new OwlgateError('BodyTooLarge', { limit: maxBytes });
  if (bytes.length < length) throw new CallRefusal(status.UNIMPLEMENTED, 'the call has no complete message');
  if (bytes.length > length) throw new CallRefusal(status.UNIMPLEMENTED, 'the call has more than one message');
  if (bytes[0] !== 0) throw new CallRefusal(status.INVALID_ARGUMENT, 'the message is compressed without an encoding');
  return bytes.subarray(FRAME_HEAD);
}

/** Returns the milliseconds of `grpc-timeout`; undefined without one. */
function timeoutOf(header: unknown): number | undefined {
  const [, number, unit] = TIMEOUT.exec(typeof header === 'string' ? header : '') ?? [];
  return number === undefined ? undefined : Math.min(Number(number) * UNIT_MS[unit!]!, MAX_MS);
}

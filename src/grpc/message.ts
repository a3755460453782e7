/**
 * Messages of a call as their bytes arrive: within the budget for bodies, at the pace of bodies, and decompressed within
 * both. Ends a call whose answer nobody reads.
 *
 * grpc-js collects a message, and decompresses it, before an interceptor sees it. Two parts of its calls that its types
 * do not show are used here: the stream, and the decompressor. tests/integration/grpc/bodies.test.ts fails without them.
 */
import { constants, type ServerHttp2Stream } from 'node:http2';
import type { ServerInterceptingCallInterface } from '@grpc/grpc-js';
import { OwlgateError } from '../errors';
import { BodyPace, decompress, leaseOf, paceOf, type Arrival, type SharedParts } from '../http/shared';
import { invariant } from '../util/assert';
import { FRAME_HEAD } from '../util/grpc-frame';
import { closeAfterAnswer } from '../util/http2-ends';

interface ShownCall {
  readonly stream: ServerHttp2Stream;
  decompressMessage(framed: Buffer, encoding: string): Buffer | Promise<Buffer>;
}

/** Memory of a frame besides its bytes: a message may come in frames of one byte. */
export const CHUNK_BYTES = 256;

interface MessageOptions {
  /** Maximum bytes of a message, as received and decompressed. */
  readonly maxBytes: number;
  /** True for a method with a stream of messages, which may pause. */
  readonly isStream: boolean;
}

/** Messages of one call. */
export class Messages {
  private readonly pace: BodyPace | undefined;
  private takenBytes = 0;
  private messageBytes = 0;

  /** @param refuse ends the call with an error */
  constructor(
    stream: ServerHttp2Stream,
    private readonly arrival: Arrival,
    private readonly options: MessageOptions,
    private readonly refuse: (error: unknown) => void,
  ) {
    const { maxBytes, isStream } = options;
    const lease = leaseOf(arrival);
    if (!isStream) this.pace = new BodyPace(arrival, paceOf(arrival), (error) => this.end(error));
    stream.on('data', (chunk: Buffer) => {
      this.pace?.count(chunk.length);
      this.messageBytes += chunk.length;
      try {
        if (this.messageBytes > maxBytes + FRAME_HEAD) throw new OwlgateError('BodyTooLarge', { limit: maxBytes });
        lease.take(chunk.length + CHUNK_BYTES);
        this.takenBytes += chunk.length + CHUNK_BYTES;
      } catch (error) {
        this.end(error);
      }
    });
    stream.once('close', () => this.pace?.stop());
  }

  /** Decompresses the messages of a call of grpc-js within the limits. */
  decompressFor(call: ShownCall): void {
    const lease = leaseOf(this.arrival);
    const ofLibrary = call.decompressMessage.bind(call);
    call.decompressMessage = (framed, encoding) => {
      if (encoding !== 'gzip' && encoding !== 'deflate') return ofLibrary(framed, encoding);
      return decompress(framed.subarray(FRAME_HEAD), encoding, this.options.maxBytes, lease).catch((error: unknown) => {
        this.end(error);
        return NEVER;
      });
    };
  }

  /** Notes a complete message of a stream: the next one has the whole limit again. */
  next(): void {
    if (this.pace) return;
    leaseOf(this.arrival).give(this.takenBytes);
    this.takenBytes = 0;
    this.messageBytes = 0;
  }

  /** Notes the end of the messages. @returns as BodyPace.finish */
  finish(): Promise<void> | undefined {
    return this.pace?.finish();
  }

  private end(error: unknown): void {
    this.pace?.stop();
    this.refuse(error);
  }
}

const NEVER = new Promise<never>(() => undefined);

/** Returns a call of grpc-js with the parts that are used here. */
export function shownCall(call: ServerInterceptingCallInterface): ShownCall {
  const shown = call as unknown as Partial<ShownCall>;
  invariant(shown.stream !== undefined && shown.decompressMessage !== undefined, 'grpc-js has not changed its calls');
  return shown as ShownCall;
}

/** Ends the call if its client reads nothing of the answer for some time. Time without anything to send does not count. */
export function requireReader(stream: ServerHttp2Stream, { services, unreadMs }: SharedParts): void {
  services.unread.watch(stream);
  const check = (): void => {
    if (stream.bufferSize > 0) stream.close(constants.NGHTTP2_CANCEL);
    else stream.setTimeout(unreadMs);
  };
  stream.on('timeout', check);
  stream.setTimeout(unreadMs);
}

/** Ends a call at once, without an answer if that has begun. */
export function endCall(stream: ServerHttp2Stream, answer: () => void): void {
  if (stream.headersSent) return stream.close(constants.NGHTTP2_CANCEL);
  answer();
  closeAfterAnswer(stream);
}

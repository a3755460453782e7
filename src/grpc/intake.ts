/**
 * Intake of a call's message: counts its bytes as they arrive, and decompresses it, within the budget for all bodies in
 * flight and at the pace of bodies over HTTP.
 *
 * grpc-js shows an interceptor complete and decompressed messages alone, of up to the largest size each. So this reads
 * and sets fields of its call that its types do not show.
 */
import type { ServerHttp2Stream } from 'node:http2';
import { status, type ServerInterceptingCallInterface } from '@grpc/grpc-js';
import { BodyPace, decompress, leaseOf, paceOf, type BodyLease, type Compression } from '../http/shared';
import type { CallArrival } from './arrival';
import { CallRefusal } from './failures';

/** Call of grpc-js. */
interface CallFields {
  readonly stream: ServerHttp2Stream;
  /** Compression by which grpc-js decompresses. */
  incomingEncoding: string;
}

export interface IntakeLimits {
  /** Maximum bytes of a message, decompressed. */
  readonly maxBytes: number;
  /** True for methods whose only message may be compressed. */
  readonly takesCompressed: boolean;
}

const COMPRESSED = 1;
const COMPRESSIONS: readonly string[] = ['gzip', 'deflate'] satisfies readonly Compression[];

export class Intake {
  private readonly encoding: string;
  private readonly lease: BodyLease;
  private readonly pace: BodyPace;
  private received = 0;
  private isCompressed = false;

  /** @param refuse ends a call whose bytes exceed a limit, or stall */
  constructor(
    call: ServerInterceptingCallInterface,
    arrival: CallArrival,
    private readonly limits: IntakeLimits,
    private readonly refuse: (error: unknown) => void,
  ) {
    const fields = call as unknown as CallFields;
    this.encoding = fields.incomingEncoding;
    fields.incomingEncoding = 'identity';
    this.lease = leaseOf(arrival);
    this.pace = new BodyPace(arrival, paceOf(arrival), refuse);
    const count = (bytes: Buffer): void => this.count(bytes);
    fields.stream.on('data', count);
    arrival.response.once('close', () => {
      this.pace.stop();
      fields.stream.off('data', count);
    });
  }

  /** Returns a complete message, decompressed. @throws CallRefusal; OwlgateError as a body over HTTP */
  async complete(message: Buffer): Promise<Buffer> {
    await this.pace.finish();
    if (!this.isCompressed) return message;
    if (!this.limits.takesCompressed || !COMPRESSIONS.includes(this.encoding)) {
      throw new CallRefusal(status.UNIMPLEMENTED, `messages compressed by ${this.encoding} are not accepted`);
    }
    return decompress(message, this.encoding as Compression, this.limits.maxBytes, this.lease);
  }

  private count(bytes: Buffer): void {
    // A message begins with a byte that tells if it is compressed.
    if (this.received === 0) this.isCompressed = bytes[0] === COMPRESSED;
    this.received += bytes.length;
    this.pace.count(bytes.length);
    try {
      this.lease.take(bytes.length);
      if (this.received > this.limits.maxBytes + PREFIX_BYTES) throw tooLarge(this.limits);
    } catch (error) {
      this.refuse(error);
    }
  }
}

/** Bytes before a message: compression and length. */
const PREFIX_BYTES = 5;

const tooLarge = ({ maxBytes }: IntakeLimits): CallRefusal =>
  new CallRefusal(status.RESOURCE_EXHAUSTED, `the message has more than ${maxBytes} bytes`);

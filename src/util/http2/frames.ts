/** Frames of HTTP/2 (RFC 9113, section 4): printed, and read from bytes as they come. */

export const FRAME = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;
export const FLAG = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const;
/** Codes of errors and farewells. */
export const CODE = {
  none: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  streamClosed: 5,
  refused: 7,
  cancel: 8,
  calm: 11,
} as const;
export const SETTING = { enablePush: 2, maxStreams: 3, initialWindow: 4, maxFrame: 5, maxFields: 6 } as const;

/** Largest payload of a frame that nobody has asked to be larger. */
export const MAX_FRAME = 16_384;
/** Window of a stream or a connection that nobody has asked to be larger. */
export const FIRST_WINDOW = 65_535;
const HEAD_BYTES = 9;
const NOTHING = Buffer.alloc(0);

/** Bytes with which a client begins. */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** Violation of the protocol by the other side, with which its connection ends. */
export class ProtocolError extends Error {
  constructor(
    message: string,
    readonly code: number = CODE.protocol,
  ) {
    super(message);
  }
}

export interface Frame {
  readonly type: number;
  readonly flags: number;
  /** 0: the connection. */
  readonly stream: number;
  /** Valid until the frame is handled. */
  readonly payload: Buffer;
}

export function printFrame(type: number, flags: number, stream: number, payload: Uint8Array = NOTHING): Buffer {
  const frame = Buffer.allocUnsafe(HEAD_BYTES + payload.length);
  frame.writeUIntBE(payload.length, 0, 3);
  frame[3] = type;
  frame[4] = flags;
  frame.writeUInt32BE(stream, 5);
  frame.set(payload, HEAD_BYTES);
  return frame;
}

/** Prints a frame with one number: a new window, or the reason of a reset. */
export function printNumber(type: number, stream: number, value: number): Buffer {
  const payload = Buffer.allocUnsafe(4);
  payload.writeUInt32BE(value);
  return printFrame(type, 0, stream, payload);
}

export function printSettings(settings: readonly (readonly [name: number, value: number])[]): Buffer {
  const payload = Buffer.allocUnsafe(settings.length * 6);
  for (const [i, [name, value]] of settings.entries()) {
    payload.writeUInt16BE(name, i * 6);
    payload.writeUInt32BE(value, i * 6 + 2);
  }
  return printFrame(FRAME.settings, 0, 0, payload);
}

export function* readSettings(payload: Buffer): Iterable<readonly [name: number, value: number]> {
  for (let at = 0; at + 6 <= payload.length; at += 6) yield [payload.readUInt16BE(at), payload.readUInt32BE(at + 2)];
}

/** Splits bytes into frames. */
export class FrameReader {
  private rest = NOTHING;

  constructor(private readonly take: (frame: Frame) => void) {}

  /** Beginning of a frame that has not arrived completely. */
  get unread(): Buffer {
    return this.rest;
  }

  /**
   * @param chunk used until this returns
   * @throws ProtocolError
   */
  read(chunk: Buffer): void {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let at = 0;
    while (bytes.length - at >= HEAD_BYTES) {
      const length = bytes.readUIntBE(at, 3);
      if (length > MAX_FRAME) throw new ProtocolError('it sent a frame that is too large');
      const end = at + HEAD_BYTES + length;
      if (bytes.length < end) break;
      const stream = bytes.readUInt32BE(at + 5) & 0x7fffffff;
      this.take({ type: bytes[at + 3]!, flags: bytes[at + 4]!, stream, payload: bytes.subarray(at + HEAD_BYTES, end) });
      at = end;
    }
    this.rest = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at));
  }
}

/** Returns the payload of a frame of data or headers without its padding and priority. @throws ProtocolError */
export function unpadded({ type, flags, payload }: Frame): Buffer {
  const isPadded = (flags & FLAG.padded) !== 0;
  const priority = type === FRAME.headers && (flags & FLAG.priority) !== 0 ? 5 : 0;
  const start = (isPadded ? 1 : 0) + priority;
  const end = payload.length - (isPadded ? (payload[0] ?? 0) : 0);
  if (end < start) throw new ProtocolError('it sent a frame with too much padding');
  return payload.subarray(start, end);
}

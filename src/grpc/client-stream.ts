/** Stream of an HTTP/2 connection in own frames: one message each way. */
import { CODE, FIRST_WINDOW, FLAG, FRAME, printFrame } from '../util/http2/frames';
import { FRAME_HEAD } from '../util/grpc-frame';

const FRAME_BYTES = 9;

/** Connection as its streams see it. */
export interface StreamConnection {
  /** Address of the client. */
  readonly peer: string;
  sendable(stream: ClientStream): number;
  writeFrames(bytes: Buffer, stream: ClientStream, dataBytes: number): void;
  sendBody(stream: ClientStream, maxFrames: number): void;
  /** @param code reason of a reset; undefined without one */
  finish(stream: ClientStream, code: number | undefined): void;
  confirm(stream: ClientStream, bytes: number): void;
}

/** Reader of a message. */
interface StreamReader {
  takeBytes(bytes: Buffer): void;
  /** The rest of the message has not come with the beginning. */
  takePause(): void;
  takeEnd(): void;
}

export class ClientStream {
  /** The client has sent all of its message. */
  hasAll = false;
  /** Bytes that may be sent. */
  window: number;
  /** Bytes that the client may send. */
  receivable = FIRST_WINDOW;
  /** Received and read bytes that have not been confirmed. */
  unconfirmed = 0;
  /** Called once when the stream is over, and its last bytes have left. */
  onClose: (() => void) | undefined;
  isClosed = false;
  private isAnswered = false;
  /** More of what arrived with the beginning may follow. */
  private isFresh = true;
  private reader: StreamReader | undefined;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private unsent: Buffer[] = [];
  private unsentSize = 0;
  private trailers: Buffer | undefined;
  private onSent: (() => void) | undefined;

  constructor(
    readonly id: number,
    private readonly connection: StreamConnection,
    window: number,
  ) {
    this.window = window;
  }

  get peer(): string {
    return this.connection.peer;
  }

  /** Bytes of an answer that have not been written. */
  get unsentBytes(): number {
    return this.unsentSize;
  }

  /** True once an answer has begun. */
  get hasAnswer(): boolean {
    return this.isAnswered;
  }

  // ————— The client's message

  /** Reads what has arrived, and what arrives. Without a reader a client may send one window. */
  read(reader: StreamReader): void {
    this.reader = reader;
    const { held, heldBytes } = this;
    this.held = [];
    this.heldBytes = 0;
    for (const bytes of held) reader.takeBytes(bytes);
    if (heldBytes > 0) this.connection.confirm(this, heldBytes);
    if (this.hasAll) reader.takeEnd();
    else if (!this.isFresh) reader.takePause();
  }

  /** Notes that all that arrived with the beginning has been taken. */
  pause(): void {
    this.isFresh = false;
    if (!this.hasAll) this.reader?.takePause();
  }

  /** @param size bytes of the frame, with padding */
  takeBytes(bytes: Buffer, size: number): void {
    if (this.reader) {
      this.reader.takeBytes(bytes);
      this.connection.confirm(this, size);
    } else {
      this.held.push(bytes);
      this.heldBytes += size;
    }
  }

  takeEnd(): void {
    if (this.hasAll) return;
    this.hasAll = true;
    this.reader?.takeEnd();
  }

  // ————— The answer

  /**
   * Answers with a message.
   *
   * @param head header block
   * @param trailers header block after the message
   * @param onSent called when all of the message has been handed to the connection, before the trailers
   */
  answer(head: Buffer, message: Uint8Array, trailers: Buffer, onSent: () => void): void {
    if (this.isAnswered || this.isClosed) return;
    this.isAnswered = true;
    const size = FRAME_HEAD + message.length;
    if (size <= this.connection.sendable(this)) {
      onSent();
      const bytes = Buffer.allocUnsafe(3 * FRAME_BYTES + head.length + size + trailers.length);
      let at = putFrame(bytes, 0, FRAME.headers, FLAG.endHeaders, this.id, head);
      at = putHead(bytes, at, FRAME.data, 0, this.id, size);
      bytes[at] = 0;
      bytes.writeUInt32BE(message.length, at + 1);
      bytes.set(message, at + FRAME_HEAD);
      putFrame(bytes, at + size, FRAME.headers, LAST, this.id, trailers);
      this.connection.writeFrames(bytes, this, size);
      return this.finish();
    }
    this.connection.writeFrames(printFrame(FRAME.headers, FLAG.endHeaders, this.id, head), this, 0);
    const prefix = Buffer.alloc(FRAME_HEAD);
    prefix.writeUInt32BE(message.length, 1);
    this.unsent = [prefix, Buffer.from(message.buffer, message.byteOffset, message.byteLength)];
    this.unsentSize = size;
    this.trailers = trailers;
    this.onSent = onSent;
    this.send();
  }

  /** Answers without a message. @param block header block with a status */
  refuse(block: Buffer): void {
    if (this.isAnswered || this.isClosed) return;
    this.isAnswered = true;
    this.connection.writeFrames(printFrame(FRAME.headers, LAST, this.id, block), this, 0);
    this.finish();
  }

  /** Ends the stream without an answer, or without the rest of it. */
  reset(code: number = CODE.cancel): void {
    if (this.isClosed) return;
    this.drop();
    this.connection.finish(this, code);
  }

  /** Sends what is left of the message, as far as the connection admits, and the trailers after it. */
  send(maxFrames = Infinity): void {
    this.connection.sendBody(this, maxFrames);
    if (this.unsentSize > 0 || !this.trailers) return;
    const { trailers } = this;
    this.trailers = undefined;
    this.onSent?.();
    this.connection.writeFrames(printFrame(FRAME.headers, LAST, this.id, trailers), this, 0);
    this.finish();
  }

  /** Returns the next bytes of the message. */
  takeUnsent(size: number): Buffer {
    const parts: Buffer[] = [];
    let missing = size;
    while (missing > 0) {
      const [first] = this.unsent;
      const part = first!.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      if (part.length === first!.length) this.unsent.shift();
      else this.unsent[0] = first!.subarray(part.length);
    }
    this.unsentSize -= size;
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  /** The stream is over. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.drop();
    this.onClose?.();
  }

  private finish(): void {
    // The client need not send the rest of its message.
    this.connection.finish(this, this.hasAll ? undefined : CODE.none);
    this.drop();
  }

  /** Forgets messages. */
  private drop(): void {
    const { heldBytes } = this;
    this.held = [];
    this.heldBytes = 0;
    this.unsent = [];
    this.unsentSize = 0;
    this.trailers = undefined;
    if (heldBytes > 0) this.connection.confirm(this, heldBytes);
  }
}

const LAST = FLAG.endHeaders | FLAG.endStream;

/** Writes the head of a frame. @returns where its payload begins */
function putHead(bytes: Buffer, at: number, type: number, flags: number, stream: number, size: number): number {
  bytes.writeUIntBE(size, at, 3);
  bytes[at + 3] = type;
  bytes[at + 4] = flags;
  bytes.writeUInt32BE(stream, at + 5);
  return at + FRAME_BYTES;
}

function putFrame(bytes: Buffer, at: number, type: number, flags: number, stream: number, payload: Buffer): number {
  const start = putHead(bytes, at, type, flags, stream, payload.length);
  bytes.set(payload, start);
  return start + payload.length;
}

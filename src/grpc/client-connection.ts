/**
 * HTTP/2 connection of a client (RFC 9113), in own frames. Clients are not trusted: everything that a client can make
 * the gateway hold is bounded, and a client that breaks the protocol or only makes work loses its connection.
 *
 * The first call decides who serves the connection. Until then nothing is sent that another server would not send.
 */
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import {
  CODE,
  FIRST_WINDOW,
  FLAG,
  FRAME,
  FrameReader,
  MAX_FRAME,
  PREFACE,
  printFrame,
  printNumber,
  printSettings,
  ProtocolError,
  readSettings,
  SETTING,
  unpadded,
  type Frame,
} from '../util/http2/frames';
import { FieldReader, type Entry } from '../util/http2/header-block';
import { JoinedBlock } from '../util/http2/joined-block';
import { Roster } from '../util/roster';
import { ClientStream, type StreamConnection } from './client-stream';
import { FrameWriter } from './frame-writer';
import { HeldFrames } from './held-frames';
import { IdleFrames } from './idle-frames';
import { fieldsOf, MAX_FIELDS_BYTES, type RequestFields } from './request-fields';

const MAX_ID = 2 ** 31 - 1;
/** Concurrent streams of a connection; a client lets further calls wait. */
export const MAX_STREAMS = 1_000;
/** Bytes that a client may send before they are confirmed, for all its calls. */
const WINDOW = 2 ** 20;
/** Frames of one header block. */
const MAX_BLOCK_FRAMES = 64;
/** Acknowledgements that a client has not read. */
const MAX_ACKS = 1_000;
/** Bytes in the socket up to which answers are written. */
const MAX_BACKLOG = 256 * 1024;
/** Looks at silent connections (`look`) after which a client is asked for a sign, and after which it counts as gone. */
const PING_AFTER = 3;
const GONE_AFTER = 5;
/** Looks after which a connection ends that has not begun as one of HTTP/2 does. */
const STUCK_AFTER = 2;
/** Silence after which the system asks a client for an acknowledgement. */
const KEEP_ALIVE_MS = 60_000;
/** Time for the last bytes of a connection. */
const LAST_BYTES_MS = 2_000;
const NO_OPAQUE_DATA = Buffer.alloc(8);

export interface ConnectionServer {
  /** Returns the function that begins a call; undefined for a call that is not served in own frames. */
  begin(fields: RequestFields): ((stream: ClientStream) => void) | undefined;
  /** Takes over a connection whose first call is not served in own frames. Its bytes are to be read again. */
  takeOver(socket: Socket): void;
  /** Reports an error that is none of the client's, with which its connection ends. */
  report(error: unknown): void;
}

/** Server of a connection: own frames; the other server, once the settings are confirmed; undecided. */
type Side = 'unknown' | 'own' | 'other';

export class ClientConnection extends EventEmitter implements StreamConnection {
  readonly peer: string;
  private readonly frames = new FrameReader((frame) => this.take(frame));
  private readonly fields = new FieldReader(MAX_FIELDS_BYTES);
  private readonly streams = new Roster<ClientStream>();
  /** Streams of which the bytes that are being read are the beginning. */
  private begun: ClientStream[] = [];
  private prefaceAt = 0;
  private side: Side = 'unknown';
  private readonly held = new HeldFrames();
  private readonly idleFrames = new IdleFrames();
  private readonly writer: FrameWriter;
  private readonly block = new JoinedBlock(MAX_FIELDS_BYTES, MAX_BLOCK_FRAMES);
  private latest: { readonly entries: readonly Entry[]; readonly fields: RequestFields | undefined } | undefined;
  private lastId = 0;
  private window = FIRST_WINDOW;
  private streamWindow = FIRST_WINDOW;
  private maxFrame = MAX_FRAME;
  private receivable = FIRST_WINDOW;
  private unconfirmed = 0;
  private isLeaving = false;
  private acks = 0;
  private silentLooks = 0;
  private readerCheck: NodeJS.Timeout | undefined;

  /**
   * @param socket plain or of TLS, without a reader
   * @param unreadMs time within which a client must read some of what waits for it
   */
  constructor(
    private readonly socket: Socket,
    private readonly server: ConnectionServer,
    private readonly unreadMs: number,
  ) {
    super();
    this.peer = socket.remoteAddress ?? 'unknown';
    this.writer = new FrameWriter(
      socket,
      () => this.drain(),
      () => this.checkReader(),
    );
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    socket.on('data', this.read).on('error', this.ignore).on('close', this.end);
    const settings = [
      [SETTING.maxStreams, MAX_STREAMS],
      [SETTING.maxFields, MAX_FIELDS_BYTES],
    ] as const;
    this.writer.write(printSettings(settings));
  }

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  /** Bytes of answers that have not left. */
  get writableLength(): number {
    let bytes = this.socket.writableLength;
    for (const stream of this.streams) bytes += stream.unsentBytes;
    return bytes;
  }

  /** Bytes of answers so far, sent or not. */
  get bytesWritten(): number {
    return this.socket.bytesWritten + this.writableLength - this.socket.writableLength;
  }

  /** Ends the connection at once. */
  destroy(): void {
    this.socket.destroy();
  }

  /** Takes no more calls, and ends with the last one. */
  close(): void {
    if (this.side !== 'own') return this.destroy();
    this.leave(CODE.none);
    this.closeIfIdle();
  }

  /** To be called at regular intervals: asks silent clients for a sign, and ends the connections of those that are gone. */
  look(): void {
    this.silentLooks++;
    if (this.silentLooks >= (this.isStuck ? STUCK_AFTER : GONE_AFTER)) this.destroy();
    // Before the first call another server would take the answer for one to its own question.
    else if (this.silentLooks === PING_AFTER && this.side === 'own')
      this.writer.write(printFrame(FRAME.ping, 0, 0, NO_OPAQUE_DATA));
    else if (this.side === 'unknown' && !this.isStuck) this.silentLooks = 0;
  }

  /** True for a connection without a preface, and for one whose client does not confirm the settings. */
  private get isStuck(): boolean {
    return this.prefaceAt < PREFACE.length || this.side === 'other';
  }

  // ————— Streams

  /** Sends what is left of an answer, as far as windows and the socket admit. */
  sendBody(stream: ClientStream, maxFrames: number): void {
    for (let left = maxFrames; stream.unsentBytes > 0 && left > 0; left--) {
      if (this.writer.backlog > MAX_BACKLOG) break;
      const size = Math.min(stream.unsentBytes, this.maxFrame, stream.window, this.window);
      if (size <= 0) break;
      const bytes = stream.takeUnsent(size);
      stream.window -= size;
      this.window -= size;
      this.writer.write(printFrame(FRAME.data, 0, stream.id, bytes));
    }
    if (stream.unsentBytes > 0) this.checkReader();
  }

  /** Bytes that may be sent now, in one frame. */
  sendable(stream: ClientStream): number {
    return this.side === 'own' && this.socket.writableLength <= MAX_BACKLOG
      ? Math.min(this.maxFrame, stream.window, this.window)
      : 0;
  }

  /** Writes frames that contain `dataBytes` of an answer. */
  writeFrames(bytes: Buffer, stream: ClientStream, dataBytes: number): void {
    stream.window -= dataBytes;
    this.window -= dataBytes;
    this.writer.write(bytes);
  }

  /** Forgets a stream, whose end is announced when its bytes have left. */
  finish(stream: ClientStream, code: number | undefined): void {
    if (!this.streams.delete(stream.id)) return;
    if (code !== undefined) this.writer.write(printNumber(FRAME.reset, stream.id, code));
    this.writer.whenLeft(() => stream.close());
    this.closeIfIdle();
  }

  /** Confirms received bytes of a stream that is read, or that is over. */
  confirm(stream: ClientStream, bytes: number): void {
    this.confirmBytes(bytes);
    if (!this.streams.has(stream.id) || stream.hasAll) return;
    stream.unconfirmed += bytes;
    if (stream.unconfirmed < FIRST_WINDOW / 2) return;
    this.writer.write(printNumber(FRAME.windowUpdate, stream.id, stream.unconfirmed));
    stream.receivable += stream.unconfirmed;
    stream.unconfirmed = 0;
  }

  private confirmBytes(bytes: number): void {
    this.unconfirmed += bytes;
    if (this.unconfirmed < WINDOW / 2) return;
    this.writer.write(printNumber(FRAME.windowUpdate, 0, this.unconfirmed));
    this.receivable += this.unconfirmed;
    this.unconfirmed = 0;
  }

  // ————— Socket

  /** An error is followed by `close`. */
  private readonly ignore = (): void => undefined;

  private readonly end = (): void => {
    clearInterval(this.readerCheck);
    this.closeStreams();
    this.emit('close');
  };

  private closeStreams(): void {
    for (const stream of this.streams.clear()) stream.close();
    this.writer.end();
  }

  private readonly read = (chunk: Buffer): void => {
    this.silentLooks = 0;
    try {
      this.frames.read(this.prefaceAt < PREFACE.length ? this.readPreface(chunk) : chunk);
    } catch (error) {
      this.fail(error);
    }
    for (const stream of this.begun) stream.pause();
    if (this.begun.length > 0) this.begun = [];
    if (this.side === 'other' && this.held.isConfirmed) this.giveAway();
  };

  /** Returns what follows the preface. @throws ProtocolError */
  private readPreface(chunk: Buffer): Buffer {
    const size = Math.min(chunk.length, PREFACE.length - this.prefaceAt);
    const expected = PREFACE.subarray(this.prefaceAt, this.prefaceAt + size);
    if (!chunk.subarray(0, size).equals(expected)) throw new ProtocolError('this port serves gRPC, which is HTTP/2');
    this.prefaceAt += size;
    return chunk.subarray(size);
  }

  /** Ends the connection of a client that has broken the protocol. */
  private fail(error: unknown): void {
    const isOfClient = error instanceof ProtocolError;
    if (!isOfClient) this.server.report(error);
    if (!this.socket.writable) return;
    const [code, reason] = isOfClient ? [error.code, error.message] : [CODE.internal, ''];
    this.writer.write(farewell(this.lastId, code, reason));
    this.writer.flush();
    this.socket.off('data', this.read).resume().end();
    this.closeStreams();
    this.destroyLater();
  }

  private drain(): void {
    this.acks = 0;
    this.sendBodies();
  }

  /** Sends answers in turn: a stream that has sent a frame, and has more, comes last. */
  private sendBodies(): void {
    for (const stream of this.streams) {
      // A client may open windows byte by byte, with answers on all its streams.
      if (this.window <= 0 || this.writer.backlog > MAX_BACKLOG) return;
      if (stream.unsentBytes === 0 || stream.window <= 0) continue;
      stream.send(1);
      if (stream.unsentBytes === 0) continue;
      this.streams.delete(stream.id);
      this.streams.set(stream.id, stream);
    }
  }

  /** Watches a client that has to read: it must read some of each answer in time. */
  private checkReader(): void {
    if (this.readerCheck) return;
    let before = this.writer.progress;
    let waiting = this.waiting();
    this.readerCheck = setInterval(() => {
      const { socket } = this;
      const now = this.writer.progress;
      if (socket.writableLength > 0 && now === before) return this.destroy();
      before = now;
      for (const [stream, bytes] of waiting) if (stream.unsentBytes === bytes) stream.reset();
      waiting = this.waiting();
      if (waiting.size > 0 || socket.writableLength > 0) return;
      clearInterval(this.readerCheck);
      this.readerCheck = undefined;
    }, this.unreadMs);
  }

  /** Answers that wait for the client, with their bytes. */
  private waiting(): Map<ClientStream, number> {
    const entries = [...this.streams].map((stream) => [stream, stream.unsentBytes] as const);
    return new Map(entries.filter(([, bytes]) => bytes > 0));
  }

  /** The socket's own, for the count of unread answers. */
  get _handle(): FrameWriter['handle'] {
    return this.writer.handle;
  }

  private leave(code: number, lastId = this.lastId): void {
    if (this.isLeaving) return;
    this.isLeaving = true;
    this.writer.write(farewell(lastId, code, ''));
  }

  private closeIfIdle(): void {
    if (!this.isLeaving || this.streams.size > 0 || !this.socket.writable) return;
    this.writer.flush();
    this.socket.end();
    this.writer.whenLeft(() => this.destroyLater());
  }

  /** Ends the connection of a client that does not. */
  private destroyLater(): void {
    setTimeout(() => this.destroy(), LAST_BYTES_MS).unref();
  }

  // ————— Frames

  /** @throws ProtocolError */
  private take(frame: Frame): void {
    this.block.check(frame);
    if (this.side !== 'own' && this.holdBack(frame)) return;
    switch (frame.type) {
      case FRAME.data:
        return this.takeData(frame);
      case FRAME.headers:
        if (frame.stream % 2 === 0) throw new ProtocolError('it sent a stream with an even number');
        return this.takeBlock(frame);
      case FRAME.continuation:
        return this.takeBlock(frame);
      case FRAME.reset:
        return this.takeReset(frame);
      case FRAME.settings:
        return this.takeSettings(frame);
      case FRAME.ping:
        return this.takePing(frame);
      case FRAME.goAway:
        this.isLeaving = true;
        return this.closeIfIdle();
      case FRAME.windowUpdate:
        return this.takeWindow(frame);
      case FRAME.pushPromise:
        throw new ProtocolError('it sent a promise');
      default:
    }
  }

  /** Holds a frame back for another server. @returns true for one that is not read here yet */
  private holdBack(frame: Frame): boolean {
    if (frame.type === FRAME.ping) return false;
    this.held.hold(frame);
    return this.side === 'other' || frame.type === FRAME.settings;
  }

  private takeBlock(frame: Frame): void {
    const block = this.block.take(frame);
    if (!block) return;
    const { stream: id, isLast: hasAll } = block;
    if (id > this.lastId) {
      const previousId = this.lastId;
      this.lastId = id;
      return this.begin(id, this.requestFields(block.bytes), hasAll, previousId);
    }
    this.fields.entries(block.bytes);
    const stream = this.streams.get(id);
    // Of a stream that has ended here while they were on their way.
    if (!stream) return this.idleFrames.spend();
    if (!hasAll) throw new ProtocolError('it sent header fields within a message');
    stream.takeEnd();
  }

  /** Returns the fields of a request; undefined for those that make none. Requests of a client often have the same. */
  private requestFields(block: Buffer): RequestFields | undefined {
    const entries = this.fields.entries(block);
    if (entries !== this.latest?.entries) this.latest = { entries, fields: fieldsOf(entries) };
    return this.latest.fields;
  }

  private begin(id: number, fields: RequestFields | undefined, hasAll: boolean, previousId: number): void {
    // The client repeats it on another connection.
    if (this.isLeaving) return this.idleFrames.spend();
    if (!fields) return this.refuse(id, CODE.protocol);
    if (this.streams.size >= MAX_STREAMS) return this.refuse(id, CODE.refused);
    const begin = this.server.begin(fields);
    if (!begin) {
      if (this.side === 'unknown') this.side = 'other';
      else {
        this.leave(CODE.none, previousId);
        this.closeIfIdle();
      }
      return;
    }
    if (this.side === 'unknown') this.keep();
    const stream = new ClientStream(id, this, this.streamWindow);
    this.streams.set(id, stream);
    if (hasAll) stream.takeEnd();
    else this.begun.push(stream);
    begin(stream);
  }

  private refuse(id: number, code: number): void {
    this.idleFrames.spend();
    this.writer.write(printNumber(FRAME.reset, id, code));
  }

  /** Serves the connection in own frames from now on. */
  private keep(): void {
    this.side = 'own';
    this.held.takeSettings((frame) => this.takeSettings(frame));
    this.writer.write(printNumber(FRAME.windowUpdate, 0, WINDOW - FIRST_WINDOW));
    this.receivable += WINDOW - FIRST_WINDOW;
  }

  /** Gives the connection to another server, which reads it from its beginning. */
  private giveAway(): void {
    const { socket } = this;
    if (!socket.writable) return;
    this.writer.flush();
    const bytes = this.held.replay(this.frames.unread);
    socket.off('data', this.read).off('error', this.ignore).off('close', this.end);
    this.writer.end();
    socket.pause();
    socket.unshift(bytes);
    this.emit('close');
    this.server.takeOver(socket);
  }

  private takeData(frame: Frame): void {
    const { stream: id, flags, payload } = frame;
    if (id > this.lastId || id === 0) throw new ProtocolError('it sent data without a call');
    this.receivable -= payload.length;
    if (this.receivable < 0) throw new ProtocolError('it sent more than it may', CODE.flowControl);
    const stream = this.streams.get(id);
    // Of a call that was refused while they were on their way.
    if (!stream) return this.confirmBytes(payload.length);
    stream.receivable -= payload.length;
    const bytes = unpadded(frame);
    const hasAll = (flags & FLAG.endStream) !== 0;
    if (bytes.length === 0 && !hasAll) this.idleFrames.spend();
    if (stream.hasAll || stream.receivable < 0) {
      this.confirmBytes(payload.length);
      return stream.reset(stream.hasAll ? CODE.streamClosed : CODE.flowControl);
    }
    stream.takeBytes(bytes, payload.length);
    if (hasAll) stream.takeEnd();
  }

  private takeReset({ stream: id, payload }: Frame): void {
    if (id > this.lastId || id === 0 || payload.length !== 4) throw new ProtocolError('it reset no stream');
    this.idleFrames.spend();
    const stream = this.streams.get(id);
    if (!stream) return;
    this.streams.delete(id);
    stream.close();
    this.closeIfIdle();
  }

  private takeSettings({ flags, stream: id, payload }: Frame): void {
    if ((flags & FLAG.ack) !== 0) return;
    if (id !== 0 || payload.length % 6 !== 0) throw new ProtocolError('its settings cannot be read');
    this.idleFrames.spend();
    for (const [name, value] of readSettings(payload)) {
      if (name === SETTING.maxFrame) {
        if (value < MAX_FRAME || value > 2 ** 24 - 1) throw new ProtocolError('its settings are not valid');
        // Longer frames would let one answer keep others waiting.
        this.maxFrame = Math.min(value, MAX_FRAME);
      } else if (name === SETTING.initialWindow) {
        if (value > MAX_ID) throw new ProtocolError('its window is too large', CODE.flowControl);
        for (const stream of this.streams) stream.window += value - this.streamWindow;
        this.streamWindow = value;
      }
    }
    this.acknowledge(printFrame(FRAME.settings, FLAG.ack, 0));
    this.sendBodies();
  }

  private takePing({ flags, stream: id, payload }: Frame): void {
    if (id !== 0 || payload.length !== 8) throw new ProtocolError('its ping cannot be read');
    if ((flags & FLAG.ack) === 0) this.acknowledge(printFrame(FRAME.ping, FLAG.ack, 0, payload));
  }

  private takeWindow({ stream: id, payload }: Frame): void {
    const bytes = payload.length === 4 ? payload.readUInt32BE(0) & MAX_ID : 0;
    if (bytes === 0 || id > this.lastId) throw new ProtocolError('its window cannot be read');
    const stream = this.streams.get(id);
    const window = id === 0 ? (this.window += bytes) : stream ? (stream.window += bytes) : 0;
    if (window > MAX_ID) throw new ProtocolError('its window is too large', CODE.flowControl);
    if (id === 0) this.sendBodies();
    else if (stream && stream.unsentBytes > 0) stream.send();
  }

  private acknowledge(frame: Buffer): void {
    if (++this.acks > MAX_ACKS && this.socket.writableLength > 0)
      throw new ProtocolError('it does not read answers to its frames', CODE.calm);
    this.writer.write(frame);
  }
}

/** Prints the frame that announces the end of a connection. */
function farewell(lastId: number, code: number, reason: string): Buffer {
  const head = Buffer.allocUnsafe(8);
  head.writeUInt32BE(lastId, 0);
  head.writeUInt32BE(code, 4);
  return printFrame(FRAME.goAway, 0, 0, Buffer.concat([head, Buffer.from(reason)]));
}

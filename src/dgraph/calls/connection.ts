/**
 * HTTP/2 connection of a client (RFC 9113) for calls with one message each way, over plain TCP. Frames of requests that
 * begin in one turn of the event loop leave in one write.
 */
import { connect, type Socket } from 'node:net';
import { CallFailure, STATUS } from './failure';
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
} from '../../util/http2/frames';
import { FieldReader, type Fields } from '../../util/http2/header-block';
import { JoinedBlock } from '../../util/http2/joined-block';
import { Roster } from '../../util/roster';

/** Bytes that the other side may send before they are confirmed: of one call, and of all. */
const CALL_WINDOW = 4 * 2 ** 20;
const WINDOW = 16 * 2 ** 20;
const MAX_STREAM = 2 ** 31 - 1;
/** Bytes of one block of header fields. */
const MAX_BLOCK = 2 ** 20;
const READ_BYTES = 64 * 1024;
/** Silence after which the system asks the peer of a connection for an acknowledgement. */
const KEEP_ALIVE_MS = 10_000;
/**
 * Time after which a ping is answered. A server of Go follows each message with a window update and a ping, to measure
 * its windows by, unless one is open: answered at once, they cost both sides as many system calls as a call.
 */
const PING_MS = 100;

/** Call as its connection sees it. */
export interface CarriedCall {
  /** Number of its stream, from the connection. */
  streamId?: number;
  /** Header block. */
  readonly head: Buffer;
  /** Framed message; never empty. */
  readonly body: Buffer;
  takeFields(fields: Fields): void;
  /** @param bytes used until this returns */
  takeBytes(bytes: Buffer): void;
  /** The other side has ended its part. */
  finish(): void;
  fail(failure: CallFailure): void;
}

interface Stream {
  readonly id: number;
  readonly call: CarriedCall;
  /** Bytes that may be sent. */
  window: number;
  unsent: Buffer;
  /** Received bytes that have not been confirmed. */
  received: number;
}

interface ConnectionEvents {
  /** The other side has sent its settings. */
  onReady(): void;
  /** The connection takes no more calls. */
  onFarewell(): void;
  /** @param reason of its end */
  onClose(reason: string): void;
}

export class Connection {
  private readonly socket: Socket;
  private readonly ended: Promise<void>;
  private readonly frames = new FrameReader((frame) => this.take(frame));
  private readonly fields = new FieldReader();
  private readonly streams = new Roster<Stream>();
  /** Calls beyond the streams that the other side takes at once. */
  private readonly waiting = new Set<CarriedCall>();
  private outgoing: Buffer[] = [];
  private readonly block = new JoinedBlock(MAX_BLOCK);
  private nextId = 1;
  private window = FIRST_WINDOW;
  private callWindow = FIRST_WINDOW;
  private maxFrame = MAX_FRAME;
  private maxStreams = Infinity;
  private received = 0;
  private isReady = false;
  private isLeaving = false;

  constructor(
    address: { readonly host: string; readonly port: number },
    private readonly events: ConnectionEvents,
  ) {
    this.socket = connect({
      ...address,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
      onread: { buffer: Buffer.allocUnsafe(READ_BYTES), callback: (size, buffer) => this.read(buffer, size) },
    });
    const settings = [
      [SETTING.enablePush, 0],
      [SETTING.initialWindow, CALL_WINDOW],
    ] as const;
    this.write(Buffer.concat([PREFACE, printSettings(settings)]));
    this.write(printNumber(FRAME.windowUpdate, 0, WINDOW - FIRST_WINDOW));
    let reason = 'the connection ended';
    this.socket.on('error', (error) => (reason = error.message));
    this.socket.on('close', () => {
      const failure = new CallFailure(STATUS.unavailable, reason);
      this.leave();
      for (const { call } of [...this.streams]) this.end(call).fail(failure);
      events.onClose(reason);
    });
    this.ended = new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  /** Sends a call, which gets its answer or a failure. */
  send(call: CarriedCall): void {
    if (this.isLeaving) return call.fail(CallFailure.unsent('the connection ends'));
    if (this.streams.size >= this.maxStreams) this.waiting.add(call);
    else this.open(call);
  }

  /** Ends a call, which is over or of no interest. */
  cancel(call: CarriedCall): void {
    const { streamId: id } = call;
    if (id !== undefined && this.streams.has(id)) this.write(printNumber(FRAME.reset, id, CODE.cancel));
    this.end(call);
  }

  /**
   * Takes no more calls, and ends with the last one.
   *
   * @returns promise of the end of a connection without calls; with calls, it resolves at once
   */
  async close(): Promise<void> {
    this.leave();
    if (this.streams.size > 0) return;
    // An alpha may be slow to end its side.
    this.socket.destroy();
    await this.ended;
  }

  destroy(error: Error): void {
    this.socket.destroy(error);
  }

  /** Lets the process end while no call is open. */
  unref(): void {
    if (this.streams.size === 0) this.socket.unref();
  }

  private open(call: CarriedCall): void {
    const id = this.nextId;
    this.nextId += 2;
    if (this.nextId > MAX_STREAM) this.leave();
    if (this.streams.size === 0) this.socket.ref();
    const stream: Stream = { id, call, window: this.callWindow, unsent: call.body, received: 0 };
    this.streams.set(id, stream);
    call.streamId = id;
    const { head } = call;
    for (let at = 0; at < head.length; at += this.maxFrame) {
      const part = head.subarray(at, at + this.maxFrame);
      const flags = at + this.maxFrame >= head.length ? FLAG.endHeaders : 0;
      this.write(printFrame(at === 0 ? FRAME.headers : FRAME.continuation, flags, id, part));
    }
    this.sendBody(stream);
  }

  /** Sends as much of a message as the windows admit. */
  private sendBody(stream: Stream): void {
    while (stream.unsent.length > 0) {
      const size = Math.min(stream.unsent.length, this.maxFrame, stream.window, this.window);
      if (size <= 0) return;
      const isLast = size === stream.unsent.length;
      this.write(printFrame(FRAME.data, isLast ? FLAG.endStream : 0, stream.id, stream.unsent.subarray(0, size)));
      stream.unsent = stream.unsent.subarray(size);
      stream.window -= size;
      this.window -= size;
    }
  }

  private sendBodies(): void {
    for (const stream of this.streams) if (stream.unsent.length > 0) this.sendBody(stream);
  }

  private write(bytes: Buffer): void {
    if (this.outgoing.push(bytes) > 1) return;
    // After all clients' connections that can be read now, so that their calls leave together.
    setImmediate(() => {
      const { outgoing } = this;
      this.outgoing = [];
      if (this.socket.writable) this.socket.write(outgoing.length === 1 ? outgoing[0]! : Buffer.concat(outgoing));
    });
  }

  private read(buffer: Uint8Array, size: number): boolean {
    try {
      this.frames.read(Buffer.from(buffer.buffer, buffer.byteOffset, size));
    } catch (error) {
      this.socket.destroy(error as Error);
    }
    return true;
  }

  /** @throws ProtocolError */
  private take(frame: Frame): void {
    const { type, flags, stream: id, payload } = frame;
    this.block.check(frame);
    switch (type) {
      case FRAME.data:
        return this.takeData(frame);
      case FRAME.headers:
      case FRAME.continuation:
        return this.takeBlock(frame);
      case FRAME.reset:
        return this.takeReset(id, payload.readUInt32BE(0));
      case FRAME.settings:
        return (flags & FLAG.ack) === 0 ? this.takeSettings(payload) : undefined;
      case FRAME.ping:
        return (flags & FLAG.ack) === 0 ? this.takePing(payload) : undefined;
      case FRAME.goAway:
        return this.takeFarewell(payload.readUInt32BE(0) & MAX_STREAM);
      case FRAME.windowUpdate: {
        const stream = this.streams.get(id);
        if (id === 0) this.window += payload.readUInt32BE(0);
        else if (stream) stream.window += payload.readUInt32BE(0);
        return this.sendBodies();
      }
      case FRAME.pushPromise:
        throw new ProtocolError('it sent a promise, which it was not to do');
      default:
    }
  }

  private takeData(frame: Frame): void {
    const { stream: id, flags, payload } = frame;
    const stream = this.streams.get(id);
    this.received += payload.length;
    if (this.received >= WINDOW / 2) {
      this.write(printNumber(FRAME.windowUpdate, 0, this.received));
      this.received = 0;
    }
    if (!stream) return;
    stream.received += payload.length;
    stream.call.takeBytes(unpadded(frame));
    if (flags & FLAG.endStream) return this.finish(stream);
    if (stream.received < CALL_WINDOW / 2 || !this.streams.has(id)) return;
    this.write(printNumber(FRAME.windowUpdate, id, stream.received));
    stream.received = 0;
  }

  private takeBlock(frame: Frame): void {
    const block = this.block.take(frame);
    if (!block) return;
    const fields = this.fields.read(block.bytes);
    const stream = this.streams.get(block.stream);
    if (!stream) return;
    stream.call.takeFields(fields);
    if (block.isLast) this.finish(stream);
  }

  private takeReset(id: number, reason: number): void {
    const stream = this.streams.get(id);
    if (!stream) return;
    const isRefused = reason === CODE.refused;
    const failure = isRefused
      ? CallFailure.unsent('it refused the call')
      : new CallFailure(STATUS.unavailable, `the call was reset, with the code ${reason}`);
    this.end(stream.call).fail(failure);
  }

  private takeSettings(payload: Buffer): void {
    for (const [name, value] of readSettings(payload)) {
      if (name === SETTING.maxStreams) this.maxStreams = value;
      else if (name === SETTING.maxFrame) this.maxFrame = value;
      else if (name === SETTING.initialWindow) {
        for (const stream of this.streams) stream.window += value - this.callWindow;
        this.callWindow = value;
      }
    }
    this.write(printFrame(FRAME.settings, FLAG.ack, 0));
    this.sendBodies();
    if (!this.isReady) this.events.onReady();
    this.isReady = true;
  }

  private takePing(payload: Buffer): void {
    const answer = printFrame(FRAME.ping, FLAG.ack, 0, payload);
    setTimeout(() => this.write(answer), PING_MS).unref();
  }

  /** @param last stream that the other side has taken */
  private takeFarewell(last: number): void {
    this.leave();
    for (const { id, call } of [...this.streams]) {
      if (id > last) this.end(call).fail(CallFailure.unsent('it refused the call'));
    }
    this.closeIfIdle();
  }

  private finish(stream: Stream): void {
    // The answer came before the whole message had been sent.
    if (stream.unsent.length > 0) this.write(printNumber(FRAME.reset, stream.id, CODE.cancel));
    this.end(stream.call).finish();
  }

  /** Forgets a call, and begins one that waits. */
  private end(call: CarriedCall): CarriedCall {
    const { streamId: id } = call;
    if (id === undefined) this.waiting.delete(call);
    else if (this.streams.delete(id)) {
      if (this.waiting.size > 0) this.openNext();
      this.closeIfIdle();
    }
    return call;
  }

  private openNext(): void {
    const [next] = this.waiting;
    this.waiting.delete(next!);
    this.open(next!);
  }

  private leave(): void {
    if (this.isLeaving) return;
    this.isLeaving = true;
    this.events.onFarewell();
    const unsent = [...this.waiting];
    this.waiting.clear();
    for (const call of unsent) call.fail(CallFailure.unsent('the connection ends'));
  }

  private closeIfIdle(): void {
    if (this.streams.size > 0) return;
    this.socket.unref();
    if (this.isLeaving) this.socket.end();
  }
}

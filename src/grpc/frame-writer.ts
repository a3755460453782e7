/** Writes frames to a client's socket: those of one turn of the event loop in one write. */
import type { Socket } from 'node:net';

/** Socket with its handle, which Node does not document: it counts bytes that the system has not taken. */
type CountedSocket = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };

export class FrameWriter {
  private readonly socket: CountedSocket;
  private frames: Buffer[] = [];
  private queuedBytes = 0;
  private isScheduled = false;
  private callbacks: (() => void)[] = [];

  /**
   * @param onDrained called when everything has left
   * @param onBacklog called when something has not left at once
   */
  constructor(
    socket: Socket,
    private readonly onDrained: () => void,
    private readonly onBacklog: () => void,
  ) {
    this.socket = socket;
    socket.on('drain', this.drained);
  }

  /** Bytes that the system has not taken. */
  get backlog(): number {
    return this.socket.writableLength + this.queuedBytes;
  }

  /** Number that grows when bytes leave. */
  get progress(): number {
    const { socket } = this;
    return socket.bytesWritten - socket.writableLength - (this.handle?.writeQueueSize ?? 0);
  }

  get handle(): CountedSocket['_handle'] {
    return this.socket._handle;
  }

  write(frame: Buffer): void {
    this.frames.push(frame);
    this.queuedBytes += frame.length;
    this.schedule();
  }

  /** Calls back when everything written so far has left. */
  whenLeft(callback: () => void): void {
    this.callbacks.push(callback);
    this.schedule();
  }

  /** Writes at once what waits for the end of the turn. */
  flush(): void {
    const { frames, socket } = this;
    if (frames.length > 0) {
      this.frames = [];
      this.queuedBytes = 0;
      if (socket.writable) socket.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
    }
    if (socket.writableLength === 0) return this.drained();
    this.onBacklog();
    // Its callback comes although the socket would take more.
    if (this.callbacks.length > 0) socket.write('', this.drained);
  }

  /** Calls back for what will not leave any more. */
  end(): void {
    this.socket.off('drain', this.drained);
    this.callBack();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    process.nextTick(() => {
      this.isScheduled = false;
      this.flush();
    });
  }

  private readonly drained = (): void => {
    if (this.socket.writableLength > 0) return;
    this.callBack();
    this.onDrained();
  };

  private callBack(): void {
    if (this.callbacks.length === 0) return;
    const { callbacks } = this;
    this.callbacks = [];
    for (const callback of callbacks) callback();
  }
}

/** One request and its answer on one connection. */
import type { Readable } from 'node:stream';
import { AnswerReader, type AnswerSink } from './answer-reader';
import type { Connection, Connections } from './connections';
import type { AnswerHead } from './head';
import { reasonOf, WireError } from './wire-error';

export interface Outgoing {
  readonly method: string;
  /** As printed by printRequestHead. */
  readonly head: string;
  readonly body: Buffer | Readable | undefined;
  /** A streamed body has no length of its own, and is cut into chunks. */
  readonly chunked: boolean;
}

/** Either `end` or `fail` is called, once; neither after `cancel`. */
export interface ExchangeSink extends AnswerSink {
  fail(error: WireError): void;
}

/** The server is left to close the connection, so that the port stays with its side; but not for long. */
const LINGER_MS = 2_000;

export class Exchange {
  private readonly reader: AnswerReader;
  private settled = false;
  private bodySent = false;
  private detachBody: (() => void) | undefined;

  constructor(
    private readonly connections: Connections,
    private readonly connection: Connection,
    private readonly outgoing: Outgoing,
    private readonly sink: ExchangeSink,
  ) {
    this.reader = new AnswerReader(outgoing.method, {
      head: (head) => sink.head(head),
      data: (chunk) => {
        // The sink may have cancelled at an earlier part.
        if (!this.settled) sink.data(chunk);
      },
      end: () => this.complete(),
    });
  }

  /** Sends the request and begins to listen. */
  start(): void {
    const { socket } = this.connection;
    socket.on('data', this.onData).on('end', this.onEnd).on('error', this.onError).on('close', this.onClose);
    socket.resume();
    const { head, body } = this.outgoing;
    if (body === undefined) {
      socket.write(head, 'latin1');
      this.bodySent = true;
    } else if (Buffer.isBuffer(body)) {
      socket.cork();
      socket.write(head, 'latin1');
      socket.write(body);
      socket.uncork();
      this.bodySent = true;
    } else {
      this.stream(head, body);
    }
  }

  /** Whether nothing of the answer came on a connection that the server may have closed before it saw the request. */
  get wasStale(): boolean {
    return this.connection.reused && !this.reader.begun;
  }

  pause(): void {
    if (!this.settled) this.connection.socket.pause();
  }

  resume(): void {
    if (!this.settled) this.connection.socket.resume();
  }

  /** Ends the exchange and its connection; the sink hears nothing more. */
  cancel(): void {
    if (!this.settled) this.settle().destroy();
  }

  private stream(head: string, body: Readable): void {
    const { socket } = this.connection;
    const { chunked } = this.outgoing;
    // What of the body is here already leaves together with the head.
    socket.cork();
    socket.write(head, 'latin1');
    const onData = (chunk: Buffer): void => {
      let room: boolean;
      if (chunked) {
        socket.cork();
        socket.write(`${chunk.length.toString(16)}\r\n`, 'latin1');
        socket.write(chunk);
        room = socket.write('\r\n', 'latin1');
        socket.uncork();
      } else {
        room = socket.write(chunk);
      }
      if (!room) body.pause();
    };
    const onDrain = (): void => {
      body.resume();
    };
    const onEnd = (): void => {
      if (chunked) socket.write('0\r\n\r\n', 'latin1');
      this.bodySent = true;
      this.detachBody?.();
    };
    const onClose = (): void => {
      this.fail(new WireError('cancelled', 'the request ended before its body did'));
    };
    this.detachBody = () => {
      this.detachBody = undefined;
      body.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      socket.off('drain', onDrain);
      if (!this.bodySent) body.pause();
    };
    socket.on('drain', onDrain);
    body.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
    process.nextTick(() => {
      socket.uncork();
    });
  }

  private readonly onData = (chunk: Buffer): void => {
    try {
      this.reader.feed(chunk);
    } catch (error) {
      this.fail(error);
    }
  };

  private readonly onEnd = (): void => {
    try {
      this.reader.finish();
    } catch (error) {
      this.fail(error);
    }
  };

  private readonly onError = (error: Error): void => {
    // A server may answer and close while the body is still being sent: the answer counts, and `close` follows.
    if (!this.reader.begun) this.fail(new WireError('closed', reasonOf(error), { cause: error }));
  };

  private readonly onClose = (): void => {
    if (this.settled) return;
    const { head } = this.reader;
    // A reset is no end of a body that only the connection's end marks.
    if (head?.framing === 'close') this.fail(new WireError('closed', 'the connection was reset'));
    else this.onEnd();
  };

  private complete(): void {
    if (this.settled) return;
    const keepMs = this.bodySent ? (this.reader.head as AnswerHead).keepAliveMs : 0;
    const socket = this.settle();
    if (keepMs > 0) this.connections.release(this.connection, keepMs);
    else if (this.bodySent)
      socket
        .setTimeout(LINGER_MS, () => socket.destroy())
        .resume()
        .unref();
    else socket.destroy();
    this.sink.end();
  }

  private fail(error: unknown): void {
    if (this.settled) return;
    this.settle().destroy();
    this.sink.fail(error instanceof WireError ? error : new WireError('malformed', reasonOf(error), { cause: error }));
  }

  private settle(): Connection['socket'] {
    this.settled = true;
    this.detachBody?.();
    const { socket } = this.connection;
    socket.off('data', this.onData).off('end', this.onEnd).off('error', this.onError).off('close', this.onClose);
    return socket;
  }
}

/** Round trip of one request and its answer on one connection. */
import { AnswerReader, type AnswerSink } from './answer-reader';
import type { Connection, Connections } from './connections';
import type { AnswerHead } from './head';
import type { Outgoing } from './outgoing';
import { reasonOf, WireError } from './wire-error';

/** Receiver of an answer. Either `end` or `fail` is called, once; neither after `cancel`. */
interface RoundTripSink extends AnswerSink {
  fail(error: WireError): void;
}

/** Time in which the server may close the connection first, which keeps the TIME_WAIT state on its side. */
const LINGER_MS = 2_000;

export class RoundTrip {
  private readonly reader: AnswerReader;
  private settled = false;

  constructor(
    private readonly connections: Connections,
    private readonly connection: Connection,
    private readonly outgoing: Outgoing,
    private readonly sink: RoundTripSink,
  ) {
    this.reader = new AnswerReader(outgoing.method, {
      head: (head) => sink.head(head),
      data: (chunk) => {
        // The sink may have cancelled during an earlier part.
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
    socket.cork();
    socket.write(head, 'latin1');
    if (body !== undefined) socket.write(body);
    socket.uncork();
  }

  /**
   * True if the connection was reused and no part of the answer came: the server may have closed the connection before
   * it saw the request.
   */
  get wasStale(): boolean {
    return this.connection.reused && !this.reader.hasBegun;
  }

  pause(): void {
    if (!this.settled) this.connection.socket.pause();
  }

  resume(): void {
    if (!this.settled) this.connection.socket.resume();
  }

  /** Ends the exchange and its connection; the sink receives nothing more. */
  cancel(): void {
    if (!this.settled) this.settle().destroy();
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
    if (!this.reader.hasBegun) this.fail(new WireError('closed', reasonOf(error), { cause: error }));
  };

  private readonly onClose = (): void => {
    if (this.settled) return;
    const { head } = this.reader;
    // A body that ends with the connection is incomplete after a reset.
    if (head?.framing === 'close') this.fail(new WireError('closed', 'the connection was reset'));
    else this.onEnd();
  };

  private complete(): void {
    if (this.settled) return;
    const { keepAliveMs } = this.reader.head as AnswerHead;
    const socket = this.settle();
    // The answer may come before the body is fully written. The next request must not queue behind the rest of the
    // body.
    if (socket.writableLength > 0) socket.destroy();
    else if (keepAliveMs > 0) this.connections.release(this.connection, keepAliveMs);
    else
      socket
        .setTimeout(LINGER_MS, () => socket.destroy())
        .resume()
        .unref();
    this.sink.end();
  }

  /** Ends the exchange and its connection with a failure. */
  fail(error: unknown): void {
    if (this.settled) return;
    this.settle().destroy();
    this.sink.fail(error instanceof WireError ? error : new WireError('malformed', reasonOf(error), { cause: error }));
  }

  private settle(): Connection['socket'] {
    this.settled = true;
    const { socket } = this.connection;
    socket.off('data', this.onData).off('end', this.onEnd).off('error', this.onError).off('close', this.onClose);
    return socket;
  }
}

/** Session with one alpha: a connection that the first call opens, and that a call after its end opens again. */
import { Connection } from './connection';
import { CallFailure } from './failure';

/** Time limit of a connection with the other side's settings. */
const CONNECT_MS = 5_000;
/** Pauses between attempts to connect. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 2_000;

export class AlphaSession {
  private current: Connection | undefined;
  private opening: Promise<Connection> | undefined;
  private failures = 0;
  private closedUntil = 0;
  private lastReason = '';
  private isClosed = false;

  /** @param address `host:port` */
  constructor(readonly address: string) {}

  /** Connection of the next call; undefined if it has to be opened first. */
  get connection(): Connection | undefined {
    return this.current;
  }

  /** Opens the connection. @throws CallFailure also shortly after an attempt that failed */
  async open(): Promise<Connection> {
    if (this.isClosed) throw CallFailure.unsent('the channel is closed');
    if (performance.now() < this.closedUntil) throw CallFailure.unsent(this.lastReason);
    this.opening ??= this.connect().finally(() => (this.opening = undefined));
    return this.opening;
  }

  /** Closes the connection, as `Connection.close` does. */
  async close(): Promise<void> {
    this.isClosed = true;
    const { current } = this;
    this.current = undefined;
    await current?.close();
  }

  private connect(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(`http://${this.address}`);
      const host = hostname.replace(/^\[|\]$/g, '');
      let wasReady = false;
      const forget = (): void => {
        if (this.current === connection) this.current = undefined;
      };
      const connection = new Connection(
        { host, port: Number(port || 80) },
        {
          onReady: () => {
            clearTimeout(timer);
            wasReady = true;
            connection.unref();
            this.failures = 0;
            if (this.isClosed) void connection.close();
            else this.current = connection;
            resolve(connection);
          },
          onFarewell: forget,
          onClose: (reason) => {
            clearTimeout(timer);
            forget();
            if (wasReady) return;
            this.lastReason = reason;
            this.closedUntil = performance.now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.failures++);
            reject(CallFailure.unsent(reason));
          },
        },
      );
      // A server of another protocol never sends settings.
      const timer = setTimeout(
        () => connection.destroy(new Error(`no connection within ${CONNECT_MS} ms`)),
        CONNECT_MS,
      );
    });
  }
}

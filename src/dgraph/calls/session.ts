/** HTTP/2 session with one alpha. The first call opens it, and a call after its end opens it again. */
import { connect, type ClientHttp2Session, type ClientHttp2Stream, type OutgoingHttpHeaders } from 'node:http2';
import { connect as dial } from 'node:net';
import { CallFailure } from './failure';

/** Time limit of a connection with the other side's settings. */
const CONNECT_MS = 5_000;
/** Silence after which the system asks the peer of a connection for an acknowledgement. */
const KEEP_ALIVE_MS = 10_000;
/** Pauses between attempts to connect. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 2_000;
/** Bytes that the other side may send before they are read: of one call, and of all. */
const CALL_WINDOW = 4 * 2 ** 20;
const WINDOW = 16 * 2 ** 20;

const OPTIONS = {
  settings: { initialWindowSize: CALL_WINDOW, enablePush: false },
  // Messages are bounded where they arrive.
  maxSessionMemory: Number.MAX_SAFE_INTEGER,
};

export class AlphaSession {
  private current: ClientHttp2Session | undefined;
  private opening: Promise<ClientHttp2Session> | undefined;
  private failures = 0;
  private closedUntil = 0;
  private lastReason = '';
  private openCalls = 0;
  private isClosed = false;

  /** @param address `host:port` */
  constructor(readonly address: string) {}

  /** True if the next call needs no new connection. */
  get isOpen(): boolean {
    return this.current !== undefined;
  }

  /**
   * Begins a call.
   *
   * @throws CallFailure if there is no connection
   */
  async begin(headers: OutgoingHttpHeaders): Promise<ClientHttp2Stream> {
    const session = this.current ?? (await this.open());
    try {
      const stream = session.request(headers);
      if (this.openCalls++ === 0) session.ref();
      return stream;
    } catch (error) {
      // It ends, and its event has not come yet.
      this.forget(session);
      throw CallFailure.unsent((error as Error).message);
    }
  }

  /** Notes the end of a call. */
  end(): void {
    if (--this.openCalls === 0) this.current?.unref();
  }

  /** Opens the connection. @throws CallFailure also shortly after an attempt that failed */
  async open(): Promise<ClientHttp2Session> {
    if (this.isClosed) throw CallFailure.unsent('the channel is closed');
    if (performance.now() < this.closedUntil) throw CallFailure.unsent(this.lastReason);
    this.opening ??= this.connect().finally(() => (this.opening = undefined));
    return this.opening;
  }

  close(): void {
    this.isClosed = true;
    this.current?.close();
    this.current = undefined;
  }

  private connect(): Promise<ClientHttp2Session> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(`http://${this.address}`);
      const host = hostname.replace(/^\[|\]$/g, '');
      const createConnection = () =>
        dial({ host, port: Number(port || 80), noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
      const session = connect(`http://${this.address}`, { ...OPTIONS, createConnection });
      const timer = setTimeout(() => session.destroy(new Error(`no connection within ${CONNECT_MS} ms`)), CONNECT_MS);
      session.once('connect', () => session.setLocalWindowSize(WINDOW));
      // A server of another protocol never sends settings.
      session.once('remoteSettings', () => {
        clearTimeout(timer);
        session.off('close', fail).unref();
        this.failures = 0;
        if (this.isClosed) session.close();
        else this.current = session;
        resolve(session);
      });
      let reason = 'the connection ended';
      const fail = (): void => {
        clearTimeout(timer);
        this.lastReason = reason;
        this.closedUntil = performance.now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.failures++);
        reject(CallFailure.unsent(reason));
      };
      session.on('error', (error: Error) => (reason = error.message)).on('close', fail);
      // The session ends with its last call.
      session.on('goaway', () => this.forget(session)).on('close', () => this.forget(session));
    });
  }

  /** Lets the next call open a new connection. */
  private forget(session: ClientHttp2Session): void {
    if (this.current === session) this.current = undefined;
    if (!session.closed) session.close();
  }
}

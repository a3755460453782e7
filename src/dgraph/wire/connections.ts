/**
 * Connections to an engine: to the alphas of a cluster in turn, skipping those that do not answer, or to the socket of
 * the embedded engine. A connection is reused only if the server states for how long: Dgraph closes after every answer,
 * the embedded engine and load balancers do not. Where reads follow each other, connections for the next ones are opened
 * ahead.
 */
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { serverName, type Address } from '../address';
import { backOff } from '../back-off';
import { Roster } from '../../util/roster';
import { Resolver } from './resolve';
import { SILENT, type Watch } from './watch';
import { reasonOf, WireError } from './wire-error';

export interface Connection {
  readonly socket: Socket;
  readonly address: Address;
  /** True if it has carried another exchange: the server may be about to close it. */
  readonly reused: boolean;
}

interface ConnectionsOptions {
  readonly addresses: readonly Address[];
  readonly connectTimeoutMs: number;
  /** Certificates of trusted authorities in place of the usual ones, PEM. */
  readonly ca?: string;
  /** Watch over the alphas of a cluster; none by default. */
  readonly watch?: Watch<Address>;
  /** True to open connections ahead of reads. */
  readonly opensAhead?: boolean;
  /** Called before a request is sent again. */
  readonly onRepeat?: () => void;
  /** Called when an address fails and another one is tried. */
  readonly onFailover?: (failed: Address, reason: string) => void;
}

interface Idle {
  readonly socket: Socket;
  /** Closes the idle connection. */
  readonly drop: () => void;
  /** True for a connection that was opened ahead: a write is not sent on it, since it cannot be sent again. */
  readonly isAhead: boolean;
}

/** Time for which a connection opened ahead is kept, and in which a further read must come. */
const AHEAD_MS = 500;
/** Open connections up to which another one is opened ahead: those of one client that waits for each answer. */
const MAX_OPEN = 3;
const MAX_IDLE = 64;
/** Silence after which the system asks the peer of a connection for an acknowledgement. */
const KEEP_ALIVE_MS = 10_000;
/** Code of a Unix domain socket with a full queue: it refuses at once, where TCP would wait. */
const QUEUE_FULL = 'EAGAIN';
const QUEUE_PAUSES = { firstMs: 5, maxMs: 500 };

export class Connections {
  private readonly resolver = new Resolver();
  private readonly idle = new Map<Address, readonly Idle[]>();
  private readonly sockets = new Roster<Socket>();
  private readonly failed = new Set<Address>();
  private readonly lastReads = new WeakMap<Address, number>();
  private next = 0;
  private closed = false;

  constructor(private readonly options: ConnectionsOptions) {}

  /**
   * Returns a connection to the next address that accepts one.
   *
   * @param use `fresh` excludes connections that exist; `read` includes those that were opened ahead
   * @param timeoutMs limit of all attempts together; default: none but that of each
   * @throws WireError connect if none does: nothing has been sent
   */
  async acquire(use: 'fresh' | 'read' | 'change', timeoutMs = Infinity): Promise<Connection> {
    if (this.closed) throw new WireError('connect', 'the engine has been closed');
    const deadline = performance.now() + timeoutMs;
    let last: unknown;
    const order = this.addressesInTurn();
    for (const [index, address] of order.entries()) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) break;
      try {
        if (this.options.watch?.isSilent(address) === true) throw new Error(SILENT);
        const socket = use === 'fresh' ? undefined : this.takeIdle(address, use === 'read');
        if (use === 'read') this.openAhead(address);
        if (socket) return this.watched({ socket, address, reused: true });
        const connection = await this.connect(address, leftMs);
        this.failed.delete(address);
        return this.watched(connection);
      } catch (error) {
        last = error instanceof WireError ? (error.cause ?? error) : error;
        this.failed.add(address);
        this.suspect(address);
        if (index + 1 < order.length) this.options.onFailover?.(address, reasonOf(error));
      }
    }
    throw new WireError('connect', reasonOf(last), { cause: last });
  }

  /** Returns an unwatched connection to one address, silent or not. @throws WireError connect */
  async connect(address: Address, timeoutMs: number): Promise<Connection> {
    try {
      const socket = await this.dial(address, Math.min(timeoutMs, this.options.connectTimeoutMs));
      return { socket, address, reused: false };
    } catch (error) {
      throw new WireError('connect', reasonOf(error), { cause: error });
    }
  }

  /** Returns a new connection, to send a request again. @throws WireError connect */
  acquireAgain(timeoutMs?: number): Promise<Connection> {
    this.options.onRepeat?.();
    return this.acquire('fresh', timeoutMs);
  }

  /** Puts an address last until it is healthy. */
  suspect(address: Address): void {
    this.resolver.forget(address.host);
    this.options.watch?.suspect(address);
  }

  /** Returns true unless the last connection failed, or the address is silent. */
  isUp(address: Address): boolean {
    return !this.failed.has(address) && this.options.watch?.isSilent(address) !== true;
  }

  get addresses(): readonly Address[] {
    return this.options.addresses;
  }

  private watched(connection: Connection): Connection {
    const { socket, address } = connection;
    this.options.watch?.enter(address, socket);
    return connection;
  }

  /**
   * Returns a connection to the pool after a complete exchange.
   *
   * @param keepMs time for which the server promises to keep it
   */
  release({ socket, address }: Connection, keepMs: number): void {
    this.options.watch?.leave(address, socket);
    // Half of the promise, so that the server does not close it at the moment of reuse.
    const usableMs = Math.floor(keepMs / 2);
    if (usableMs < 500) socket.destroy();
    else this.park(socket, address, usableMs, false);
  }

  private park(socket: Socket, address: Address, usableMs: number, isAhead: boolean): void {
    const idle = this.usable(address);
    if (this.closed || idle.length >= MAX_IDLE || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const drop = (): void => {
      socket.destroy();
    };
    // Data on an idle connection belongs to no answer; the connection is closed.
    socket.on('data', drop).on('end', drop).setTimeout(usableMs, drop);
    socket.resume();
    socket.unref();
    this.idle.set(address, [...idle, { socket, drop, isAhead }]);
  }

  /** Returns the idle connections that have not ended. */
  private usable(address: Address): readonly Idle[] {
    return (this.idle.get(address) ?? []).filter(({ socket }) => !socket.destroyed && socket.writable);
  }

  /** Opens a connection for the next read, while the alpha works on this one, if the last one was a moment ago. */
  private openAhead(address: Address): void {
    if (this.options.opensAhead !== true) return;
    const now = performance.now();
    const isFollowing = now - (this.lastReads.get(address) ?? -Infinity) < AHEAD_MS;
    this.lastReads.set(address, now);
    if (!isFollowing || this.sockets.size > MAX_OPEN) return;
    setImmediate(() => {
      // Requests side by side keep the thread busy: there is no pause to use.
      if (this.closed || this.sockets.size > MAX_OPEN) return;
      this.dial(address, this.options.connectTimeoutMs).then(
        (socket) => this.park(socket, address, AHEAD_MS, true),
        // The next read opens its own, and reports the failure.
        () => undefined,
      );
    });
  }

  close(): void {
    this.closed = true;
    this.options.watch?.close();
    for (const socket of this.sockets) socket.destroy();
    this.idle.clear();
  }

  private addressesInTurn(): Address[] {
    const { addresses } = this.options;
    if (addresses.length === 1) return [addresses[0]!];
    const start = this.next++ % addresses.length;
    const rotated = [...addresses.slice(start), ...addresses.slice(0, start)];
    const isBroken = (address: Address): boolean => this.options.watch?.isBroken(address) === true;
    return [...rotated.filter((address) => !isBroken(address)), ...rotated.filter(isBroken)];
  }

  private takeIdle(address: Address, isRead: boolean): Socket | undefined {
    const idle = this.usable(address);
    const taken = idle.findLast(({ isAhead }) => isRead || !isAhead);
    if (!taken) return undefined;
    this.idle.set(
      address,
      idle.filter((each) => each !== taken),
    );
    const { socket, drop } = taken;
    socket.off('data', drop).off('end', drop).setTimeout(0, drop);
    socket.pause();
    socket.ref();
    return socket;
  }

  private async dial(address: Address, timeoutMs: number): Promise<Socket> {
    const deadline = performance.now() + timeoutMs;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.connectOnce(address, timeoutMs);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== QUEUE_FULL || this.closed || performance.now() >= deadline) throw withoutPath(error, address);
        await backOff(attempt, QUEUE_PAUSES);
      }
    }
  }

  private connectOnce(address: Address, timeoutMs: number): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = this.socketOf(address);
      const number = this.sockets.add(socket);
      const ready = address.tls ? 'secureConnect' : 'connect';
      const timer = setTimeout(() => {
        socket.destroy(new Error(`no connection within ${Math.ceil(timeoutMs)} ms`));
      }, timeoutMs);
      const onClose = (): void => onError(new Error('the connection was closed'));
      const onError = (error: Error): void => {
        clearTimeout(timer);
        socket.destroy();
        reject(error);
      };
      socket.once('error', onError).once('close', onClose);
      socket.once('close', () => {
        this.sockets.delete(number);
        this.options.watch?.leave(address, socket);
      });
      socket.once(ready, () => {
        clearTimeout(timer);
        socket.off('error', onError).off('close', onClose);
        if (address.tls) socket.setNoDelay(true);
        // A peer that vanished without a word does not acknowledge these.
        if (address.socketPath === undefined) socket.setKeepAlive(true, KEEP_ALIVE_MS);
        // Users of the socket listen for its close; an `error` event without a listener would end the process.
        socket.on('error', () => {});
        resolve(socket);
      });
    });
  }

  private socketOf(address: Address): Socket {
    const { host, port, tls, socketPath } = address;
    if (socketPath !== undefined) return connect({ path: socketPath });
    const { lookup } = this.resolver;
    if (!tls) return connect({ host, port, lookup, noDelay: true });
    const { ca } = this.options;
    const name = serverName(address);
    return connectTls({
      host,
      port,
      lookup,
      ...(name === undefined ? {} : { servername: name }),
      ...(ca === undefined ? {} : { ca }),
    });
  }
}

/** Hides the path of the socket: messages of the system name it, and clients must not see it. */
function withoutPath(error: unknown, { socketPath }: Address): unknown {
  if (socketPath === undefined) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return new Error(message);
  return new Error(SOCKET_REASONS[code] ?? reasonOf({ code, message: code }));
}

const SOCKET_REASONS: Readonly<Record<string, string>> = {
  [QUEUE_FULL]: 'its queue of connections is full',
  EACCES: 'its socket cannot be opened',
  ENOENT: 'its socket does not exist',
};

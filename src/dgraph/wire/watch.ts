/**
 * Watch over the alphas of a cluster. A process that hangs, and a peer that vanished behind a partition, close no
 * connection: whoever waits for an answer would wait for ever. While an exchange is silent its alpha is asked for its
 * health. One that does not answer either is silent: its exchanges end, and it gets no requests until it answers again.
 *
 * An alpha that answers keeps its exchanges, however long they take.
 */
import type { Socket } from 'node:net';
import type { Address } from '../address';

export interface WatchTimes {
  /** Time between two looks at the open exchanges. */
  readonly lookMs: number;
  /** Time limit of a question for health. */
  readonly probeMs: number;
  /** Time between two questions to a silent alpha. */
  readonly retryMs: number;
  /** Unanswered questions in a row after which an alpha is silent. */
  readonly failures: number;
}

export const WATCH_TIMES: WatchTimes = { lookMs: 5_000, probeMs: 5_000, retryMs: 1_000, failures: 3 };

interface WatchOptions {
  readonly times: WatchTimes;
  /** Asks for the health of an alpha. Rejects without an answer in time. */
  readonly probe: (address: Address, timeoutMs: number) => Promise<unknown>;
  /** Called when an alpha becomes silent, and when it answers again. */
  readonly onChange: (address: Address, state: 'silent' | 'answering') => void;
}

/** Open exchanges with one alpha. */
interface Watched {
  /** Bytes read at the last look, by connection. */
  readonly sockets: Map<Socket, number>;
  failures: number;
  isProbing: boolean;
}

export class Watch {
  private readonly watched = new Map<Address, Watched>();
  private readonly silent = new Set<Address>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private looking: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly options: WatchOptions) {}

  isSilent(address: Address): boolean {
    return this.silent.has(address);
  }

  /** Watches a connection until `leave`, or until it is closed. */
  enter(address: Address, socket: Socket): void {
    const watched = this.watched.get(address) ?? { sockets: new Map<Socket, number>(), failures: 0, isProbing: false };
    this.watched.set(address, watched);
    watched.sockets.set(socket, -1);
    this.looking ??= setInterval(() => this.look(), this.options.times.lookMs).unref();
  }

  leave(address: Address, socket: Socket): void {
    this.watched.get(address)?.sockets.delete(socket);
  }

  close(): void {
    this.closed = true;
    clearInterval(this.looking);
    for (const timer of this.timers) clearTimeout(timer);
  }

  private look(): void {
    let open = 0;
    for (const [address, watched] of this.watched) {
      let isQuiet = false;
      for (const [socket, bytes] of watched.sockets) {
        isQuiet ||= socket.bytesRead === bytes;
        watched.sockets.set(socket, socket.bytesRead);
      }
      open += watched.sockets.size;
      if (!isQuiet) watched.failures = 0;
      else if (!watched.isProbing && !this.silent.has(address)) void this.probe(address, watched);
    }
    if (open > 0) return;
    clearInterval(this.looking);
    this.looking = undefined;
  }

  private async probe(address: Address, watched: Watched): Promise<void> {
    const { times, probe } = this.options;
    watched.isProbing = true;
    try {
      await probe(address, times.probeMs);
      watched.failures = 0;
    } catch {
      watched.failures++;
    }
    watched.isProbing = false;
    if (watched.failures >= times.failures && !this.closed) this.fallSilent(address, watched);
  }

  private fallSilent(address: Address, { sockets }: Watched): void {
    this.silent.add(address);
    this.watched.delete(address);
    this.options.onChange(address, 'silent');
    for (const socket of sockets.keys()) socket.destroy(new Error(SILENT));
    this.askAgain(address);
  }

  /** Asks a silent alpha for its health until it answers. */
  private askAgain(address: Address): void {
    const { times, probe, onChange } = this.options;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      probe(address, times.probeMs).then(
        () => {
          if (this.closed) return;
          this.silent.delete(address);
          onChange(address, 'answering');
        },
        () => this.closed || this.askAgain(address),
      );
    }, times.retryMs).unref();
    this.timers.add(timer);
  }
}

/** Reason of failures of a silent alpha. */
export const SILENT = 'it accepts connections and does not answer, nor a question for its health';

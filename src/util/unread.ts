/**
 * Bound for the bytes of answers that clients have not read. While more bytes wait, new requests wait too, and answers
 * whose clients read nothing are broken off, those that have waited longest first.
 */
import type { Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { WaitingLine } from './waiting-line';

export interface UnreadLimits {
  /** Maximum bytes of all answers. */
  readonly bytes: number;
  /** Milliseconds after which an answer of which less than `minBytes` was read may be broken off. */
  readonly stallMs: number;
  readonly minBytes: number;
  /** Interval of checks, in milliseconds. */
  readonly checkMs: number;
}

const LIMITS: UnreadLimits = { bytes: 256 * 2 ** 20, stallMs: 5_000, minBytes: 256 * 2 ** 10, checkMs: 100 };

/** Answers of writes are smaller: they are never refused. */
const SMALL_BYTES = 64 * 2 ** 10;

/** Connection, or stream of one, that answers are written to. */
type Outgoing = Pick<Duplex, 'destroyed' | 'writableLength'> & {
  readonly bufferSize?: number;
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
};

interface Unread {
  bytes: number;
  progress: Progress;
  /** Bytes that have left since `since`, about. */
  readBytes: number;
  /** Beginning of the time in which the client has to read some. */
  since: number;
}

interface Progress {
  /** Bytes of chunks that have left. */
  readonly left: number;
  /** Bytes of the present chunk that have not, if its connection counts them. */
  readonly queued: number;
}

export class UnreadAnswers {
  private readonly streams = new Map<Outgoing, Unread>();
  private readonly waiting = new WaitingLine();
  private timer: NodeJS.Timeout | undefined;
  private unreadBytes = 0;

  /** @param heldBack returns bytes of answers that wait for others on a connection */
  constructor(
    private readonly limits: UnreadLimits = LIMITS,
    private readonly heldBack: (connection: Outgoing) => number = () => 0,
  ) {}

  /** Bytes at the last check, and those added since. */
  get bytes(): number {
    return this.unreadBytes;
  }

  /** Counts what is written to the connections of a server. */
  watchServer(server: Server): void {
    server.on('connection', (connection) => this.watch(connection));
  }

  /** Counts what is written to a connection, or to a stream of one, until it closes. */
  watch(stream: Outgoing): void {
    if (stream.destroyed || this.streams.has(stream)) return;
    this.streams.set(stream, { bytes: 0, progress: progressOf(stream), readBytes: 0, since: 0 });
    stream.once('close', () => {
      this.streams.delete(stream);
      if (this.streams.size === 0) this.rest();
    });
    this.timer ??= setInterval(() => this.check(), this.limits.checkMs).unref();
  }

  get isFull(): boolean {
    return this.unreadBytes > this.limits.bytes;
  }

  /**
   * Adds an answer that is about to be written; the next check counts it anew.
   *
   * @returns false if it is large and has no room: twice the limit would be exceeded
   */
  add(bytes: number): boolean {
    if (bytes > SMALL_BYTES && this.isFull && this.unreadBytes + bytes > 2 * this.limits.bytes) return false;
    this.unreadBytes += bytes;
    return true;
  }

  /**
   * Waits until another answer has room. Callers go on one by one, so that each may add its answer before the next.
   *
   * @param signal ends the wait
   * @returns false after an abort
   */
  async wait(signal: AbortSignal): Promise<boolean> {
    return !this.isFull || this.waiting.wait(signal);
  }

  private check(): void {
    const { bytes: limit, stallMs, minBytes } = this.limits;
    const now = performance.now();
    let sum = 0;
    for (const [stream, unread] of this.streams) {
      const bytes = bytesIn(stream) + this.heldBack(stream);
      const progress = progressOf(stream);
      unread.readBytes += between(unread.progress, progress);
      if (unread.bytes === 0 || unread.readBytes >= minBytes) Object.assign(unread, { readBytes: 0, since: now });
      Object.assign(unread, { bytes, progress });
      sum += bytes;
    }
    if (sum > limit) {
      const stalled = [...this.streams].filter(([, { bytes, since }]) => bytes > 0 && now - since >= stallMs);
      for (const [stream, { bytes }] of stalled.sort(([, a], [, b]) => a.since - b.since)) {
        if (sum <= limit) break;
        stream.destroy();
        sum -= bytes;
      }
    }
    this.note(sum);
  }

  private note(bytes: number): void {
    this.unreadBytes = bytes;
    this.wake();
  }

  private wake(): void {
    if (!this.isFull && this.waiting.callNext()) setImmediate(() => this.wake());
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.note(0);
  }
}

/** Bytes that have not been sent, as Node counts them: a chunk until all of it has left. */
function bytesIn(stream: Outgoing): number {
  const { writableLength } = stream;
  // A stream of HTTP/2 may count bytes twice: as its own, and as those that it has handed on.
  return stream.bufferSize !== undefined
    ? Math.max(writableLength, stream.bufferSize - writableLength)
    : writableLength;
}

/** Parts of connections; streams of HTTP/2 have neither. Node does not document the handle. */
interface Counters {
  readonly bytesWritten?: number;
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

function progressOf(stream: Outgoing): Progress {
  const { bytesWritten = 0, _handle } = stream as Outgoing & Counters;
  return { left: bytesWritten - bytesIn(stream), queued: _handle?.writeQueueSize ?? 0 };
}

/** Bytes that have left between two moments. */
const between = (before: Progress, after: Progress): number =>
  after.left === before.left ? Math.max(0, before.queued - after.queued) : Math.max(0, after.left - before.left);

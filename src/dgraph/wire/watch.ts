/**
 * Watch over the alphas of a cluster: a circuit breaker for each, closed again by its health.
 *
 * A process that hangs, and a peer that vanished behind a partition, close no connection: whoever waits for an answer
 * would wait for ever. While an exchange is silent its alpha is asked for its health. One that does not answer either is
 * silent: its exchanges end, and it gets no requests. An alpha that answers keeps its exchanges, however long they take.
 *
 * An alpha that refused a connection or broke off an answer is suspect: it gets requests only if all others do not take
 * them. Both are asked for their health until they are healthy; an alpha that starts answers that it is not.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Attachment } from '../../util/attachment';
import { Roster } from '../../util/roster';

/** Open exchange with an alpha: a socket, or a call. */
export interface WatchedExchange {
  readonly bytesRead: number;
  destroy(error: Error): unknown;
}

interface WatchTimes {
  /** Time between two looks at the open exchanges. */
  readonly lookMs: number;
  /** Time limit of a question for health. */
  readonly probeMs: number;
  /** Time between two questions to an alpha that gets no requests. */
  readonly retryMs: number;
  /** Unanswered questions in a row after which an alpha is silent. */
  readonly failures: number;
}

const FAILURES = 3;
/** Multiple of a time limit at whose end the thread must have been busy. */
const LATE = 1.5;
const MAX_RETRY_MS = 1_000;
/** Silence of an alpha after which its requests are ended. */
export const SILENCE_MS = 15_000;

/** Returns the times of a watch that ends requests after `silenceMs`, or up to a third later. */
export function watchTimes(silenceMs: number): WatchTimes {
  const each = silenceMs / FAILURES;
  return { lookMs: each, probeMs: each, retryMs: Math.min(MAX_RETRY_MS, each), failures: FAILURES };
}

interface WatchOptions<Alpha> {
  readonly times: WatchTimes;
  /** Asks for the health of an alpha. Returns true if it is healthy; rejects without an answer in time. */
  readonly probe: (alpha: Alpha, timeoutMs: number) => Promise<boolean>;
  /** Called when an alpha becomes silent, and when it is healthy again. */
  readonly onChange: (alpha: Alpha, state: 'silent' | 'healthy') => void;
}

/** Open exchanges with one alpha. */
interface Watched {
  readonly exchanges: Roster<{
    readonly exchange: WatchedExchange;
    /** Bytes read at the last look or at the start. */
    bytes: number;
  }>;
  isProbing: boolean;
}

export class Watch<Alpha> {
  private readonly watched = new Map<Alpha, Watched>();
  private readonly numbers = new Attachment<WatchedExchange, number>('watch');
  private readonly broken = new Map<Alpha, 'suspect' | 'silent'>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private looking: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly options: WatchOptions<Alpha>) {}

  /** Returns true for an alpha that takes no requests. */
  isSilent(alpha: Alpha): boolean {
    return this.broken.get(alpha) === 'silent';
  }

  /** Returns true for an alpha that takes requests last, or none. */
  isBroken(alpha: Alpha): boolean {
    return this.broken.has(alpha);
  }

  /** Makes an alpha suspect. */
  suspect(alpha: Alpha): void {
    if (this.closed || this.broken.has(alpha)) return;
    this.broken.set(alpha, 'suspect');
    this.askAgain(alpha);
  }

  /** Watches an exchange until `leave`. */
  enter(alpha: Alpha, exchange: WatchedExchange): void {
    let watched = this.watched.get(alpha);
    if (!watched) this.watched.set(alpha, (watched = { exchanges: new Roster(), isProbing: false }));
    this.numbers.set(exchange, watched.exchanges.add({ exchange, bytes: exchange.bytesRead }));
    this.looking ??= setInterval(() => this.look(), this.options.times.lookMs).unref();
  }

  leave(alpha: Alpha, exchange: WatchedExchange): void {
    const number = this.numbers.get(exchange);
    if (number !== undefined) this.watched.get(alpha)?.exchanges.delete(number);
  }

  close(): void {
    this.closed = true;
    clearInterval(this.looking);
    for (const timer of this.timers) clearTimeout(timer);
  }

  private look(): void {
    let open = 0;
    for (const [alpha, watched] of this.watched) {
      let isQuiet = false;
      for (const each of watched.exchanges) {
        const { bytesRead } = each.exchange;
        isQuiet ||= bytesRead === each.bytes;
        each.bytes = bytesRead;
      }
      open += watched.exchanges.size;
      if (isQuiet && !watched.isProbing) void this.probe(alpha, watched);
    }
    if (open > 0) return;
    clearInterval(this.looking);
    this.looking = undefined;
  }

  /** Asks an alpha for its health until it answers, up to the number of failures. */
  private async probe(alpha: Alpha, watched: Watched): Promise<void> {
    const { times, probe } = this.options;
    watched.isProbing = true;
    let hasAnswered = false;
    for (let failures = 0; failures < times.failures && !hasAnswered && !this.closed;) {
      const began = performance.now();
      hasAnswered = await probe(alpha, times.probeMs).then(
        () => true,
        () => false,
      );
      const tookMs = performance.now() - began;
      // A thread that was busy reads answers late.
      if (tookMs < times.probeMs * LATE) failures++;
      // A refused connection fails at once.
      if (!hasAnswered && tookMs < times.probeMs) await delay(times.probeMs - tookMs, undefined, { ref: false });
    }
    watched.isProbing = false;
    if (!hasAnswered && !this.closed) this.fallSilent(alpha, watched);
  }

  private fallSilent(alpha: Alpha, { exchanges }: Watched): void {
    const wasBroken = this.broken.has(alpha);
    this.broken.set(alpha, 'silent');
    const ended = exchanges.clear();
    this.options.onChange(alpha, 'silent');
    for (const { exchange } of ended) exchange.destroy(new Error(SILENT));
    if (!wasBroken) this.askAgain(alpha);
  }

  /** Asks an alpha for its health until it is healthy. */
  private askAgain(alpha: Alpha): void {
    const { times, probe, onChange } = this.options;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void probe(alpha, times.probeMs).then(
        (isHealthy) => {
          if (this.closed) return;
          const before = this.broken.get(alpha);
          if (!isHealthy) this.broken.set(alpha, 'suspect');
          else this.broken.delete(alpha);
          if (!isHealthy) this.askAgain(alpha);
          else if (before === 'silent') onChange(alpha, 'healthy');
        },
        () => this.closed || this.askAgain(alpha),
      );
    }, times.retryMs).unref();
    this.timers.add(timer);
  }
}

/** Reason of failures of a silent alpha. */
export const SILENT = 'it accepts connections and does not answer, nor a question for its health';

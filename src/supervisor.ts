/**
 * Primary of a program with several workers (OWLGATE_WORKERS): starts them, starts one again that ends, passes signals
 * on, and ends when all have ended. It serves no requests itself.
 */
import cluster, { type Worker } from 'node:cluster';
import * as path from 'node:path';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from './config';
import { onSignals } from './signals';
import { listenOnce } from './util/listening';
import type { Logger } from './util/log';
import { PLACE_VARIABLE, type FromPrimary, type FromWorker, type WorkerPlace } from './util/workers/messages';
import { Switchboard, type Line } from './util/workers/switchboard';

const EXIT_FAILURE = 1;
/** Pauses before a worker starts again whose predecessor did not serve for long. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const LONG_MS = 60_000;
/** Pings of workers, and unanswered ones after which a worker counts as hung. */
const PING_MS = 10_000;
const MAX_UNANSWERED = 6;

interface SupervisorOptions {
  readonly config: Pick<Config, 'host' | 'port' | 'grpcPort' | 'workers'>;
  readonly logger: Logger;
  /** Time in which workers end after a signal; they keep a shorter one themselves. */
  readonly endWithinMs: number;
}

/** Process of a worker. */
interface Running {
  readonly worker: Worker;
  readonly line: Line;
  readonly startedAt: number;
  isServing: boolean;
  unanswered: number;
}

interface Slot {
  readonly number: number;
  running: Running | undefined;
  /** Consecutive ends of workers that did not serve for long. */
  failures: number;
  timer: NodeJS.Timeout | undefined;
}

/** Supervises the workers until the end of the program. @returns its exit status */
export async function supervise(options: SupervisorOptions): Promise<number> {
  const { host, port, grpcPort } = options.config;
  // All workers need the same port, also one that starts when no other runs.
  const ports = {
    port: await chosenPort(host, port),
    grpcPort: grpcPort === undefined ? undefined : await chosenPort(host, grpcPort),
  };
  return new Supervisor(options, ports).run();
}

class Supervisor {
  private readonly slots: readonly Slot[];
  private readonly switchboard = new Switchboard();
  private readonly logger: Logger;
  private isAnnounced = false;
  private isStopping = false;
  private status = 0;
  private finish!: (status: number) => void;

  constructor(
    private readonly options: SupervisorOptions,
    private readonly ports: Pick<WorkerPlace, 'port' | 'grpcPort'>,
  ) {
    this.logger = options.logger;
    this.slots = Array.from({ length: options.config.workers }, (_, i) => ({
      number: i + 1,
      running: undefined,
      failures: 0,
      timer: undefined,
    }));
  }

  run(): Promise<number> {
    cluster.setupPrimary({ exec: path.join(__dirname, 'main.js') });
    // Counts of quotas and attempts, for all workers.
    new RateLimiterClusterMaster();
    onSignals({
      stop: (signal) => this.stop(signal),
      stopAtOnce: () => this.kill(),
      reload: (signal) => {
        this.logger.info('reading the files of API keys, certificates and secrets again', { signal });
        for (const { running } of this.slots) running?.worker.process.kill(signal);
      },
    });
    const pings = setInterval(() => this.ping(), PING_MS);
    return new Promise<number>((resolve) => {
      this.finish = resolve;
      this.start(this.slots[0]!);
    }).finally(() => clearInterval(pings));
  }

  private start(slot: Slot): void {
    const { number } = slot;
    const place: WorkerPlace = { number, isFirst: !this.isAnnounced, ...this.ports };
    const worker = cluster.fork({ [PLACE_VARIABLE]: JSON.stringify(place) });
    const line = {
      send: (message: FromPrimary): void => {
        // A worker may end at any time.
        if (worker.isConnected()) worker.send(message, () => undefined);
      },
    };
    const running: Running = { worker, line, startedAt: performance.now(), isServing: false, unanswered: 0 };
    slot.running = running;
    slot.timer = undefined;
    this.switchboard.add(line);
    worker.on('message', (message: Partial<FromWorker>) => {
      if (message.worker === 'serving') this.noteServing(running);
      else if (message.worker === 'alive') running.unanswered = 0;
      else if (message.worker !== undefined) this.switchboard.receive(line, message as FromWorker);
    });
    worker.once('exit', (code, signal) => this.noteEnd(slot, running, { code, signal }));
  }

  private noteServing(running: Running): void {
    running.isServing = true;
    if (this.isAnnounced || this.isStopping) return;
    this.isAnnounced = true;
    for (const slot of this.slots) if (!slot.running) this.start(slot);
  }

  private noteEnd(slot: Slot, { line, isServing, startedAt }: Running, end: WorkerEnd): void {
    slot.running = undefined;
    this.switchboard.remove(line);
    if (this.isStopping) {
      // A signal ends a worker that is about to start.
      if (end.code !== 0 && (isServing || end.signal !== 'SIGTERM')) this.status = EXIT_FAILURE;
      return this.endIfAllEnded();
    }
    // A worker that cannot start has written the reason.
    const others = this.slots.some(({ running }) => running?.isServing);
    if (!isServing && !others) return this.giveUp(end);
    const isShort = !isServing || performance.now() - startedAt < LONG_MS;
    slot.failures = isShort ? slot.failures + 1 : 0;
    const pauseMs = isShort ? Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (slot.failures - 1)) : 0;
    const { number: worker } = slot;
    this.logger.error('a worker has ended; it is started again', { worker, ...end, pauseMs });
    slot.timer = setTimeout(() => this.start(slot), pauseMs);
  }

  /** Ends the program: its only worker cannot start. */
  private giveUp({ code, signal }: WorkerEnd): void {
    if (code === null) this.logger.error('the first worker was ended while it started', { signal });
    this.status = code || EXIT_FAILURE;
    this.isStopping = true;
    this.kill();
  }

  private stop(signal: NodeJS.Signals): void {
    this.isStopping = true;
    this.logger.info('stopping: finishing running requests; a second signal stops at once', { signal });
    setTimeout(() => {
      this.logger.error('shutdown timed out');
      this.kill();
    }, this.options.endWithinMs).unref();
    for (const slot of this.slots) {
      clearTimeout(slot.timer);
      slot.running?.worker.process.kill('SIGTERM');
    }
    this.endIfAllEnded();
  }

  private kill(): void {
    for (const slot of this.slots) {
      clearTimeout(slot.timer);
      slot.running?.worker.process.kill('SIGKILL');
    }
    this.endIfAllEnded();
  }

  private endIfAllEnded(): void {
    if (this.slots.some(({ running }) => running)) return;
    if (this.status === 0) this.logger.info('stopped');
    this.finish(this.status);
  }

  /** Pings the workers, and kills those that hang: their connections get no answer. */
  private ping(): void {
    for (const { number: worker, running } of this.slots) {
      if (!running) continue;
      if (running.unanswered >= MAX_UNANSWERED) {
        this.logger.error('a worker hangs; it is killed', { worker });
        running.worker.process.kill('SIGKILL');
      }
      running.unanswered++;
      running.line.send({ primary: 'ping' });
    }
  }
}

interface WorkerEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Returns a free port in place of 0. Failures to listen are reported by the worker. */
const chosenPort = async (host: string, port: number): Promise<number> =>
  port === 0 ? listenOnce({ host, port }).catch(() => port) : port;

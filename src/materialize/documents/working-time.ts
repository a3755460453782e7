/**
 * Working time of a document process. It counts processor time, so that a busy machine refuses no document that an idle
 * one reads; time by the clock has a longer limit. Only Linux tells the processor time of another process.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Limit by the clock, in limits of processor time. */
const CLOCK_FACTOR = 5;
const MS_PER_NS = 1e-6;

const scheduling = (pid: number | 'self'): string => `/proc/${pid}/schedstat`;

/** Time that a process's main thread has spent on processors, in milliseconds. */
const millisecondsOf = (schedstat: string): number => Number(schedstat.split(' ')[0]) * MS_PER_NS;

const isKnown = ((): boolean => {
  try {
    return millisecondsOf(readFileSync(scheduling('self'), 'latin1')) > 0;
  } catch {
    return false;
  }
})();

export class WorkingTime {
  private timer: NodeJS.Timeout | undefined;
  private since = 0;
  private leftMs: number;
  /** Processor time of the process when this work began. */
  private before: number | undefined;

  /** @param seconds limit; undefined for none */
  constructor(
    private readonly pid: number | undefined,
    private readonly seconds: number | undefined,
    private readonly ring: () => void,
  ) {
    this.leftMs = seconds === undefined ? Infinity : seconds * 1000 * (isKnown ? CLOCK_FACTOR : 1);
  }

  /** Starts the clock. It stands still while the process waits. */
  start(): void {
    if (this.timer !== undefined || this.leftMs === Infinity) return;
    this.since = performance.now();
    this.timer = setTimeout(this.ring, Math.max(0, this.leftMs));
  }

  stop(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.leftMs -= performance.now() - this.since;
  }

  /** Compares the processor time with the limit; to be called repeatedly. */
  async look(): Promise<void> {
    if (!isKnown || this.pid === undefined || this.seconds === undefined) return;
    const text = await readFile(scheduling(this.pid), 'latin1').catch(() => undefined);
    if (text === undefined) return;
    const now = millisecondsOf(text);
    this.before ??= now;
    // The work may have ended meanwhile, and the process be busy with other work.
    if (this.timer !== undefined && now - this.before > this.seconds * 1000) this.ring();
  }
}

/** Progress of a long command: one line that is overwritten, on terminals only. */
import type { Writable } from 'node:stream';

const EVERY_MS = 250;

export class ProgressLine {
  private readonly isTerminal: boolean;
  /** Current unit of counting, and its start. */
  private phase?: string;
  private startedAt = Date.now();
  private shownAt = this.startedAt;
  private lastAt = 0;
  private width = 0;

  constructor(private readonly stream: Writable & { readonly isTTY?: boolean }) {
    this.isTerminal = stream.isTTY === true;
  }

  /**
   * @param of total count; 0 if unknown
   * @param pace rate per second and seconds left, if they are known better than by the counts shown
   */
  show(phase: string, done: number, of = 0, pace?: { readonly rate: number; readonly secondsLeft?: number }): void {
    const now = Date.now();
    if (phase !== this.phase) this.startedAt = this.shownAt;
    this.phase = phase;
    this.shownAt = now;
    if (!this.isTerminal || now - this.lastAt < EVERY_MS) return;
    this.lastAt = now;
    const rate = pace?.rate ?? Math.round(done / Math.max(0.001, (now - this.startedAt) / 1000));
    const share = of > 0 ? ` of ${count(of)} ${bar(done / of)}` : '';
    const seconds = pace?.secondsLeft ?? (of > 0 && rate > 0 ? Math.ceil((of - done) / rate) : undefined);
    this.print(
      `${phase} ${count(done)}${share} (${count(rate)}/s${seconds === undefined ? '' : `, ${time(seconds)} left`})`,
    );
  }

  /** Clears the line. */
  clear(): void {
    if (this.width > 0) this.print('');
  }

  private print(text: string): void {
    this.stream.write(`\r${text.padEnd(this.width)}${text === '' ? '\r' : ''}`);
    this.width = text.length;
  }
}

const count = (n: number): string => n.toLocaleString('en');

function time(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return `${seconds} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const CELLS = 20;

function bar(share: number): string {
  const full = Math.min(CELLS, Math.floor(share * CELLS));
  return `[${'#'.repeat(full)}${'-'.repeat(CELLS - full)}] ${Math.floor(share * 100)} %`;
}

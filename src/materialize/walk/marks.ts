/** A materialization that runs here, and the marks of it that the registry gets. */
import { printMark } from './mark';
import type { Mark } from './mark';
import type { Registry } from '../in-force/registry';
import type { Progress } from './sweep';
import { NOTHING } from './tally';
import type { MaterializationCause } from '../types';

/** How often a materialization that runs says so, and how far it has come. */
export const MARK_MS = 1000;

/** One that runs here. */
export interface Run {
  readonly version: number;
  readonly cause: MaterializationCause;
  readonly before: number | null;
  readonly startedAt: string;
  /** By this process's clock. */
  readonly began: number;
  /** Seconds that it had run before it was cut off. */
  readonly secondsBefore: number;
  progress?: Progress;
}

/** The marks of one run: one after another, so that none that is late comes after the last. */
export class Marks {
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<unknown> | undefined;

  constructor(
    private readonly registry: Registry,
    private readonly run: Run,
    private readonly from: Mark | undefined,
  ) {}

  /** What has begun is known before anything is changed. */
  async begin(): Promise<void> {
    await this.write();
    this.timer = setInterval(() => {
      this.writing ??= this.write()
        .catch(() => undefined)
        .finally(() => (this.writing = undefined));
    }, MARK_MS);
  }

  async end(): Promise<void> {
    await this.silence();
    await this.registry.markMaterialized(this.run.version, true, printMark(this.mark()));
  }

  /** @param failure why it cannot go on; left out where it is to be gone on with, or is another's affair by now */
  async stop(failure: string | undefined): Promise<void> {
    await this.silence();
    if (failure === undefined) return;
    const mark = printMark({ ...this.mark(), failure });
    await this.registry.markMaterialized(this.run.version, false, mark).catch(() => undefined);
  }

  private async silence(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
  }

  private write(): Promise<boolean> {
    return this.registry.markMaterialized(this.run.version, false, printMark(this.mark()));
  }

  private mark(): Mark {
    return this.run.progress || !this.from ? markOf(this.run) : { ...this.from, at: Date.now() };
  }
}

export function markOf({ cause, before, startedAt, began, secondsBefore, progress }: Run): Mark {
  const phase = !progress ? 'waiting' : progress.at?.kind === 'suspect' ? 'retracting' : 'inferring';
  return {
    at: Date.now(),
    cause,
    startedAt,
    seconds: secondsBefore + (Date.now() - began) / 1000,
    before,
    phase,
    counts: progress?.counts ?? NOTHING,
    ...(progress && { position: progress.position, steps: progress.steps, digest: progress.digest }),
  };
}

/** A materialization that runs here, and the marks of it that the registry gets. */
import { printMark } from './mark';
import type { Mark } from './mark';
import type { Registry } from '../in-force/registry';
import type { Progress } from './sweep';
import { NOTHING } from './tally';
import type { MaterializationCause } from '../types';

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
    /** How often it says that it runs, and how far it has come. */
    private readonly everyMs: number,
  ) {}

  /** What has begun is known before anything is changed. */
  async begin(): Promise<void> {
    await this.write();
    this.timer = setInterval(() => {
      this.writing ??= this.write()
        .catch(() => undefined)
        .finally(() => (this.writing = undefined));
    }, this.everyMs);
  }

  async end(): Promise<void> {
    await this.silence();
    await this.registry.markMaterialized(this.run.version, true, printMark(this.mark()));
  }

  /** @param why it cannot go on; or that another is to go on with it */
  async stop(why: { readonly failure: string } | { readonly isLeft: true }): Promise<void> {
    await this.silence();
    const mark = printMark({ ...this.mark(), ...why });
    await this.registry.markMaterialized(this.run.version, false, mark).catch(() => undefined);
  }

  /** No more of them. */
  async silence(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
  }

  private write(): Promise<boolean> {
    return this.registry.markMaterialized(this.run.version, false, printMark(this.mark()));
  }

  private mark(): Mark {
    if (this.run.progress || !this.from) return markOf(this.run);
    return { ...this.from, at: Date.now(), failure: undefined, isLeft: undefined };
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

/** Checkpoints of a materialization that this process runs, written to the registry. */
import { printCheckpoint } from './checkpoint';
import type { Checkpoint } from './checkpoint';
import type { Registry } from '../in-force/registry';
import type { Progress } from './sweep';
import { NOTHING } from './tally';
import type { MaterializationCause } from './types';

/** Materialization that this process runs. */
export interface Run {
  readonly version: number;
  readonly cause: MaterializationCause;
  readonly before: number | null;
  readonly startedAt: string;
  /** Start in milliseconds since 1970, by the clock of this process. */
  readonly began: number;
  /** Seconds that the materialization ran before it was cut off. */
  readonly secondsBefore: number;
  readonly owner: string;
  /** True until the engine's schema fits the version. */
  isSchemaDue: boolean;
  /** Steps of the conversion that are left; undefined before their number is known. */
  unconverted?: number;
  readonly isWhole: boolean;
  progress?: Progress;
}

/** Writer of the checkpoints of one run. Writes are sequential, so that no late checkpoint follows the last one. */
export class CheckpointWriter {
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<unknown> | undefined;

  constructor(
    private readonly registry: Registry,
    private readonly run: Run,
    private readonly from: Checkpoint | undefined,
    /** Interval between checkpoints in milliseconds. */
    private readonly everyMs: number,
  ) {}

  /** Writes the first checkpoint, before any fact changes, and starts the timer. */
  async begin(): Promise<void> {
    await this.write();
    this.timer = setInterval(() => {
      this.writing ??= this.write()
        .catch(() => undefined)
        .finally(() => (this.writing = undefined));
    }, this.everyMs);
  }

  /** Writes a checkpoint at once. */
  async note(): Promise<void> {
    await this.writing;
    await this.write();
  }

  async end(): Promise<void> {
    await this.silence();
    await this.registry.recordProgress(this.run.version, true, printCheckpoint(this.checkpoint()));
  }

  /** @param reason reason of the failure, or a note that another gateway is to resume */
  async stop(reason: { readonly failure: string } | { readonly isLeft: true }): Promise<void> {
    await this.silence();
    const checkpoint = printCheckpoint({ ...this.checkpoint(), ...reason });
    await this.registry.recordProgress(this.run.version, false, checkpoint).catch(() => undefined);
  }

  /** Stops the timer and waits for a checkpoint in progress. */
  async silence(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
  }

  private write(): Promise<boolean> {
    return this.registry.recordProgress(this.run.version, false, printCheckpoint(this.checkpoint()));
  }

  private checkpoint(): Checkpoint {
    if (this.run.progress || !this.from) return checkpointOf(this.run);
    const { owner, isSchemaDue, unconverted } = this.run;
    return { ...this.from, at: Date.now(), owner, isSchemaDue, unconverted, failure: undefined, isLeft: undefined };
  }
}

export function checkpointOf(run: Run): Checkpoint {
  const { cause, before, startedAt, began, secondsBefore, owner, isSchemaDue, unconverted, isWhole, progress } = run;
  const phase = !progress ? 'waiting' : progress.at?.kind === 'suspect' ? 'retracting' : 'inferring';
  return {
    at: Date.now(),
    cause,
    startedAt,
    seconds: secondsBefore + (Date.now() - began) / 1000,
    before,
    phase,
    counts: progress?.counts ?? NOTHING,
    owner,
    ...(isSchemaDue && { isSchemaDue, unconverted }),
    ...(isWhole && { isWhole }),
    ...(progress && {
      ...{ position: progress.position, steps: progress.steps, digest: progress.digest },
      pending: progress.pending(),
    }),
  };
}

/**
 * State of a materialization in the registry, as JSON in the progress of the version. Any gateway can report
 * the progress from it and resume a materialization that was cut off. After the end it holds the result.
 */
import { NOTHING } from './tally';
import type { Counts } from './tally';
import type { MaterializationCause, MaterializationPhase, MaterializationStatus } from './types';
import type { Position } from './walk';

export interface Checkpoint {
  /** Milliseconds since 1970 by the clock of the gateway that runs the materialization. Changes as long as it runs. */
  readonly at: number;
  readonly cause: MaterializationCause;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
  /** Version whose inferred facts were stored at the start: 0 for none, null for unknown. */
  readonly before: number | null;
  readonly phase: MaterializationPhase;
  readonly counts: Counts;
  /** Facts inferred and not written; see Progress. */
  readonly pending?: number | undefined;
  /** Position to resume at, in the steps that `digest` identifies. Absent before the first page. */
  readonly position?: Position | undefined;
  readonly steps?: number | undefined;
  readonly digest?: string | undefined;
  /** Gateway that runs the materialization; see owner.ts. */
  readonly owner?: string | undefined;
  /** True until the engine's schema fits the version: writes wait. Read from the head, too. */
  readonly isSchemaDue?: boolean | undefined;
  /** Steps that are left until then. Read from the head only. */
  readonly unconverted?: number | undefined;
  /** True if the walk covers all facts, whatever the rules before. */
  readonly isWhole?: boolean | undefined;
  /** Reason of a failure. */
  readonly failure?: string | undefined;
  /** True if the gateway stopped before the materialization ended, and recorded that. */
  readonly isLeft?: boolean | undefined;
}

export const printCheckpoint = (checkpoint: Checkpoint): string => JSON.stringify(checkpoint);

const PHASES: readonly unknown[] = ['waiting', 'retracting', 'inferring'] satisfies MaterializationPhase[];
const CAUSES: readonly unknown[] = ['load', 'request'] satisfies MaterializationCause[];
/** ECMAScript's range of dates, in milliseconds. */
const MAX_TIME = 8.64e15;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: unknown): value is number => isNumber(value) && value >= 0;

/**
 * Reads a checkpoint. A writer that bypasses the gateway can write any text there, so each field is checked.
 *
 * @returns undefined for a text that is not a checkpoint; all that is known then is that a materialization has begun
 */
export function readCheckpoint(text: string | undefined): Checkpoint | undefined {
  if (text === undefined) return undefined;
  let checkpoint: Partial<Checkpoint> | number | null;
  try {
    checkpoint = JSON.parse(text) as Partial<Checkpoint> | number | null;
  } catch {
    return undefined;
  }
  if (typeof checkpoint !== 'object' || checkpoint === null) return undefined;
  const { startedAt, at, cause = 'load', phase = 'waiting', seconds = 0, before = null, failure, owner } = checkpoint;
  if (typeof startedAt !== 'string' || Number.isNaN(Date.parse(startedAt))) return undefined;
  if (!isCount(at) || at > MAX_TIME || !isCount(seconds)) return undefined;
  if (!CAUSES.includes(cause) || !PHASES.includes(phase)) return undefined;
  return {
    at,
    cause,
    startedAt,
    seconds,
    before: isNumber(before) ? before : null,
    phase,
    counts: readCounts(checkpoint.counts),
    ...(isCount(checkpoint.pending) && { pending: checkpoint.pending }),
    ...readPlace(checkpoint),
    ...(typeof owner === 'string' && { owner }),
    ...(checkpoint.isSchemaDue === true && { isSchemaDue: true }),
    ...(checkpoint.isWhole === true && { isWhole: true }),
    ...(typeof failure === 'string' && { failure }),
    ...(checkpoint.isLeft === true && { isLeft: true }),
  };
}

function readCounts(counts: unknown): Checkpoint['counts'] {
  const fields = (typeof counts === 'object' && counts !== null ? counts : {}) as Readonly<Record<string, unknown>>;
  const entries = Object.entries(NOTHING).map(
    ([name, none]) => [name, isCount(fields[name]) ? fields[name] : none] as const,
  );
  return Object.fromEntries(entries) as Checkpoint['counts'];
}

/** Place from which the materialization resumes, if the checkpoint has a complete one. */
function readPlace({
  position,
  steps,
  digest,
}: Partial<Checkpoint>): Pick<Checkpoint, 'position' | 'steps' | 'digest'> | object {
  const isPlaced =
    typeof position === 'object' &&
    position !== null &&
    isNumber(steps) &&
    typeof digest === 'string' &&
    Number.isSafeInteger(position.step) &&
    position.step >= 0 &&
    typeof position.after === 'string' &&
    /^0x[0-9a-f]{1,16}$/.test(position.after);
  return isPlaced ? { position, steps, digest } : {};
}

/** Returns the status of a materialization that has not ended. */
export function statusOf(
  version: number,
  state: 'running' | 'interrupted' | 'failed',
  checkpoint: Checkpoint | undefined,
): MaterializationStatus {
  if (!checkpoint) return { state, version };
  const { cause, startedAt, seconds, phase, position, steps, counts, pending, failure } = checkpoint;
  return {
    state,
    version,
    cause,
    startedAt,
    seconds: rounded(seconds),
    phase,
    ...(position && steps !== undefined && { step: Math.min(position.step + 1, steps), steps }),
    ...counts,
    ...(state === 'running' && pending !== undefined && { pending }),
    ...(failure !== undefined && { reason: failure }),
  };
}

/** Returns the summary of a materialization that has ended. */
export function summaryOf({ cause, startedAt, at, seconds, counts }: Checkpoint): MaterializationStatus['last'] {
  return { cause, startedAt, endedAt: new Date(at).toISOString(), seconds: rounded(seconds), ...counts };
}

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;

/**
 * State of a materialization in the registry, as JSON in `owlgate.cursor` beside the version. Any gateway can report
 * the progress from it and resume a materialization that was cut off. After the end it holds the result.
 */
import { NOTHING } from './tally';
import type { Counts } from './tally';
import type { MaterializationCause, MaterializationPhase, MaterializationStatus } from '../types';
import type { Position } from './walk';

export interface Mark {
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
  /** Position to resume at, in the steps that `digest` identifies. Absent before the first page. */
  readonly position?: Position | undefined;
  readonly steps?: number | undefined;
  readonly digest?: string | undefined;
  /** Reason of a failure. */
  readonly failure?: string | undefined;
  /** True if the gateway stopped before the materialization ended, and recorded that. */
  readonly isLeft?: boolean | undefined;
}

export const printMark = (mark: Mark): string => JSON.stringify(mark);

/** @returns undefined for a text that is no mark; all that is known then is that a materialization has begun */
export function readMark(text: string | undefined): Mark | undefined {
  if (text === undefined) return undefined;
  try {
    const mark = JSON.parse(text) as Partial<Mark> | number | null;
    if (typeof mark !== 'object' || mark === null || typeof mark.startedAt !== 'string') return undefined;
    const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
    const { position, before = null, steps, digest } = mark;
    const isPlaced =
      position !== undefined &&
      isNumber(steps) &&
      typeof digest === 'string' &&
      Number.isSafeInteger(position.step) &&
      position.step >= 0 &&
      /^0x[0-9a-f]{1,16}$/.test(position.after);
    const place = isPlaced ? { position, steps, digest } : {};
    const counts = { ...NOTHING, ...mark.counts };
    return {
      at: Number(mark.at),
      cause: mark.cause ?? 'load',
      startedAt: mark.startedAt,
      seconds: mark.seconds ?? 0,
      before: isNumber(before) ? before : null,
      phase: mark.phase ?? 'waiting',
      counts,
      ...place,
      ...(mark.failure !== undefined && { failure: mark.failure }),
      ...(mark.isLeft === true && { isLeft: true }),
    };
  } catch {
    return undefined;
  }
}

/** Returns the status of a materialization that has not ended. */
export function statusOf(
  version: number,
  state: 'running' | 'interrupted' | 'failed',
  mark: Mark | undefined,
): MaterializationStatus {
  if (!mark) return { state, version };
  const { cause, startedAt, seconds, phase, position, steps, counts, failure } = mark;
  return {
    state,
    version,
    cause,
    startedAt,
    seconds: rounded(seconds),
    phase,
    ...(position && steps !== undefined && { step: Math.min(position.step + 1, steps), steps }),
    ...counts,
    ...(failure !== undefined && { reason: failure }),
  };
}

/** Returns the summary of a materialization that has ended. */
export function summaryOf({ cause, startedAt, at, seconds, counts }: Mark): MaterializationStatus['last'] {
  return { cause, startedAt, endedAt: new Date(at).toISOString(), seconds: rounded(seconds), ...counts };
}

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;

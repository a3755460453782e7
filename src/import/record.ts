/** Stored state of an import. */
import type { Position } from './batch';
import type { Counts, ImportSummary, Refusal, UnknownTerms } from './types';

export interface ImportRecord {
  /** Summary of the latest run. */
  readonly summary: ImportSummary;
  readonly position: Position;
  readonly settled: Settled;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Results up to the position, with which a later run continues. */
export interface Settled {
  readonly counts: Counts;
  readonly refusals: readonly Refusal[];
  readonly refusedNodes: number;
  /** Of whole sources: a run reads the source of its position from the start, and counts its terms again. */
  readonly unknown: UnknownTerms;
  readonly inGraphs: number;
}

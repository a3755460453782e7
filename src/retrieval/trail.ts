/** Trajectory of a question: each step with its arguments and one line about its result, or with all of the result. */
import type { RetrievalCall, ScoredChunk, TrajectoryStep } from './types';

/** Maximum characters of a line, and of a whole result. */
const MAX_SUMMARY = 600;
const MAX_RESULT = 200_000;
/** Maximum characters of a tool's name. */
const MAX_NAME = 80;

/** Step before it is recorded. */
export interface Step {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** One line for people. */
  readonly summary: string;
  /** JSON; by default the line. */
  readonly result?: unknown;
}

export class Trail {
  readonly steps: TrajectoryStep[] = [];

  constructor(private readonly call: Pick<RetrievalCall, 'trace' | 'observer'>) {}

  /** Records a step, and reports it. */
  add({ tool, arguments: args, summary, result = summary }: Step): void {
    const { trace, observer } = this.call;
    const step: TrajectoryStep = {
      tool: tool.slice(0, MAX_NAME),
      arguments: args,
      result_summary: trace === 'full' ? JSON.stringify(result).slice(0, MAX_RESULT) : summary.slice(0, MAX_SUMMARY),
    };
    this.steps.push(step);
    observer.step?.(step);
  }
}

/** Passages as the result of a step. */
export const shownChunks = (chunks: readonly ScoredChunk[]): object[] =>
  chunks.map(({ chunk: { source, index, text }, score }) => ({ source, chunk_index: index, score, text }));

/** Returns a score or cost to three decimals, as steps and metadata tell it. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** The result types (service specification, section 2.6): field names are those of the wire, and of the Python SDK. */

/** Ways of retrieving (section 4.9). */
export const MODULES = ['naive', 'owl', 'arag', 'aragog'] as const;
export type Module = (typeof MODULES)[number];

export const TRACES = ['summary', 'full'] as const;
export type Trace = (typeof TRACES)[number];

/** A passage that an answer cites. What is optional is null where the service does not say it. */
export interface Passage {
  /** The document, by the name it was given to the service with. */
  readonly source: string;
  readonly text: string;
  /** Which part of the document it is, counted from 0. */
  readonly chunk_index: number | null;
  /** Higher is better; comparable within one result only. */
  readonly score: number | null;
}

/** A call that the service made of one of its tools. */
export interface TrajectoryStep {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly result_summary: string | null;
}

export interface RetrievalResult {
  /** Null where the service found no answer, or none within its budget. */
  readonly answer: string | null;
  readonly passages: readonly Passage[];
  readonly trajectory: readonly TrajectoryStep[];
  /** Approximate cost of the language model, in US dollars; 0 where none was asked. */
  readonly cost_usd: number;
  /** Turns that the agent took; 0 of modules without one. */
  readonly loops: number;
  /** The module that ran, after any override; a later service may have others than `MODULES`. */
  readonly module_used: string;
  /** What the module tells beside that, such as `pruned_by_disjointness_total` of `aragog`. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

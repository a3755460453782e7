/** Result types (service specification, section 2.6), with the field names of the wire and of the Python SDK. */

/** Retrieval modules (section 4.9), and `auto`, which chooses one for each question. */
export const MODULES = ['auto', 'naive', 'owl', 'arag', 'aragog'] as const;
export type Module = (typeof MODULES)[number];

export const TRACES = ['summary', 'full'] as const;
export type Trace = (typeof TRACES)[number];

/** Passage that an answer cites. Optional fields are null if the service omits them. */
export interface Passage {
  /** Name of the document, as given when it was stored. */
  readonly source: string;
  readonly text: string;
  /** Index of the passage in its document, from 0. */
  readonly chunk_index: number | null;
  /** Relevance: higher is better; comparable within one result only. */
  readonly score: number | null;
}

/** Call of one of the service's tools. */
export interface TrajectoryStep {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly result_summary: string | null;
}

export interface RetrievalResult {
  /** Null if the service found no answer within its budget. */
  readonly answer: string | null;
  readonly passages: readonly Passage[];
  readonly trajectory: readonly TrajectoryStep[];
  /** Approximate cost of the language model in US dollars; 0 without a call to it. */
  readonly cost_usd: number;
  /** Turns of the agent; 0 for modules without one. */
  readonly loops: number;
  /** Module that ran, after any override; newer services may name modules outside `MODULES`. */
  readonly module_used: string;
  /** Further figures of the module, such as `pruned_by_disjointness_total` of `aragog`. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Input and result of an evaluation. */
import type { Rule } from './rule';
import type { Pattern } from './source';
import type { Row } from './table';

/** Changes to apply at once. A fact both asserted and retracted is asserted. */
export interface Change {
  /** Facts that a client states. */
  readonly assert?: readonly Pattern[];
  /** Facts that a client states, by rows. */
  readonly assertRows?: readonly Row[];
  /** Facts that a client removes; they stay as inferred if rules still derive them. */
  readonly retract?: readonly Pattern[];
  /** Stored inferred facts whose support is in doubt. */
  readonly suspect?: readonly Pattern[];
  /** Stored facts to be treated as new: they trigger rules and constraints again. */
  readonly revisit?: readonly Pattern[];
  /** Facts to exclude, whatever derives or asserts them: the store cannot hold them. None of them is stored. */
  readonly bar?: readonly Pattern[];
  /** True if heads of rules without a body are to be derived: once, when the rules come into force. */
  readonly seed?: boolean;
}

/** Constraint whose body holds. */
export interface Contradiction {
  readonly rule: Rule;
  /** Facts that match its body, in its order. */
  readonly facts: readonly Row[];
}

export interface Inference {
  /** Not empty: the result is void until these have been read. */
  readonly missing: readonly Pattern[];
  /** Inferred facts that were not stored. */
  readonly inferred: readonly Row[];
  /** Inferred facts that were stored and hold no longer. */
  readonly retracted: readonly Row[];
  /** Retracted assertions that no longer hold. */
  readonly removed: readonly Row[];
  /** Retracted assertions that still hold as inferred. */
  readonly demoted: readonly Row[];
  /** Retracted facts that still hold: the demoted ones, and those that were only inferred. */
  readonly stillEntailed: readonly Row[];
  readonly contradictions: readonly Contradiction[];
  /**
   * True if more facts were derived than `limit` allows; the rest of the result is incomplete. With `missing` patterns:
   * the excess is so large that it does not matter which facts are stored.
   */
  readonly overflow: boolean;
}

export interface EvaluateOptions {
  /** Maximum number of new inferred facts; more is an overflow. No limit by default. */
  readonly limit?: number;
  /** Maximum contradictions listed; 100 by default. */
  readonly maxContradictions?: number;
  /** Number of new facts from which rules are matched with all of them together (batch.ts); 256 by default. */
  readonly batchSize?: number;
  /** True if a backward search precedes removals (deletion.ts), which does not change the result. Default: true. */
  readonly backward?: boolean;
}

/** Input and result of an evaluation. */
import type { Rule } from './rule';
import type { Pattern } from './source';
import type { Row } from './table';

/** Changes to apply at once. A fact both asserted and retracted is asserted. */
export interface Change {
  /** Facts that a client states. */
  readonly assert?: readonly Pattern[];
  /** Facts that a client states, as rows of the table. */
  readonly assertRows?: readonly Row[];
  /** Facts that a client deletes. A fact that rules still derive stays, as inferred. */
  readonly retract?: readonly Pattern[];
  /** Stored inferred facts whose support is in doubt. */
  readonly suspect?: readonly Pattern[];
  /** Stored facts to be treated as new: they trigger rules and constraints again. */
  readonly revisit?: readonly Pattern[];
  /** Facts to exclude, even if derived or asserted, because the store cannot hold them. None of them may be stored. */
  readonly bar?: readonly Pattern[];
  /** True to derive the heads of rules without a body. Needed once, when the rules come into force. */
  readonly seed?: boolean;
}

/** Constraint whose body holds. */
export interface Contradiction {
  readonly rule: Rule;
  /** Facts that match its body, in its order. */
  readonly facts: readonly Row[];
}

export interface Inference {
  /** Patterns to read. Unless the list is empty, the result is void. */
  readonly missing: readonly Pattern[];
  /** Inferred facts that were not stored. */
  readonly inferred: readonly Row[];
  /** Inferred facts that were stored and no longer hold. */
  readonly retracted: readonly Row[];
  /** Retracted assertions that no longer hold. */
  readonly removed: readonly Row[];
  /** Retracted assertions that still hold as inferred. */
  readonly demoted: readonly Row[];
  /** Retracted facts that still hold: the demoted ones, and those that were only inferred. */
  readonly stillEntailed: readonly Row[];
  readonly contradictions: readonly Contradiction[];
  /**
   * True if more facts were derived than `limit` allows; the rest of the result is incomplete. While patterns are
   * missing, only a far larger number is an overflow, since derived facts may be stored already.
   */
  readonly overflow: boolean;
}

export interface EvaluateOptions {
  /** Maximum number of new inferred facts; more is an overflow. No limit by default. */
  readonly limit?: number;
  /** Maximum contradictions listed; 100 by default. */
  readonly maxContradictions?: number;
  /** Minimum number of new facts for matching rules in batches (batch.ts); 256 by default. */
  readonly batchSize?: number;
  /**
   * Rules whose consequences from stored facts are stored: facts to revisit do not trigger them. None by default.
   */
  readonly closed?: ReadonlySet<Rule>;
  /**
   * True if the stored facts lack entailments: a fact that loses its assertion, but still holds, triggers rules like a
   * new one, since the walk that completes the others takes inferred facts for complete. Default: false.
   */
  readonly isIncomplete?: boolean;
  /** True if a backward search precedes removals (deletion.ts), which does not change the result. Default: true. */
  readonly backward?: boolean;
}

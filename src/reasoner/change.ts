/** What an evaluation is given, and what comes of it. */
import type { Rule } from './rule';
import type { Pattern } from './source';
import type { Row } from './table';

/** A set of changes to apply at once. A fact both asserted and retracted is asserted. */
export interface Change {
  /** Facts that a client states. */
  readonly assert?: readonly Pattern[];
  /** The same, by rows. */
  readonly assertRows?: readonly Row[];
  /** Facts that a client takes back: they stay when rules still yield them. */
  readonly retract?: readonly Pattern[];
  /** Stored inferred facts whose support is in doubt. */
  readonly suspect?: readonly Pattern[];
  /** Stored facts to be treated as new: they set rules and constraints off once more. */
  readonly revisit?: readonly Pattern[];
  /** Facts that are not to be, whatever yields or asserts them: the store cannot take them. None that is stored. */
  readonly bar?: readonly Pattern[];
  /** Whether what holds by an axiom alone is to be derived: once, when the rules come into force. */
  readonly seed?: boolean;
}

/** A rule without a head whose body holds. */
export interface Contradiction {
  readonly rule: Rule;
  /** The facts that match its body, in its order. */
  readonly facts: readonly Row[];
}

export interface Inference {
  /** Not empty: the result is void until these have been read. */
  readonly missing: readonly Pattern[];
  /** Inferred facts that were not stored. */
  readonly inferred: readonly Row[];
  /** Inferred facts that were stored and hold no longer. */
  readonly retracted: readonly Row[];
  /** Facts taken back: were asserted, are gone. */
  readonly removed: readonly Row[];
  /** Facts taken back that were asserted and are now inferred. */
  readonly demoted: readonly Row[];
  /** Facts taken back that hold all the same: the demoted ones, and those that were only inferred. */
  readonly stillEntailed: readonly Row[];
  readonly contradictions: readonly Contradiction[];
  /**
   * More facts were derived than `limit` allows; the rest of the result is incomplete. Beside `missing` patterns: so many
   * more that it need not be known which of them are stored.
   */
  readonly overflow: boolean;
}

export interface EvaluateOptions {
  /** Most inferred facts that may be new; more is an overflow. No limit by default. */
  readonly limit?: number;
  /** Most contradictions listed; 100 by default. */
  readonly maxContradictions?: number;
  /** From how many new facts on rules are matched with all of them together (batch.ts); 256 by default. */
  readonly together?: number;
  /** Whether other reasons are looked for before a fact is taken away (deletion.ts): by default, and otherwise the same comes of it. */
  readonly backward?: boolean;
}

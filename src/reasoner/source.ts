/**
 * The reasoner's view of stored facts.
 *
 * The reasoner does no I/O. Over a store that is only partly in memory, it works on the part that has been read, notes
 * the patterns that it would have needed, and is run again after they have been read (evaluate.ts).
 */
import type { FactTable } from './table';
import type { Dictionary, TermId } from './terms';

/** Fact or query: ANY (0) as subject or object matches everything. */
export interface Pattern {
  readonly s: TermId;
  readonly p: TermId;
  readonly o: TermId;
  /** True if any match will do: a part of the matches may be read, and the next part on the next request. */
  readonly any?: boolean;
}

export interface FactSource {
  readonly terms: Dictionary;
  readonly table: FactTable;
  /**
   * Returns true if every stored fact that matches is in the table. Stays true for a pattern from then on. `s` or `o`
   * may be ANY, `p` may not.
   */
  covers(s: TermId, p: TermId, o: TermId): boolean;
}

/**
 * Where the reasoner sees facts: a table, and what of the store the table is known to hold.
 *
 * The reasoner does no I/O. Over a store that is not all in memory it works on the part that has been read, notes what it
 * would have needed besides (patterns), and is run again when that has been read: see evaluate.ts.
 */
import type { FactTable } from './table';
import type { Dictionary, TermId } from './terms';

/** A fact, or facts asked for: ANY (0) as subject or object matches everything. */
export interface Pattern {
  readonly s: TermId;
  readonly p: TermId;
  readonly o: TermId;
  /** Any match will do: a part of them may be read, and the next part if it is asked for again. */
  readonly any?: boolean;
}

export interface FactSource {
  readonly terms: Dictionary;
  readonly table: FactTable;
  /**
   * Whether every stored fact that matches is in the table. Never becomes false again for a pattern once it was true.
   * `s` or `o`, not `p`, may be ANY.
   */
  covers(s: TermId, p: TermId, o: TermId): boolean;
}

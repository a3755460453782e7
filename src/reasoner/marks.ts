/** Working marks of a row during an evaluation, beside its Stored and Now flags. */

/** In doubt: retracted, or derived from a removed fact. The mark stays after the fact has been decided. */
export const DOUBTED = 16;
/** Asserted by this change. */
export const CLAIMED = 32;
/** In the evaluation's list of touched rows. */
export const TOUCHED = 64;
/** Excluded, even if derived or asserted. */
export const BARRED = 128;
/** Proved to follow from asserted facts. */
export const PROVED = 256;

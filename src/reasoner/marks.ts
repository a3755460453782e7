/** Working marks of a row during an evaluation, beside its Stored and Now flags. */

/** Follows from a removed fact; its support is being checked or has been. */
export const DOUBTED = 16;
/** Asserted by this change. */
export const CLAIMED = 32;
/** In the evaluation's list of touched rows. */
export const TOUCHED = 64;
/** Excluded, whatever derives or asserts it. */
export const BARRED = 128;
/** Proved to follow from asserted facts. */
export const PROVED = 256;

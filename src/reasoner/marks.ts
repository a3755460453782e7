/** Working marks of a row while a change is evaluated, beside its Stored and Now flags. */

/** It follows from something that was taken away: whether it stays is being found out, or has been. */
export const DOUBTED = 16;
/** Asserted by this very change. */
export const CLAIMED = 32;
/** In the list of rows that the change has touched. */
export const TOUCHED = 64;
/** Not to be, whatever yields it. */
export const BARRED = 128;
/** It stays: it is known to follow from asserted facts. */
export const KEPT = 256;

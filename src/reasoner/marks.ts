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
/** Fact of a transitive property that has been joined with others, or is about to be. See transitive.ts. */
export const JOINED = 512;
/** Joined fact that is a path of other facts. */
export const PATH = 1024;
/** Path whose last edge is a stored inferred fact. */
export const STORED_END = 2048;
/** Fact in doubt that may have lost its reasons as an edge of a transitive property. See deletion.ts. */
export const LOST_EDGE = 4096;
/** Fact in doubt whose paths may have lost their last edge. */
export const LOST_END = 8192;

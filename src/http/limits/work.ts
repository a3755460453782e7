/** Kinds of expensive work, each with its own limit of concurrency. */

export const WORKS = ['loads', 'explanations', 'retrievals', 'exports'] as const;
export type Work = (typeof WORKS)[number];

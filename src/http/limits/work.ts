/** Kinds of expensive work, each with its own limit of concurrency. */

export const WORKS = ['loads', 'explanations', 'retrievals', 'exports', 'imports'] as const;
export type Work = (typeof WORKS)[number];

/** Numbers of random cases. Each run has others, so that many short runs find what one long run finds. */

/** Returns a quarter of a number of cases; all of them with OWLGATE_ALL_CLAUSES=1. */
export const runs = (all: number): number => (process.env['OWLGATE_ALL_CLAUSES'] ? all : Math.ceil(all / 4));

/** Divides cases between the engines, so that each runs on one; all run on both with OWLGATE_ALL_CLAUSES=1. */
export const casesOf = <T>(all: readonly T[], { name }: { readonly name: string }, offset = 0): readonly T[] =>
  process.env['OWLGATE_ALL_CLAUSES'] ? all : all.filter((_, i) => ((i + offset) % 2 === 0) === (name === 'embedded'));

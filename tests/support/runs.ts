/** Numbers of random cases. Each run has others, so that many short runs find what one long run finds. */

/** Returns a quarter of a number of cases; all of them with OWLGATE_ALL_CLAUSES=1. */
export const runs = (all: number): number => (process.env['OWLGATE_ALL_CLAUSES'] ? all : Math.ceil(all / 4));

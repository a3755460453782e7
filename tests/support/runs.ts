/** Numbers of random cases. Each run has others, so that many short runs find what one long run finds. */

/** True if all cases run, none of them sampled. */
export const hasAllCases = Boolean(process.env['OWLGATE_ALL_CLAUSES']);

/** Returns a quarter of a number of cases; all of them with OWLGATE_ALL_CLAUSES=1. */
export const runs = (all: number): number => (hasAllCases ? all : Math.ceil(all / 4));

/** Divides cases between the engines, so that each runs on one; all run on both with OWLGATE_ALL_CLAUSES=1. */
export const casesOf = <T>(all: readonly T[], { name }: { readonly name: string }, offset = 0): readonly T[] =>
  hasAllCases ? all : all.filter((_, i) => ((i + offset) % 2 === 0) === (name === 'embedded'));

/** Returns n for cases of which an engine runs one in n; 1 with OWLGATE_ALL_CLAUSES=1. */
export const shareOf = ({ name }: { readonly name: string }): number => (hasAllCases ? 1 : name === 'embedded' ? 2 : 4);

const noTest = (() => undefined) as unknown as jest.It;

/** Returns `it` on the engine named, for a test for which one engine suffices; on all with OWLGATE_ALL_CLAUSES=1. */
export const itOn = ({ name }: { readonly name: string }, engine: 'embedded' | 'dgraph'): jest.It =>
  hasAllCases || name === engine ? it : noTest;

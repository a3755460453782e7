/** Applies a history of writes to a reasoner and the oracle side by side. */
import type { RlAxiom } from '../../../src/ontology';
import type { GraphChange, Triple } from '../../../src/reasoner/graph';
import type { Inference, Row } from '../../../src/reasoner';
import { EMPTY, minus, next, resolve } from './histories';
import type { State, Write } from './histories';
import { factKey } from './oracle';
import { NAMES } from './samples';

/** Complete graph under test: a graph in memory, or a store seen through a window. */
export interface Reasoned {
  facts(): Iterable<{ readonly triple: Triple; readonly state: 'asserted' | 'inferred' }>;
  apply(change: GraphChange): { readonly inference: Inference; readonly triple: (row: Row) => Triple };
}

/** Expects the oracle's facts, verdict and differences after every write. */
export function follow(axioms: readonly RlAxiom[], reasoned: Reasoned, history: readonly Write[], names = NAMES): void {
  let state = EMPTY;
  for (const write of history) {
    const change = resolve(write, state);
    const after = next(axioms, state, change, names);
    const { inference, triple } = reasoned.apply(change);
    expect(inference.missing).toEqual([]);
    expect(inference.overflow).toBe(false);
    expect(inference.contradictions.length > 0).toBe(after === undefined);
    if (after) {
      expect(reported(inference, triple)).toEqual(expectedReport(state, after, change.retract.map(factKey)));
      state = after;
    }
    const held = stateOf(reasoned);
    expect(sorted(held.asserted)).toEqual(sorted(state.asserted));
    expect(sorted(held.inferred)).toEqual(sorted(state.inferred));
  }
}

const sorted = (keys: Iterable<string>): string[] => [...keys].sort();

export function stateOf(reasoned: Pick<Reasoned, 'facts'>): State {
  const all = [...reasoned.facts()];
  const keys = (state: string) =>
    new Set(all.filter((fact) => fact.state === state).map(({ triple }) => factKey(triple)));
  return { asserted: keys('asserted'), inferred: keys('inferred') };
}

/** Returns the report of an evaluation as sorted keys. */
function reported(inference: Inference, triple: (row: Row) => Triple): Record<string, string[]> {
  const keys = (rows: readonly Row[]) => sorted(rows.map((row) => factKey(triple(row))));
  const { inferred, retracted, removed, demoted, stillEntailed } = inference;
  return {
    inferred: keys(inferred),
    retracted: keys(retracted),
    removed: keys(removed),
    demoted: keys(demoted),
    stillEntailed: keys(stillEntailed),
  };
}

/** Returns the expected report, from the states before and after. */
function expectedReport(before: State, after: State, retract: Iterable<string>): Record<string, string[]> {
  const stood = new Set([...before.asserted, ...before.inferred]);
  const stands = new Set([...after.asserted, ...after.inferred]);
  const retracted = minus(before.asserted, after.asserted);
  return {
    inferred: sorted(minus(after.inferred, stood)),
    retracted: sorted(minus(before.inferred, stands)),
    removed: sorted(minus(retracted, stands)),
    demoted: sorted([...retracted].filter((key) => after.inferred.has(key))),
    stillEntailed: sorted(new Set([...retract].filter((key) => after.inferred.has(key)))),
  };
}

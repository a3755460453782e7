/**
 * Any ontology and any history of writes: the graph holds what a plain fixpoint over the axioms' meaning yields.
 * OWLGATE_RUNS sets how many histories are tried.
 */
import * as fc from 'fast-check';
import type { RlAxiom } from '../../../src/ontology';
import { readOntology } from '../../../src/ontology';
import { compile, MemoryGraph } from '../../../src/reasoner';
import type { Inference, Row } from '../../../src/reasoner';
import { EMPTY, histories, minus, next, resolve } from '../../support/reasoner/histories';
import type { State, Write } from '../../support/reasoner/histories';
import { factKey } from '../../support/reasoner/oracle';
import { NAMES, ontologies, PROLOGUE } from '../../support/reasoner/samples';

const RUNS = Number(process.env['OWLGATE_RUNS'] ?? 400);

const sorted = (keys: Iterable<string>): string[] => [...keys].sort();

function stateOf(graph: MemoryGraph): State {
  const all = [...graph.facts()];
  const keys = (state: string) =>
    new Set(all.filter((fact) => fact.state === state).map(({ triple }) => factKey(triple)));
  return { asserted: keys('asserted'), inferred: keys('inferred') };
}

/** What an evaluation reported, as sorted keys. */
function reported(graph: MemoryGraph, inference: Inference): Record<string, string[]> {
  const keys = (rows: readonly Row[]) => sorted(rows.map((row) => factKey(graph.triple(row))));
  const { inferred, retracted, removed, demoted, stillEntailed } = inference;
  return {
    inferred: keys(inferred),
    retracted: keys(retracted),
    removed: keys(removed),
    demoted: keys(demoted),
    stillEntailed: keys(stillEntailed),
  };
}

/** What it should report, from the states before and after. */
function expectedReport(before: State, after: State, retract: Iterable<string>): Record<string, string[]> {
  const stood = new Set([...before.asserted, ...before.inferred]);
  const stands = new Set([...after.asserted, ...after.inferred]);
  const taken = minus(before.asserted, after.asserted);
  return {
    inferred: sorted(minus(after.inferred, stood)),
    retracted: sorted(minus(before.inferred, stands)),
    removed: sorted(minus(taken, stands)),
    demoted: sorted([...taken].filter((key) => after.inferred.has(key))),
    stillEntailed: sorted(new Set([...retract].filter((key) => after.inferred.has(key)))),
  };
}

/** Goes through a history with a graph and the oracle side by side. */
function follow(axioms: readonly RlAxiom[], graph: MemoryGraph, history: readonly Write[]): void {
  let state = EMPTY;
  for (const write of history) {
    const change = resolve(write, state);
    const after = next(axioms, state, change);
    const inference = graph.apply(change);
    expect(inference.missing).toEqual([]);
    expect(inference.overflow).toBe(false);
    expect(inference.contradictions.length > 0).toBe(after === undefined);
    if (after) {
      expect(reported(graph, inference)).toEqual(expectedReport(state, after, change.retract.map(factKey)));
      state = after;
    }
    const held = stateOf(graph);
    expect(sorted(held.asserted)).toEqual(sorted(state.asserted));
    expect(sorted(held.inferred)).toEqual(sorted(state.inferred));
  }
}

describe('any ontology, any history of writes', () => {
  test('as axioms', () => {
    fc.assert(
      fc.property(ontologies, histories, ({ axioms }, history) => {
        const { plan, leftOut } = compile(axioms, NAMES);
        expect(leftOut).toEqual([]);
        follow(axioms, new MemoryGraph(plan, 1), history);
      }),
      { numRuns: RUNS },
    );
  });

  test('as Turtle', () => {
    fc.assert(
      fc.property(ontologies, histories, ({ axioms, turtle }, history) => {
        const { reduced } = readOntology(PROLOGUE + turtle, { profile: 'lenient' });
        const { plan, leftOut } = compile(reduced.axioms, NAMES);
        expect(leftOut).toEqual([]);
        follow(axioms, new MemoryGraph(plan, 1), history);
      }),
      { numRuns: RUNS },
    );
  });
});

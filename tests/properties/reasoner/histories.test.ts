/**
 * Random ontologies and histories of writes: the graph equals a plain fixpoint over the meaning of the axioms.
 * OWLGATE_RUNS sets the number of histories, OWLGATE_MINUTES the duration.
 */
import * as fc from 'fast-check';
import type { RlAxiom } from '../../../src/ontology';
import { readOntology } from '../../../src/ontology';
import { compile, MemoryGraph } from '../../../src/reasoner';
import { follow } from '../../support/reasoner/follow';
import type { Reasoned } from '../../support/reasoner/follow';
import { histories, historiesWithEquality } from '../../support/reasoner/histories';
import { assertRuns, patienceFor } from '../../support/reasoner/runs';
import { NAMES, NAMES_WITH_EQUALITY, ontologies, PROLOGUE } from '../../support/reasoner/samples';

const RUNS = Number(process.env['OWLGATE_RUNS'] ?? 150);
jest.setTimeout(patienceFor(60_000));

/** Graph with rules of the axioms and a table of minimum size; every other graph treats one fact as a batch. */
function graphOf(axioms: readonly RlAxiom[], names = NAMES): Reasoned {
  const { plan, leftOut } = compile(axioms, names);
  expect(leftOut).toEqual([]);
  const graph = new MemoryGraph(plan, 1);
  const options = plan.rules.length % 2 === 0 ? { batchSize: 1 } : {};
  return {
    facts: () => graph.facts(),
    apply: (change) => ({ inference: graph.apply(change, options), triple: (row) => graph.triple(row) }),
  };
}

describe('random ontologies and histories of writes', () => {
  test('as axioms', () => {
    assertRuns(
      fc.property(ontologies, histories, ({ axioms }, history) => {
        follow(axioms, graphOf(axioms), history);
      }),
      RUNS,
    );
  });

  test('as Turtle', () => {
    assertRuns(
      fc.property(ontologies, histories, ({ axioms, turtle }, history) => {
        const { reduced } = readOntology(PROLOGUE + turtle, { profile: 'lenient' });
        follow(axioms, graphOf(reduced.axioms), history);
      }),
      RUNS,
    );
  });

  test('with equality of names', () => {
    assertRuns(
      fc.property(ontologies, historiesWithEquality, ({ axioms }, history) => {
        follow(axioms, graphOf(axioms, NAMES_WITH_EQUALITY), history, NAMES_WITH_EQUALITY);
      }),
      RUNS,
    );
  });
});

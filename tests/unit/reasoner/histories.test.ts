/**
 * Any ontology and any history of writes: the graph holds what a plain fixpoint over the axioms' meaning yields.
 * OWLGATE_RUNS sets how many histories are tried, OWLGATE_MINUTES for how long.
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

/** A graph whose rules are made of the axioms, and whose table grows from the smallest; of every other, one fact is many. */
function graphOf(axioms: readonly RlAxiom[], names = NAMES): Reasoned {
  const { plan, leftOut } = compile(axioms, names);
  expect(leftOut).toEqual([]);
  const graph = new MemoryGraph(plan, 1);
  const options = plan.rules.length % 2 === 0 ? { together: 1 } : {};
  return {
    facts: () => graph.facts(),
    apply: (change) => ({ inference: graph.apply(change, options), triple: (row) => graph.triple(row) }),
  };
}

describe('any ontology, any history of writes', () => {
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

  test('where two names may be of one thing', () => {
    assertRuns(
      fc.property(ontologies, historiesWithEquality, ({ axioms }, history) => {
        follow(axioms, graphOf(axioms, NAMES_WITH_EQUALITY), history, NAMES_WITH_EQUALITY);
      }),
      RUNS,
    );
  });
});

/**
 * A store seen through its covered patterns: the same results as in memory, for any initial coverage and batch size,
 * with few reads. OWLGATE_RUNS sets the number of histories.
 */
import * as fc from 'fast-check';
import { compile, MemoryGraph } from '../../../src/reasoner';
import type { GraphChange, Triple } from '../../../src/reasoner/graph';
import { facts, planOf } from '../../support/reasoner/cases';
import { follow, stateOf } from '../../support/reasoner/follow';
import { histories, resolve } from '../../support/reasoner/histories';
import type { Write } from '../../support/reasoner/histories';
import { assertRuns, patienceFor } from '../../support/reasoner/runs';
import { CLASSES, localOntologies, NAMES, OBJECT_PROPERTIES, ontologies } from '../../support/reasoner/samples';
import type { Statement } from '../../support/reasoner/samples';
import { WindowedStore } from '../../support/reasoner/window';

const RUNS = Number(process.env['OWLGATE_RUNS'] ?? 120);
const ALL = 1_000_000;
jest.setTimeout(patienceFor(60_000));

const node = fc.constantFrom('n1', 'n2', 'n3', 'n4', '');
/** Patterns to read before the first run. */
const readPatterns: fc.Arbitrary<Triple[]> = fc.uniqueArray(
  fc.oneof(
    fc.tuple(node, fc.constant('type'), fc.constantFrom(...CLASSES, '')),
    fc.tuple(node, fc.constantFrom(...OBJECT_PROPERTIES), node),
  ),
  { maxLength: 12 },
);

/** Applies a history to a store; returns the maximum number of reads per write. */
function mostReads({ axioms }: Statement, history: readonly Write[], page: number, beforehand: Triple[] = []): number {
  const store = new WindowedStore(compile(axioms, NAMES).plan, page);
  let most = 0;
  const apply = (change: GraphChange) => {
    const outcome = store.apply(change, {}, beforehand);
    most = Math.max(most, outcome.rounds);
    return outcome;
  };
  follow(axioms, { facts: () => store.facts(), apply }, history);
  return most;
}

describe('a partly covered store', () => {
  test('equals the fixpoint over all facts after any history', () => {
    assertRuns(
      fc.property(
        ontologies,
        histories,
        readPatterns,
        fc.integer({ min: 1, max: 4 }),
        (ontology, history, read, page) => {
          // Four nodes: no answer has more than 16 facts, no proof more than a few steps.
          expect(mostReads(ontology, history, page, read)).toBeLessThanOrEqual(20);
        },
      ),
      RUNS,
    );
  });

  test('overflows exactly if an in-memory graph does', () => {
    assertRuns(
      fc.property(
        ontologies,
        histories,
        fc.integer({ min: 1, max: 3 }),
        fc.nat(8),
        ({ axioms }, history, page, limit) => {
          const { plan } = compile(axioms, NAMES);
          const store = new WindowedStore(plan, page);
          const graph = new MemoryGraph(plan);
          for (const write of history) {
            const change = resolve(write, stateOf(graph));
            const { contradictions, overflow } = graph.apply(change, { limit });
            const { inference } = store.apply(change, { limit });
            expect(inference.overflow).toBe(overflow);
            if (!overflow) expect(inference.contradictions.length > 0).toBe(contradictions.length > 0);
          }
        },
      ),
      RUNS,
    );
  });

  test('overflows early for new facts, and not for stored ones', () => {
    const HUB = ':A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom :B ] .';
    const members = Array.from({ length: 500 }, (_, i) => `m${i}`);
    const store = new WindowedStore(planOf(HUB), ALL);
    for (const member of members) store.put(['hub', 'p', member], 'asserted');
    const change = { assert: facts('hub a A') };
    const { inference } = store.apply(change, { limit: 20 });
    expect(inference.overflow).toBe(true);
    for (const member of members.slice(20)) store.put([member, 'a', 'B'], 'inferred');
    const again = store.apply(change, { limit: 20 });
    expect([again.inference.overflow, again.inference.inferred.length]).toEqual([false, 20]);
  });

  test('is read once if every rule needs one fact', () => {
    assertRuns(
      fc.property(localOntologies, histories, (ontology, history) => {
        expect(mostReads(ontology, history, ALL)).toBeLessThanOrEqual(1);
      }),
      RUNS,
    );
  });
});

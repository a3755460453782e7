/**
 * A store of which only what is asked for is seen: the same results as in memory, whatever is known beforehand and however
 * small the parts in which it is read; and few reads. OWLGATE_RUNS sets how many histories are tried.
 */
import * as fc from 'fast-check';
import { compile } from '../../../src/reasoner';
import type { GraphChange, Triple } from '../../../src/reasoner';
import { follow } from '../../support/reasoner/follow';
import { histories } from '../../support/reasoner/histories';
import type { Write } from '../../support/reasoner/histories';
import { CLASSES, localOntologies, NAMES, OBJECT_PROPERTIES, ontologies } from '../../support/reasoner/samples';
import type { Statement } from '../../support/reasoner/samples';
import { WindowedStore } from '../../support/reasoner/window';

const RUNS = Number(process.env['OWLGATE_RUNS'] ?? 300);
const ALL = 1_000_000;

const node = fc.constantFrom('n1', 'n2', 'n3', 'n4', '');
/** Patterns to read before anything runs. */
const known: fc.Arbitrary<Triple[]> = fc.uniqueArray(
  fc.oneof(
    fc.tuple(node, fc.constant('type'), fc.constantFrom(...CLASSES, '')),
    fc.tuple(node, fc.constantFrom(...OBJECT_PROPERTIES), node),
  ),
  { maxLength: 12 },
);

/** Follows a history over a store; how often the store was read for any one write, at most. */
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

describe('a store seen through a window', () => {
  test('holds after any history what a fixpoint over all of it yields', () => {
    fc.assert(
      fc.property(ontologies, histories, known, fc.integer({ min: 1, max: 4 }), (ontology, history, read, page) => {
        // Four nodes: no answer has more than 16 facts, no chain of reasons more than a few steps.
        expect(mostReads(ontology, history, page, read)).toBeLessThanOrEqual(20);
      }),
      { numRuns: RUNS },
    );
  });

  test('is read once where every rule asks for one fact', () => {
    fc.assert(
      fc.property(localOntologies, histories, (ontology, history) => {
        expect(mostReads(ontology, history, ALL)).toBeLessThanOrEqual(1);
      }),
      { numRuns: RUNS },
    );
  });
});

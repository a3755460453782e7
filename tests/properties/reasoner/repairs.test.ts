/**
 * Random rules and facts: repairs are exactly the minimal sets of assertions without which a set of facts no longer
 * holds together, as trying every set of assertions finds them. OWLGATE_RUNS sets the number of cases.
 */
import * as fc from 'fast-check';
import { findRepairs, MemoryGraph, Now, NOW_MASK, type Plan, type Row, type Rule } from '../../../src/reasoner';
import type { Triple } from '../../../src/reasoner/graph';
import { fact, plans } from '../../support/reasoner/random-rules';

const RUNS = Number(process.env['OWLGATE_RUNS'] ?? 80);
const key = (triples: readonly Triple[]): string =>
  triples
    .map((triple) => triple.join(' '))
    .sort()
    .join(', ');

/** Tries every set of assertions, smaller ones first. */
function repairsByTrial(plan: Plan, asserted: readonly Triple[], goal: readonly Triple[]): Set<string> {
  const found: number[] = [];
  const bits = Array.from({ length: 2 ** asserted.length }, (_, set) => set);
  const size = (set: number): number => set.toString(2).replaceAll('0', '').length;
  for (const set of bits.sort((a, b) => size(a) - size(b))) {
    if (found.some((repair) => (repair & set) === repair)) continue;
    const graph = new MemoryGraph(plan);
    graph.apply({ assert: asserted.filter((_, i) => (set & (1 << i)) === 0) });
    if (goal.some((triple) => graph.state(triple) === undefined)) found.push(set);
  }
  return new Set(found.map((set) => key(asserted.filter((_, i) => (set & (1 << i)) !== 0))));
}

const constraint = {
  name: 'constraint',
  axiom: { kind: 'DisjointClasses', text: 'axiom', position: { line: 1, column: 1 } },
  body: [],
  variables: 0,
} as unknown as Rule;

test('repairs are the minimal sets of assertions, all of them', () => {
  let several = 0;
  fc.assert(
    fc.property(
      plans,
      fc.array(fact, { minLength: 3, maxLength: 8 }),
      fc.array(fc.nat(1000), { minLength: 1, maxLength: 3 }),
      (plan, facts, choices) => {
        const graph = new MemoryGraph(plan);
        graph.apply({ assert: facts });
        const { table } = graph;
        const holding = Array.from({ length: table.length }, (_, row) => row).filter(
          (row) => (table.flags[row]! & NOW_MASK) !== 0,
        );
        const goal = [...new Set(choices.map((choice): Row => holding[choice % holding.length]!))];
        const search = findRepairs(
          plan,
          graph,
          { rule: constraint, facts: goal },
          { facts: 8, repairs: 1000, proofs: 1e5 },
        );
        expect([search.missing, search.complete]).toEqual([[], true]);
        const asserted = holding
          .filter((row) => (table.flags[row]! & Now.Asserted) !== 0)
          .map((row) => graph.triple(row));
        const found = search.repairs.map((rows) => key(rows.map((row) => graph.triple(row))));
        const expected = repairsByTrial(
          plan,
          asserted,
          goal.map((row) => graph.triple(row)),
        );
        expect(new Set(found)).toEqual(expected);
        expect(found).toHaveLength(expected.size);
        if (search.repairs.some((rows) => rows.length > 1)) several++;
      },
    ),
    { numRuns: RUNS },
  );
  expect(several).toBeGreaterThan(RUNS / 20);
});

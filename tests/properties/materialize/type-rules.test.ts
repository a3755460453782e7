/** Steps of a sweep: revisits without type rules, then steps of types, lead to the closure of all rules. */
import * as fc from 'fast-check';
import { planSweep } from '../../../src/materialize/walk/checks';
import { TYPE_PREDICATE } from '../../../src/mutation';
import { compile, MemoryGraph, type Plan } from '../../../src/reasoner';
import type { Triple } from '../../../src/reasoner/graph';
import { schemaOf } from '../../support/materialize/small';
import { EMPTY, histories, next, resolve } from '../../support/reasoner/histories';
import { factKey, factOf } from '../../support/reasoner/oracle';
import { patienceFor } from '../../support/reasoner/runs';
import { DATA_PROPERTIES, NAMES, OBJECT_PROPERTIES, ontologies } from '../../support/reasoner/samples';

const RUNS = Number(process.env['OWLGATE_RUNS'] ?? 100);
jest.setTimeout(patienceFor(60_000));

const names = { ...NAMES, type: TYPE_PREDICATE };
const schema = schemaOf(
  [...OBJECT_PROPERTIES.map((p) => `${p}: [uid] @reverse`), ...DATA_PROPERTIES.map((p) => `${p}: [string]`)].join('\n'),
);

/** Returns all facts that follow; undefined if they contradict each other. */
function closure(plan: Plan, facts: Iterable<Triple>): Set<string> | undefined {
  const graph = new MemoryGraph(plan);
  if (graph.apply({ assert: facts }).contradictions.length > 0) return undefined;
  return new Set([...graph.facts()].map(({ triple }) => factKey(triple)));
}

test('revisits and steps of types lead to the closure', () => {
  const counts = { types: 0, changes: 0 };
  fc.assert(
    fc.property(ontologies, histories, fc.nat(), ({ axioms }, history, at) => {
      const added = axioms.slice(0, at % (axioms.length + 1));
      const [before, now] = [compile(axioms.slice(added.length), names).plan, compile(axioms, names).plan];
      let state = EMPTY;
      for (const write of history) {
        const { assert, retract } = resolve(write, state);
        const placed = assert.map(([s, p, o]): Triple => [s, p === NAMES.type ? TYPE_PREDICATE : p, o]);
        state = next([], state, { assert: placed, retract }, names) ?? state;
      }
      const stated = [...state.asserted].map(factOf);
      const complete = closure(now, stated);
      const stored = closure(before, stated);
      fc.pre(complete !== undefined && stored !== undefined);
      const { list, types, revisited } = planSweep(before, now, schema);
      const facts = closure(revisited, [...stored].map(factOf))!;
      for (const { kind, need } of list) {
        if (kind !== 'types') continue;
        counts.types++;
        for (const [s, p, o] of [...facts].map(factOf)) {
          if (p !== need.p || (need.o !== undefined && o !== need.o)) continue;
          for (const c of types.classesOf(need)) {
            const fact = factKey([need.isReverse ? o : s, TYPE_PREDICATE, c]);
            if (!facts.has(fact)) counts.changes++;
            facts.add(fact);
          }
        }
      }
      expect([...facts].sort()).toEqual([...complete].sort());
      // Runs without a step of types are checked, and do not count.
      fc.pre(list.some(({ kind }) => kind === 'types'));
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(counts.types, counts.changes)).toBeGreaterThan(RUNS / 10);
});

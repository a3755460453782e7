/** Every inferred triple of a closure has a derivation, which leads down to stated triples. */
import fc from 'fast-check';
import { StepFinder } from '../../../../src/reasoner/rdf';
import { turtle } from '../../../support/w3c/own-cases';
import { randomGraph } from '../../../support/w3c/random';
import { Reasoned } from '../../../support/w3c/run';

it('each inferred triple follows by one rule from earlier triples', () => {
  fc.assert(
    fc.property(randomGraph, (statements) => {
      const { closed } = new Reasoned(turtle(statements));
      const finder = new StepFinder(closed);
      const { subject, predicate, object, length } = closed.graph.table;
      for (let row = 0; row < length; row++) {
        const step = finder.step(row);
        if (row < closed.stated) {
          expect(step).toBeUndefined();
          continue;
        }
        expect(step).toBeDefined();
        const { rule, rows } = step!;
        expect(rows.every((premise) => premise < row)).toBe(true);
        // The matched triples instantiate the body, with one value for each variable.
        const values = new Map<number, number>();
        const agrees = (ref: number, id: number) => {
          const value = ref > 0 ? ref : (values.get(ref) ?? id);
          values.set(ref, value);
          return value === id;
        };
        const atoms = [...rule.body.map((atom, i) => [atom, rows[i]!] as const), [rule.head!, row] as const];
        for (const [atom, at] of atoms) {
          expect(predicate[at]).toBe(atom.p);
          expect(agrees(atom.s, subject[at]!) && agrees(atom.o, object[at]!)).toBe(true);
        }
      }
    }),
    { numRuns: Number(process.env['OWLGATE_RANDOM_RUNS'] ?? 12) },
  );
});

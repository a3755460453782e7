/** The specialized rules against literal implementations of the tables, on random graphs. */
import fc from 'fast-check';
import { NaiveClosure } from '../../support/w3c/naive';
import { turtle } from '../../support/w3c/own-cases';
import { randomGraph } from '../../support/w3c/random';
import { Reasoned, triples } from '../../support/w3c/run';

const axiomatic = [...new Reasoned('').triples()].filter(([s, p, o]) => !(s === o && p.endsWith('#sameAs')));
/** True for triples that N-Triples can express. */
const printable = (all: Iterable<readonly string[]>): string[] =>
  [
    ...new Set(
      [...all].filter(([s, p]) => !s!.startsWith('"') && !p!.startsWith('_:')).map((triple) => triple.join(' ')),
    ),
  ].sort();

const runs = Number(process.env['OWLGATE_RANDOM_RUNS'] ?? 30);

it('a closure has exactly the triples that the tables yield', () => {
  fc.assert(
    fc.property(randomGraph, (statements) => {
      const naive = new NaiveClosure([...axiomatic, ...triples(turtle(statements))]);
      const reasoned = new Reasoned(turtle(statements), { beyondTables: false });
      expect(reasoned.contradictions.length > 0).toBe(naive.isContradictory);
      if (!naive.isContradictory) expect(printable(reasoned.triples())).toEqual(printable(naive.triples));
    }),
    { numRuns: runs },
  );
});

/** Random rules over three classes, two properties and three nodes, and random facts. */
import * as fc from 'fast-check';
import { Terms, type Plan, type Rule } from '../../../src/reasoner';
import type { Triple } from '../../../src/reasoner/graph';

const terms = new Terms();
const type = terms.id('a');
const [A, B, C, p, q] = ['A', 'B', 'C', 'p', 'q'].map((text) => terms.id(text)) as [
  number,
  number,
  number,
  number,
  number,
];

const variableOf = (count: number) => fc.integer({ min: -count, max: -1 });
const atom = (variables: number) =>
  fc.oneof(
    fc.record({ s: variableOf(variables), p: fc.constant(type), o: fc.constantFrom(A, B, C) }),
    fc.record({ s: variableOf(variables), p: fc.constantFrom(p, q), o: variableOf(variables) }),
  );

/** Random rule: variables in order of appearance, those of the head in the body. */
const rule: fc.Arbitrary<Rule> = fc
  .record({ body: fc.array(atom(3), { minLength: 1, maxLength: 3 }), head: atom(3) })
  .map(({ body, head }) => {
    const numbers = new Map<number, number>();
    const place = (ref: number) => {
      if (ref > 0) return ref;
      if (!numbers.has(ref)) numbers.set(ref, -1 - numbers.size);
      return numbers.get(ref)!;
    };
    const placed = body.map(({ s, p: predicate, o }) => ({ s: place(s), p: predicate, o: place(o) }));
    const refs = [...numbers.values()];
    const inBody = (ref: number) => (ref > 0 ? ref : (numbers.get(ref) ?? refs[-ref % refs.length]!));
    return {
      name: 'rule',
      axiom: { kind: 'SubClassOf' as const, text: 'axiom', position: { line: 1, column: 1 } },
      body: placed,
      head: { s: inBody(head.s), p: head.p, o: inBody(head.o) },
      variables: numbers.size,
    };
  })
  .filter(({ body, head }) => !body.some((one) => one.s === head.s && one.p === head.p && one.o === head.o));

export const plans: fc.Arbitrary<Plan> = fc
  .array(rule, { minLength: 3, maxLength: 8 })
  .map((rules) => ({ terms, type, rules }));
const node = fc.constantFrom('m', 'n', 'o');
export const fact: fc.Arbitrary<Triple> = fc.oneof(
  fc.tuple(node, fc.constant('a'), fc.constantFrom('A', 'B', 'C')),
  fc.tuple(node, fc.constantFrom('p', 'q'), node),
);

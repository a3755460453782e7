import { Premise } from '../../support/w3c/entailment';
import { NOT_FOLLOWING, OWN_CASES, turtle } from '../../support/w3c/own-cases';
import type { OwnCase } from '../../support/w3c/own-cases';
import { Reasoned, triples } from '../../support/w3c/run';
import { RULE_TABLES } from '../../support/w3c/tables';

const conclusionOf = ({ then }: OwnCase) => triples(turtle([then!]));

const holds = ({ given, then }: OwnCase): boolean => {
  const reasoned = new Reasoned(turtle(given));
  if (then === undefined) return reasoned.contradictions.length > 0;
  return new Premise(reasoned.triples()).entails(triples(turtle([then])));
};

it('the cases cover every rule of the tables', () => {
  const covered = new Set(OWN_CASES.map(({ rule }) => rule));
  const rules = [...RULE_TABLES.values()].flat();
  expect(rules).toHaveLength(78);
  expect(rules.filter((rule) => !covered.has(rule))).toEqual([]);
});

describe.each(
  OWN_CASES.map((each) => [each.rule, [...each.given, '⊢', each.then ?? 'contradiction'].join(' . '), each] as const),
)('%s: %s', (rule, _, each) => {
  it('applies and is named in the proof', () => {
    const reasoned = new Reasoned(turtle(each.given));
    expect(holds(each)).toBe(true);
    if (each.then === undefined) {
      expect([...reasoned.rulesOfContradiction(), ...reasoned.contradictions]).toContain(rule);
      return;
    }
    expect(reasoned.contradictions).toEqual([]);
    const groundTriples = conclusionOf(each).filter((triple) => !triple.some((term) => term.startsWith('_:')));
    const used = groundTriples.flatMap((triple) => [...reasoned.rulesOf(triple)]);
    if (groundTriples.length > 0) expect(used).toContain(rule);
  });

  it('needs every statement', () => {
    const without = each.given.map((_, i) => ({ ...each, given: each.given.filter((_, j) => j !== i) }));
    expect(without.filter(holds).map(({ given }) => given)).toEqual([]);
  });

  it('of the tables holds without the rules beyond them', () => {
    const isBeyond = rule.startsWith('ext-') || rule.startsWith('cls-hs');
    const reasoned = new Reasoned(turtle(each.given), { beyondTables: false });
    const isSo =
      each.then === undefined
        ? reasoned.contradictions.length > 0
        : new Premise(reasoned.triples()).entails(conclusionOf(each));
    if (!isBeyond) expect(isSo).toBe(true);
    if (rule.startsWith('ext-')) expect(isSo).toBe(false);
  });
});

it.each(
  NOT_FOLLOWING.map(
    (each) => [each.rule, [...each.given, '⊬', each.then ?? 'contradiction'].join(' . '), each] as const,
  ),
)('%s does not apply: %s', (_, __, each) => {
  expect(holds(each)).toBe(false);
  expect(new Reasoned(turtle(each.given)).contradictions).toEqual([]);
});

it('an axiomatic triple triggers rules although a document states it too', () => {
  const statements = ['owl:Thing a owl:Class', 'rdf:type rdfs:subPropertyOf :isA'];
  const closure = new Premise(new Reasoned(turtle(statements)).triples());
  expect(closure.entails(triples(turtle(['owl:Thing :isA owl:Class'])))).toBe(true);
});

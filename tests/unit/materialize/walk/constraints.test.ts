/**
 * Contradictions looked for from one atom of each rule, over random ontologies and facts: each that an evaluation of
 * everything meets is met once, whatever order it is walked over in.
 */
import * as fc from 'fast-check';
import { ConstraintMatcher, constraintSteps, pageRows } from '../../../../src/materialize/walk/constraints';
import { EngineSchema } from '../../../../src/materialize/store/engine-schema';
import { WorkingSet } from '../../../../src/materialize/store/working-set';
import { compile, Evaluation } from '../../../../src/reasoner';
import type { Plan, Row } from '../../../../src/reasoner';
import type { OwlLiteral, RlAxiom, RlSub } from '../../../../src/ontology';
import {
  CLASSES,
  DATA_PROPERTIES,
  NAMES,
  OBJECT_PROPERTIES,
  ontologies,
  VALUES,
} from '../../../support/reasoner/samples';
import { condition } from '../../../support/reasoner/samples/expressions';
import { axiom, NS } from '../../../support/reasoner/samples/names';
import { runs } from '../../../support/runs';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const TYPE = 'dgraph.type';
const SCHEMA = new EngineSchema({});
const NODES = ['0x1', '0x2', '0x3', '0x4', '0x9', '0x10'];

const node = fc.constantFrom(...NODES);
const fact = fc.oneof(
  fc.tuple(node, fc.constant(TYPE), fc.constantFrom(...CLASSES)),
  fc.tuple(node, fc.constantFrom(...OBJECT_PROPERTIES), node),
  fc.tuple(node, fc.constantFrom(...DATA_PROPERTIES), fc.constantFrom(...VALUES.map((value) => JSON.stringify(value)))),
);

/** Everything is in the working set. */
function workingSetOf(plan: Plan, facts: readonly (readonly [string, string, string])[]): WorkingSet {
  const workingSet = new WorkingSet(plan, () => false);
  for (const [s, p, o] of facts) workingSet.add(s, p, o, false);
  return workingSet;
}

const keyOf = (rule: unknown, facts: readonly Row[], plan: Plan): string =>
  `${plan.rules.indexOf(rule as Plan['rules'][number])}: ${[...new Set(facts)].sort((a, b) => a - b).join()}`;

/** Contradictions as met page by page, a page for each node, and as an evaluation of everything meets them. */
function contradictions(
  axioms: readonly RlAxiom[],
  facts: readonly (readonly [string, string, string])[],
): { readonly paged: readonly string[]; readonly all: readonly string[] } {
  const { plan } = compile(axioms, { ...NAMES, type: TYPE });
  const workingSet = workingSetOf(plan, facts);
  const paged: string[] = [];
  for (const step of constraintSteps(plan, SCHEMA)) {
    const rows = pageRows(workingSet, step.need);
    for (const subject of new Set(rows.map((row) => workingSet.table.subject[row]!))) {
      const page = rows.filter((row) => workingSet.table.subject[row] === subject);
      const { matches, missing } = new ConstraintMatcher(plan, workingSet, 1000).run(step, page);
      expect(missing).toEqual([]);
      paged.push(...matches.map(({ rule, facts: of }) => keyOf(rule, of, plan)));
    }
  }
  // Constraints alone: other entailments are not stored.
  const constraints = { ...plan, rules: plan.rules.filter(({ head }) => !head) };
  const revisit = Array.from({ length: workingSet.table.length }, (_, row) => ({
    s: workingSet.table.subject[row]!,
    p: workingSet.table.predicate[row]!,
    o: workingSet.table.object[row]!,
  }));
  const run = new Evaluation(constraints, workingSet, { maxContradictions: 10_000 }).run({ revisit });
  return {
    paged: paged.sort(),
    all: [...new Set(run.contradictions.map(({ rule, facts: of }) => keyOf(rule, of, plan)))].sort(),
  };
}

it('each contradiction is reported once', () => {
  let violationCount = 0;
  fc.assert(
    fc.property(ontologies, fc.array(fact, { minLength: 5, maxLength: 40 }), ({ axioms }, facts) => {
      const { paged, all } = contradictions(axioms, facts);
      expect(paged).toEqual(all);
      violationCount += all.length;
    }),
    { numRuns: 250 },
  );
  expect(violationCount).toBeGreaterThan(20);
});

it.each([
  [3, true],
  [2, false],
])('a search that ends at %i of 3 contradictions: complete %s', (most, isComplete) => {
  const [property] = OBJECT_PROPERTIES;
  const { plan } = compile([axiom({ kind: 'IrreflexiveObjectProperty', property: `${NS}${property}` })], {
    ...NAMES,
    type: TYPE,
  });
  const workingSet = workingSetOf(
    plan,
    NODES.slice(0, 3).map((node) => [node, property, node] as const),
  );
  const [step] = constraintSteps(plan, SCHEMA);
  const result = new ConstraintMatcher(plan, workingSet, most).run(step!, pageRows(workingSet, step!.need));
  expect([result.matches.length, result.isComplete]).toEqual([most, isComplete]);
});

describe('a key over a class that its properties define', () => {
  const [d, e] = DATA_PROPERTIES.map((name) => `${NS}${name}`) as [string, string];
  const literal = (value: string): OwlLiteral => ({ kind: 'Literal', value, datatype: `${XSD}string` });
  const has = (property: string, value: string): RlSub => ({ kind: 'DataHasValue', property, value: literal(value) });
  const key = (of: RlSub | undefined, ...dataProperties: string[]): RlAxiom =>
    axiom({ kind: 'HasKey', ...(of && { class: of }), objectProperties: [], dataProperties });
  const values = (name: string, ...of: string[]) =>
    NODES.slice(0, 2).flatMap((s) => of.map((v) => [s, name, JSON.stringify(v)] as const));

  it.each([
    ['one value, one property', key(has(d, '1'), d), values('d', '1')],
    ['two values, one property', key(has(d, '1'), d), values('d', '1', '2')],
    ['two properties', key(has(d, '1'), d, e), [...values('d', '1'), ...values('e', '2')]],
    ['two properties, two values', key(has(d, '1'), d, e), [...values('d', '1', '2'), ...values('e', '2')]],
    [
      'a class of two values',
      key({ kind: 'IntersectionOf', operands: [has(d, '1'), has(d, '2')] }, d),
      values('d', '1', '2'),
    ],
    ['either of two values', key({ kind: 'UnionOf', operands: [has(d, '1'), has(d, '2')] }, d), values('d', '1', '2')],
  ])('each violation is reported once: %s', (_, of, facts) => {
    const { paged, all } = contradictions([of], facts);
    expect(all.length).toBeGreaterThan(0);
    expect(paged).toEqual(all);
  });

  const names = fc.uniqueArray(fc.constantFrom(d, e), { minLength: 1, maxLength: 2 });
  const near = fc.constantFrom(...NODES.slice(0, 3));
  const nearFact = fc.oneof(
    fc.tuple(near, fc.constantFrom('d', 'd', 'e'), fc.constantFrom('"1"', '"1"', '"2"')),
    fc.tuple(near, fc.constant(TYPE), fc.constantFrom(...CLASSES.slice(0, 2))),
    fc.tuple(near, fc.constant('p'), near),
  );

  it('each violation of random keys is reported once', () => {
    let violationCount = 0;
    fc.assert(
      fc.property(condition, names, fc.array(nearFact, { minLength: 8, maxLength: 16 }), (of, properties, facts) => {
        const { paged, all } = contradictions([key(of, ...properties)], facts);
        expect(paged).toEqual(all);
        violationCount += all.length;
      }),
      { numRuns: runs(2000) },
    );
    expect(violationCount).toBeGreaterThan(runs(20));
  });
});

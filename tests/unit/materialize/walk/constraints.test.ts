/**
 * Contradictions looked for from one atom of each rule, over random ontologies and facts: each that an evaluation of
 * everything meets is met once, whatever order it is walked over in.
 */
import * as fc from 'fast-check';
import { ConstraintMatcher, constraintSteps, pageRows } from '../../../../src/materialize/walk/constraints';
import { EngineSchema } from '../../../../src/materialize/store/engine-schema';
import { Window } from '../../../../src/materialize/store/window';
import { compile, Evaluation } from '../../../../src/reasoner';
import type { Plan, Row } from '../../../../src/reasoner';
import {
  CLASSES,
  DATA_PROPERTIES,
  NAMES,
  OBJECT_PROPERTIES,
  ontologies,
  VALUES,
} from '../../../support/reasoner/samples';

const TYPE = 'dgraph.type';
const SCHEMA = new EngineSchema({});
const NODES = ['0x1', '0x2', '0x3', '0x4', '0x9', '0x10'];

const node = fc.constantFrom(...NODES);
const fact = fc.oneof(
  fc.tuple(node, fc.constant(TYPE), fc.constantFrom(...CLASSES)),
  fc.tuple(node, fc.constantFrom(...OBJECT_PROPERTIES), node),
  fc.tuple(node, fc.constantFrom(...DATA_PROPERTIES), fc.constantFrom(...VALUES.map((value) => JSON.stringify(value)))),
);

/** Everything is in the window. */
function windowOf(plan: Plan, facts: readonly (readonly [string, string, string])[]): Window {
  const window = new Window(plan, () => false);
  for (const [s, p, o] of facts) window.add(s, p, o, false);
  return window;
}

const keyOf = (rule: unknown, facts: readonly Row[], plan: Plan): string =>
  `${plan.rules.indexOf(rule as Plan['rules'][number])}: ${[...new Set(facts)].sort((a, b) => a - b).join()}`;

it('each contradiction once', () => {
  let met = 0;
  fc.assert(
    fc.property(ontologies, fc.array(fact, { minLength: 5, maxLength: 40 }), ({ axioms }, facts) => {
      const { plan } = compile(axioms, { ...NAMES, type: TYPE });
      const window = windowOf(plan, facts);
      const told: string[] = [];
      for (const step of constraintSteps(plan, SCHEMA)) {
        // A page for each node.
        const rows = pageRows(window, step.need);
        for (const subject of new Set(rows.map((row) => window.table.subject[row]!))) {
          const page = rows.filter((row) => window.table.subject[row] === subject);
          const { found, missing } = new ConstraintMatcher(plan, window, 1000).run(step, page);
          expect(missing).toEqual([]);
          told.push(...found.map(({ rule, facts: of }) => keyOf(rule, of, plan)));
        }
      }
      // Constraints alone: what else follows is not stored.
      const constraints = { ...plan, triggers: compile([], { ...NAMES, type: TYPE }).plan.triggers };
      const revisit = Array.from({ length: window.table.length }, (_, row) => ({
        s: window.table.subject[row]!,
        p: window.table.predicate[row]!,
        o: window.table.object[row]!,
      }));
      const { contradictions } = new Evaluation(constraints, window, { maxContradictions: 10_000 }).run({ revisit });
      const all = new Set(contradictions.map(({ rule, facts: of }) => keyOf(rule, of, plan)));
      expect([...told].sort()).toEqual([...all].sort());
      met += all.size;
    }),
    { numRuns: 250 },
  );
  expect(met).toBeGreaterThan(20);
});

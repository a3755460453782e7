/**
 * Random rules and facts: every proof is valid, and proofs are the shortest that an exhaustive search finds.
 * OWLGATE_RUNS sets the number of cases.
 */
import * as fc from 'fast-check';
import type { RlAxiom } from '../../../src/ontology';
import {
  compile,
  Evaluation,
  explainContradiction,
  explainFact,
  MemoryGraph,
  Now,
  proofToJson,
  type Plan,
} from '../../../src/reasoner';
import type { PartialVocabulary } from '../../../src/reasoner/compile';
import type { Triple } from '../../../src/reasoner/graph';
import { stateOf } from '../../support/reasoner/follow';
import { EMPTY, histories, historiesWithEquality, resolve } from '../../support/reasoner/histories';
import type { Write } from '../../support/reasoner/histories';
import { NAMES, NAMES_WITH_EQUALITY, ontologies } from '../../support/reasoner/samples';
import { fact, plans } from '../../support/reasoner/random-rules';
import { checkProof, instancesIn, lengthOf, proofLengths } from '../../support/reasoner/proofs';

const RUNS = Number(process.env['OWLGATE_RUNS'] ?? 80);

test('proofs are valid, distinct and the shortest', () => {
  let compared = 0;
  fc.assert(
    fc.property(
      plans,
      fc.array(fact, { minLength: 4, maxLength: 12 }),
      fc.integer({ min: 1, max: 6 }),
      (plan, facts, max) => {
        const graph = new MemoryGraph(plan);
        graph.apply({ assert: facts });
        const instances = instancesIn(graph, plan);
        const { table } = graph;
        for (let row = 0; row < table.length; row++) {
          if ((table.flags[row]! & Now.Inferred) === 0) continue;
          const pattern = { s: table.subject[row]!, p: table.predicate[row]!, o: table.object[row]! };
          const { state, missing, proofs, complete } = explainFact(plan, graph, pattern, { max });
          expect([state, missing]).toEqual(['inferred', []]);
          for (const proof of proofs) checkProof(graph, plan, proof);
          const all = proofLengths(graph, instances, row, 3000);
          if (!all) continue;
          compared++;
          const texts = proofs.map((proof) => JSON.stringify([proofToJson(proof, { plan }), rulesOf(proof, plan)]));
          expect(new Set(texts).size).toBe(texts.length);
          expect(complete).toBe(true);
          expect(proofs.map(lengthOf)).toEqual(all.slice(0, max));
        }
      },
    ),
    { numRuns: RUNS },
  );
  expect(compared).toBeGreaterThan(RUNS);
});

/** Applies a history of writes; after each write every inferred fact and every contradiction has a valid proof. */
function explainAll(axioms: readonly RlAxiom[], history: readonly Write[], names: PartialVocabulary): void {
  const { plan } = compile(axioms, names);
  const graph = new MemoryGraph(plan);
  let isSeeded = false;
  let state = EMPTY;
  for (const write of history) {
    const { assert, retract } = resolve(write, state);
    const patterns = (triples: readonly Triple[]) =>
      triples
        .map((triple) => triple.map((text) => graph.terms.id(text)))
        .map(([s, p_, o]) => ({ s: s!, p: p_!, o: o! }));
    const evaluation = new Evaluation(plan, graph);
    const change = { assert: patterns(assert), retract: patterns(retract), seed: !isSeeded };
    const { contradictions } = evaluation.run(change);
    for (const contradiction of contradictions) {
      const { proofs, missing } = explainContradiction(plan, graph, contradiction);
      expect([proofs.length, missing]).toEqual([1, []]);
      checkProof(graph, plan, proofs[0]!);
    }
    if (contradictions.length > 0) {
      evaluation.rollback();
      continue;
    }
    evaluation.commit();
    isSeeded = true;
    const { table } = graph;
    for (let row = 0; row < table.length; row++) {
      if ((table.flags[row]! & Now.Inferred) === 0) continue;
      const pattern = { s: table.subject[row]!, p: table.predicate[row]!, o: table.object[row]! };
      const { proofs, complete } = explainFact(plan, graph, pattern);
      expect([proofs.length, complete]).toEqual([1, true]);
      checkProof(graph, plan, proofs[0]!);
    }
    state = stateOf({ facts: () => graph.facts() });
  }
}

test.each([
  ['names for things', NAMES, histories],
  ['equality', NAMES_WITH_EQUALITY, historiesWithEquality],
] as const)('random ontologies and histories: inferred facts and contradictions have proofs (%s)', (_, names, any) => {
  fc.assert(
    fc.property(ontologies, any, ({ axioms }, history) => explainAll(axioms, history, names)),
    { numRuns: RUNS },
  );
});

const rulesOf = (proof: ReturnType<typeof explainFact>['proofs'][number], plan: Plan): unknown =>
  proof.rule && [plan.rules.indexOf(proof.rule), proof.premises.map((premise) => rulesOf(premise, plan))];

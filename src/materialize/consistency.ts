/** Whether an ontology agrees with itself: what it states of individuals, against what it says of their classes. */
import { OwlgateError } from '../errors';
import { contradictionToText, Evaluation, explainContradiction, MemoryGraph } from '../reasoner';
import type { CompiledRules } from './reasoning';
import { contradictionError } from './refuse';

const MOST_TOLD = 10;

/** @throws OwlgateError OntologyInconsistent, with each contradiction and its proof in the details */
export function refuseInconsistent({ plan, assertions }: CompiledRules): void {
  if (assertions.length === 0 && plan.seeds.length === 0) return;
  const graph = new MemoryGraph(plan, assertions.length * 2);
  const { terms } = graph;
  const evaluation = new Evaluation(plan, graph, { maxContradictions: MOST_TOLD });
  const { contradictions } = evaluation.run({
    assert: assertions.map(({ s, p, o }) => ({ s: terms.id(s), p: terms.id(p), o: terms.id(o) })),
    seed: true,
  });
  if (contradictions.length === 0) return;
  const told = contradictions.map((contradiction) => {
    const { rule } = contradiction;
    const [proof] = explainContradiction(plan, graph, contradiction).proofs;
    const message =
      contradiction.facts.length === 0
        ? rule.axiom.text
        : contradictionError(graph, contradiction, (term) => term).message.replace('owl/materializer: ', '');
    const explanation = proof && contradictionToText(proof, { plan, type: 'graph.type' });
    return {
      message,
      rule: rule.name,
      axiom: rule.axiom.text,
      ...rule.axiom.position,
      ...(explanation && { explanation }),
    };
  });
  const [first] = told;
  const details = { contradictions: told, line: first!.line, column: first!.column };
  throw new OwlgateError('OntologyInconsistent', { reason: first!.message }, details);
}

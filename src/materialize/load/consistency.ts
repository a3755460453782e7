/** Consistency check of an ontology document: its assertions against its own axioms. */
import { OwlgateError } from '../../errors';
import { languageOf } from '../../mutation';
import type { LoadedOntology } from '../../ontology';
import { contradictionToText, Evaluation, explainContradiction, MemoryGraph, NOW_MASK } from '../../reasoner';
import type { Contradiction, Plan } from '../../reasoner';
import type { CompiledRules } from '../in-force/reasoning';
import { contradictionError, factAt } from '../write/contradiction-messages';

const MAX_TOLD = 10;

interface ReportedContradiction {
  readonly message: string;
  readonly rule: string;
  readonly axiom: string;
  readonly line: number;
  readonly column: number;
  readonly explanation?: string;
}

/** @throws OwlgateError OntologyInconsistent, with each contradiction and its proof in the details */
export function refuseInconsistent({ plan, assertions }: CompiledRules, loaded: LoadedOntology): void {
  if (assertions.length === 0 && plan.seeds.length === 0) return;
  const graph = new MemoryGraph(plan, assertions.length * 2);
  const { terms } = graph;
  const evaluation = new Evaluation(plan, graph, { maxContradictions: MAX_TOLD });
  const { contradictions } = evaluation.run({
    assert: assertions.map(({ s, p, o }) => ({ s: terms.id(s), p: terms.id(p), o: terms.id(o) })),
    seed: true,
  });
  const reported = [
    ...contradictions.map((each) => contradictionOf(each, graph, plan)),
    ...secondValues(graph, loaded),
  ];
  const [first] = reported;
  if (!first) return;
  const details = { contradictions: reported, line: first.line, column: first.column };
  throw new OwlgateError('OntologyInconsistent', { reason: first.message }, details);
}

function contradictionOf(contradiction: Contradiction, graph: MemoryGraph, plan: Plan): ReportedContradiction {
  const { rule, facts } = contradiction;
  const { text, position } = rule.axiom;
  const [proof] = explainContradiction(plan, graph, contradiction).proofs;
  const message =
    facts.length === 0
      ? text
      : contradictionError(graph, contradiction, (term) => term).message.replace('owl/materializer: ', '');
  const explanation = proof && contradictionToText(proof, { plan, type: 'graph.type' });
  return { message, rule: rule.name, axiom: text, ...position, ...(explanation !== undefined && { explanation }) };
}

/**
 * Finds second values of functional data properties. In a write the second value would replace the first; a document
 * asserts both.
 */
function secondValues(graph: MemoryGraph, { reduced, names, taxonomy }: LoadedOntology): ReportedContradiction[] {
  const reported: ReportedContradiction[] = [];
  const { table, terms } = graph;
  for (const iri of reduced.dataProperties) {
    if (!taxonomy.isFunctional(iri)) continue;
    const predicate = names.property(iri)!;
    const slots = new Map<string, string>();
    for (let row = table.firstOfPredicate(terms.id(predicate)); row >= 0; row = table.nextOfPredicate(row)) {
      if ((table.flags[row]! & NOW_MASK) === 0) continue;
      const { s, o } = factAt(graph, row);
      const slot = `${s} ${languageOf(o) ?? ''}`;
      const other = slots.get(slot);
      slots.set(slot, o);
      if (other === undefined || reported.length >= MAX_TOLD) continue;
      const above = new Set([iri, ...taxonomy.dataProperties.ancestors(iri)]);
      const axiom = reduced.axioms.find((each) => each.kind === 'FunctionalDataProperty' && above.has(each.property));
      const message = `functional property violation on entity ${s}: "${predicate}" takes one value and would have ${other} and ${o}`;
      reported.push({
        message,
        rule: 'prp-fp',
        axiom: axiom?.text ?? predicate,
        ...(axiom?.position ?? { line: 1, column: 1 }),
      });
    }
  }
  return reported;
}

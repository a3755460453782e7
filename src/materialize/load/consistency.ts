/** Consistency check of an ontology document: its assertions against its own axioms. */
import { OwlgateError } from '../../errors';
import { languageOf } from '../../mutation';
import type { LoadedOntology, OntologyWarning } from '../../ontology';
import { contradictionToText, Evaluation, explainContradiction, MemoryGraph, NOW_MASK, seedsOf } from '../../reasoner';
import type { Contradiction, Plan } from '../../reasoner';
import type { CompiledSchema } from '../../schema';
import type { WholeOntology } from '../documents/compile';
import type { StatedFact } from '../in-force/assertions';
import type { Profile } from '../in-force/types';
import { isMisfit } from '../store/misfit';
import { contradictionError, factAt, termOf } from '../write/contradiction-messages';
import { misfitError } from './ontology-facts';

/** Maximum contradictions reported, and those reported with a proof. */
const MAX_TOLD = 1000;
const MAX_PROVED = 10;

interface ReportedContradiction {
  readonly message: string;
  readonly rule: string;
  readonly axiom: string;
  readonly line: number;
  readonly column: number;
  readonly explanation?: string;
}

/**
 * Checks the assertions of an ontology.
 *
 * @returns a warning for each contradiction, for the profile lenient
 * @throws OwlgateError OntologyInconsistent for the profile strict, with each contradiction in the details
 */
export function checkConsistency(ontology: WholeOntology, profile: Profile): readonly OntologyWarning[] {
  const reported = contradictionsIn(ontology);
  const [first] = reported;
  if (!first) return [];
  if (profile === 'strict') {
    const details = { contradictions: reported, line: first.line, column: first.column };
    throw new OwlgateError('OntologyInconsistent', { reason: first.message }, details);
  }
  return reported.map(({ message, line, column }) => ({
    code: 'inconsistent',
    message: `the document contradicts itself: ${message}`,
    line,
    column,
  }));
}

function contradictionsIn({ plan, assertions, loaded, compiled }: WholeOntology): readonly ReportedContradiction[] {
  if (assertions.length === 0 && seedsOf(plan).length === 0) return [];
  const graph = new MemoryGraph(plan, assertions.length * 2);
  const { terms } = graph;
  const evaluation = new Evaluation(plan, graph, { maxContradictions: MAX_TOLD });
  const { contradictions } = evaluation.run({
    assert: assertions.map(({ s, p, o }) => ({ s: terms.id(s), p: terms.id(p), o: terms.id(o) })),
    seed: true,
  });
  return [
    ...contradictions.map((each, i) => contradictionOf(each, graph, plan, i < MAX_PROVED)),
    ...secondValues(graph, loaded),
    ...misfits(assertions, compiled),
  ].slice(0, MAX_TOLD);
}

/** Finds values that their predicates cannot hold. */
function misfits(assertions: readonly StatedFact[], { predicates }: CompiledSchema): ReportedContradiction[] {
  const declared = new Map(predicates.map((predicate) => [predicate.name, predicate]));
  return assertions
    .filter(({ p, o }) => isMisfit(o, declared.get(p)))
    .map((fact) => ({
      message: plainMessage(misfitError(fact, declared.get(fact.p))),
      rule: 'dt-not-type',
      axiom: fact.axiom.text,
      ...fact.axiom.position,
    }));
}

const plainMessage = ({ message }: OwlgateError): string => message.replace('owl/materializer: ', '');

function contradictionOf(
  contradiction: Contradiction,
  graph: MemoryGraph,
  plan: Plan,
  isProved: boolean,
): ReportedContradiction {
  const { rule, facts } = contradiction;
  const { text, position } = rule.axiom;
  const [proof] = isProved ? explainContradiction(plan, graph, contradiction).proofs : [];
  const message = facts.length === 0 ? text : plainMessage(contradictionError(graph, contradiction, (term) => term));
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
      const message =
        `functional property violation on entity ${s}: "${predicate}" takes one value and would have ` +
        `${termOf(other)} and ${termOf(o)}`;
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

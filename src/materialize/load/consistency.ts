/** Consistency check of an ontology document: its assertions against its own axioms. */
import { OwlgateError } from '../../errors';
import { languageOf } from '../../mutation';
import type { LoadedOntology, OntologyWarning } from '../../ontology';
import { contradictionToText, Evaluation, explainContradiction, MemoryGraph, NOW_MASK, seedsOf } from '../../reasoner';
import type { Contradiction, Plan } from '../../reasoner';
import { IRI_PREDICATE } from '../../schema';
import type { CompiledSchema } from '../../schema';
import type { WholeOntology } from '../documents/compile';
import type { StatedFact } from '../in-force/assertions';
import type { Profile } from '../in-force/types';
import { isMisfit } from '../store/misfit';
import type { Fact } from '../store/terms';
import { contradictionError, factAt, singleValueError } from '../write/contradiction-messages';
import { factKey, misfitError, MISFIT, SINGLE_VALUE } from './ontology-facts';

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
    ...secondValues(graph, assertions, loaded, compiled),
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
      rule: MISFIT,
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
  const { rule } = contradiction;
  const { text, position } = rule.axiom;
  const [proof] = isProved ? explainContradiction(plan, graph, contradiction).proofs : [];
  const message = plainMessage(contradictionError(graph, contradiction, (term) => term));
  const explanation = proof && contradictionToText(proof, { plan, type: 'graph.type' });
  return { message, rule: rule.name, axiom: text, ...position, ...(explanation !== undefined && { explanation }) };
}

/**
 * Finds second values of predicates that take one. In a write the second value would replace the first; a document
 * asserts both.
 */
function secondValues(
  graph: MemoryGraph,
  assertions: readonly StatedFact[],
  { reduced, names, taxonomy }: LoadedOntology,
  { predicates }: CompiledSchema,
): ReportedContradiction[] {
  const reported: ReportedContradiction[] = [];
  const { table, terms } = graph;
  const iriOf = (predicate: string) => names.propertyIri(predicate)!;
  const declared = new Map(predicates.map((predicate) => [predicate.name, predicate]));
  const rules = { schema: declared, isFunctional: (predicate: string) => taxonomy.isFunctional(iriOf(predicate)) };
  let stated: ReadonlyMap<string, StatedFact> | undefined;
  const axiomOf = (predicate: string, values: readonly Fact[]) => {
    const iri = iriOf(predicate);
    const objects = taxonomy.superObjectProperties(iri).map((above) => above.iri);
    const above = new Set([iri, ...taxonomy.dataProperties.ancestors(iri), ...objects]);
    const functional = reduced.axioms.find(
      (each) =>
        (each.kind === 'FunctionalDataProperty' || each.kind === 'FunctionalObjectProperty') &&
        above.has(each.property),
    );
    if (functional) return functional;
    stated ??= new Map(assertions.map((fact) => [factKey(fact), fact]));
    return values.flatMap((fact) => stated!.get(factKey(fact)) ?? []).at(0)?.axiom;
  };
  for (const { name, list } of predicates) {
    if (list || name === IRI_PREDICATE.name) continue;
    const slots = new Map<string, string>();
    for (let row = table.firstOfPredicate(terms.id(name)); row >= 0; row = table.nextOfPredicate(row)) {
      if ((table.flags[row]! & NOW_MASK) === 0) continue;
      // Later values come first.
      const { s, p, o } = factAt(graph, row);
      const slot = `${s} ${languageOf(o) ?? ''}`;
      const later = slots.get(slot);
      slots.set(slot, o);
      if (later === undefined || reported.length >= MAX_TOLD) continue;
      const axiom = axiomOf(name, [
        { s, p, o: later },
        { s, p, o },
      ]);
      reported.push({
        message: plainMessage(singleValueError(rules, s, p, o, later)),
        rule: rules.isFunctional(name) ? 'prp-fp' : SINGLE_VALUE,
        axiom: axiom?.text ?? name,
        ...(axiom?.position ?? { line: 1, column: 1 }),
      });
    }
  }
  return reported;
}

/** An ontology in force, made ready for writes: rules, names, and what its predicates take. */
import type { LoadedOntology, OntologyWarning } from '../ontology';
import { TYPE_PREDICATE } from '../mutation';
import { compile } from '../reasoner';
import type { Compilation, Plan } from '../reasoner';
import { Relevance } from './relevance';

export interface Reasoning {
  readonly version: number;
  readonly loaded: LoadedOntology;
  readonly plan: Plan;
  readonly relevance: Relevance;
}

export function compileRules({ reduced, names }: LoadedOntology): Compilation {
  return compile(reduced.axioms, {
    type: TYPE_PREDICATE,
    class: (iri) => names.class(iri)!,
    property: (iri) => names.property(iri)!,
  });
}

export function makeReasoning(version: number, loaded: LoadedOntology, plan = compileRules(loaded).plan): Reasoning {
  return { version, loaded, plan, relevance: new Relevance(plan) };
}

/** Axioms that no rule was made of, as warnings. */
export function leftOutWarnings({ leftOut }: Compilation): OntologyWarning[] {
  return leftOut.map(({ axiom, reason }) => ({
    code: 'not-inferred',
    message: `not inferred: ${axiom.text}: ${reason}`,
    ...axiom.position,
  }));
}

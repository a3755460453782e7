/** Compilation of an ontology's statements to names, schemas, rules and assertions about individuals. */
import { Introspection, readDocument, withoutAxioms } from '../../ontology';
import type { LoadedOntology, LoadedTerms, QuadDocument, ReadOptions } from '../../ontology';
import type { Plan } from '../../reasoner';
import { compileGraphql, compileSchema } from '../../schema';
import type { CompiledGraphql, CompiledSchema } from '../../schema';
import { Relevance } from '../in-force/relevance';
import { compileRules } from '../in-force/reasoning';
import type { CompiledRules, IndividualNodes, Reasoning } from '../in-force/reasoning';

/** A compiled ontology. Individuals have their IRIs as names until `placeIndividuals` replaces them with nodes. */
export interface CompiledOntology extends CompiledRules {
  readonly loaded: LoadedTerms;
  readonly introspection: Introspection;
  readonly compiled: CompiledSchema;
  readonly graphql: CompiledGraphql;
  readonly relevance: Relevance;
}

/** Compiled ontology with its axioms, for the checks of a load. */
export interface WholeOntology extends CompiledOntology {
  readonly loaded: LoadedOntology;
}

/** @throws OwlgateError OntologyEmpty, OntologyProfile, OntologyName, OntologyAnnotation */
export function compileOntology(document: QuadDocument, reading: ReadOptions): WholeOntology {
  return compileLoaded(readDocument(document, reading));
}

/** Compiles what `readDocument` returns. @throws OwlgateError OntologyAnnotation */
export function compileLoaded(loaded: LoadedOntology): WholeOntology {
  const compiled = compileSchema(loaded);
  const rules = compileRules(loaded, compiled);
  return {
    ...rules,
    loaded,
    compiled,
    introspection: new Introspection(withoutAxioms(loaded).ontology, loaded.taxonomy, loaded.names),
    graphql: compileGraphql(loaded, compiled),
    relevance: new Relevance(rules.plan),
  };
}

/** Returns a compiled ontology without the parts that only its load needs, such as the documents. */
export function compiledPart(ontology: CompiledOntology): CompiledOntology {
  const { plan, leftOut, assertions, individuals, loaded, introspection, compiled, graphql, relevance } = ontology;
  return { plan, leftOut, assertions, individuals, loaded, introspection, compiled, graphql, relevance };
}

/** Rules and assertions that refer to the nodes of individuals. */
export type PlacedRules = Pick<CompiledRules, 'plan' | 'assertions'> & Pick<Reasoning, 'individualNodes'>;

/** Replaces the IRIs of individuals with their nodes. @param nodes a different node for each individual */
export function placeIndividuals(rules: PlacedRules, nodes: IndividualNodes): PlacedRules {
  if (nodes.size === 0) return rules;
  const plan: Plan = { ...rules.plan, terms: rules.plan.terms.renamed(nodes) };
  const place = (term: string) => nodes.get(term) ?? term;
  const assertions = rules.assertions.map((fact) => ({ ...fact, s: place(fact.s), o: place(fact.o) }));
  return { plan, assertions, individualNodes: new Set(nodes.values()) };
}

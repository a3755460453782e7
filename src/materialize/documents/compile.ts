/** An ontology's statements → everything that a gateway keeps of it: names, schemas, rules, what it states of individuals. */
import { Introspection, readDocument } from '../../ontology';
import type { LoadedOntology, QuadDocument, ReadOptions } from '../../ontology';
import type { Plan } from '../../reasoner';
import { compileGraphql, compileSchema } from '../../schema';
import type { CompiledGraphql, CompiledSchema } from '../../schema';
import { Relevance } from '../in-force/relevance';
import { compileRules } from '../in-force/reasoning';
import type { CompiledRules, IndividualNodes } from '../in-force/reasoning';

/** An ontology, read and compiled. Individuals are named by their IRIs until `placeIndividuals` gives them nodes. */
export interface CompiledOntology extends CompiledRules {
  readonly loaded: LoadedOntology;
  readonly introspection: Introspection;
  readonly compiled: CompiledSchema;
  readonly graphql: CompiledGraphql;
  readonly relevance: Relevance;
}

/** @throws OwlgateError OntologyEmpty, OntologyProfile, OntologyName, OntologyAnnotation */
export function compileOntology(document: QuadDocument, reading: ReadOptions): CompiledOntology {
  const loaded = readDocument(document, reading);
  const compiled = compileSchema(loaded);
  const rules = compileRules(loaded, compiled);
  return {
    ...rules,
    loaded,
    compiled,
    introspection: new Introspection(loaded.ontology, loaded.taxonomy, loaded.names),
    graphql: compileGraphql(loaded, compiled),
    relevance: new Relevance(rules.plan),
  };
}

/** Rules and statements, of the nodes that individuals have. */
export type PlacedRules = Pick<CompiledRules, 'plan' | 'assertions'>;

/** @param nodes of the individuals, of which no two have the same */
export function placeIndividuals(rules: PlacedRules, nodes: IndividualNodes): PlacedRules {
  if (nodes.size === 0) return rules;
  const plan: Plan = { ...rules.plan, terms: rules.plan.terms.renamed(nodes) };
  const place = (term: string) => nodes.get(term) ?? term;
  const assertions = rules.assertions.map((fact) => ({ ...fact, s: place(fact.s), o: place(fact.o) }));
  return { plan, assertions };
}

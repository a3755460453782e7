/** An ontology in force, made ready for writes: rules, names, what its predicates take, and what it states itself. */
import { datatypes, Renderer } from '../ontology';
import type { DataRange, Individual, Iri, LoadedOntology, OntologyWarning, OwlLiteral } from '../ontology';
import { canonicalValue, literalTerm, parseLiteralTerm, TYPE_PREDICATE } from '../mutation';
import { compile } from '../reasoner';
import type { Compilation, Plan, RangeTest } from '../reasoner';
import { compileSchema } from '../schema';
import type { CompiledSchema } from '../schema';
import { assertionsOf } from './assertions';
import type { StatedFact } from './assertions';
import { Relevance } from './relevance';

export interface Reasoning {
  readonly version: number;
  readonly loaded: LoadedOntology;
  readonly plan: Plan;
  readonly relevance: Relevance;
  /** What the ontology states of individuals: data, which is written when it comes into force. */
  readonly assertions: readonly StatedFact[];
}

/** What the rules of an ontology are, and what it states. */
export interface CompiledRules extends Compilation {
  readonly assertions: readonly StatedFact[];
  /** The IRIs, as `<iri>`, of the individuals that the ontology speaks of: each is to have a node. */
  readonly individuals: readonly string[];
}

/** The nodes of individuals, by IRI as `<iri>`. */
export type IndividualNodes = ReadonlyMap<string, string>;

const NO_NODES: IndividualNodes = new Map();

/** @param nodes of the individuals; those that have none yet are named by their IRI */
export function compileRules(
  loaded: LoadedOntology,
  compiled: CompiledSchema = compileSchema(loaded),
  nodes: IndividualNodes = NO_NODES,
): CompiledRules {
  const { reduced, names, equality } = loaded;
  const predicates = new Map(compiled.predicates.map((predicate) => [predicate.name, predicate]));
  const evaluator = new datatypes.RangeEvaluator(reduced.datatypes);
  const renderer = new Renderer(loaded.ontology.prefixes);
  const individuals = new Set<string>();
  const property = (iri: Iri) => names.property(iri)!;
  const individual = (of: Individual) => {
    const iri = `<${individualIri(of)}>`;
    individuals.add(iri);
    return nodes.get(iri) ?? iri;
  };
  const literal = (of: Iri, { value, lang }: OwlLiteral) =>
    literalTerm(canonicalValue(predicates.get(property(of))?.type, value), lang);
  const range = (of: Iri, within: DataRange): RangeTest => {
    const type = predicates.get(property(of))?.type ?? 'default';
    const { key, holds } = datatypes.storedRangeTest(within, type === 'binary' ? 'default' : type, evaluator);
    const isIn = (term: string) => {
      const { text, lang } = parseLiteralTerm(term);
      return holds(text, lang);
    };
    return { key, text: renderer.range(within), holds: (term) => term.startsWith('"') && isIn(term) };
  };
  const vocabulary = {
    type: TYPE_PREDICATE,
    class: (iri: Iri) => names.class(iri)!,
    property,
    individual,
    literal,
    range,
    equality,
    signature: reduced,
  };
  const compilation = compile(reduced.axioms, vocabulary);
  const assertions = assertionsOf(reduced.axioms, vocabulary);
  for (const of of reduced.individuals) individual(of);
  return { ...compilation, assertions, individuals: [...individuals] };
}

/** A blank individual has a name as well, so that it is the same node when the document is loaded again. */
const individualIri = (individual: Individual): Iri =>
  individual.startsWith('_:') ? `urn:owlgate:individual:${individual.slice(2)}` : individual;

export function makeReasoning(
  version: number,
  loaded: LoadedOntology,
  { plan, assertions }: Pick<CompiledRules, 'plan' | 'assertions'> = compileRules(loaded),
): Reasoning {
  return { version, loaded, plan, relevance: new Relevance(plan), assertions };
}

/** Axioms that no rule was made of, as warnings. */
export function leftOutWarnings({ leftOut }: Compilation): OntologyWarning[] {
  return leftOut.map(({ axiom, reason }) => ({
    code: 'not-inferred',
    message: `not inferred: ${axiom.text}: ${reason}`,
    ...axiom.position,
  }));
}

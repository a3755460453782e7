/** Ontology in force, prepared for writes: rules, names, types of its predicates, and its assertions. */
import type { ScalarType } from '../../dql';
import { Renderer, vocabulary } from '../../ontology';
import type {
  DataRange,
  Individual,
  Iri,
  LoadedOntology,
  LoadedTerms,
  OntologyWarning,
  OwlLiteral,
} from '../../ontology';
import { BLANK_INDIVIDUAL, canonicalValue, literalTerm, TYPE_PREDICATE } from '../../mutation';
import { compile } from '../../reasoner';
import type { Compilation, Plan, RangeTest } from '../../reasoner';
import { compileSchema } from '../../schema';
import type { CompiledSchema } from '../../schema';
import { assertionsOf } from './assertions';
import type { StatedFact } from './assertions';
import { fitUnder } from './fitting';
import { StoredRange } from './ranges';
import type { Relevance } from './relevance';

export interface Reasoning {
  readonly version: number;
  readonly loaded: LoadedTerms;
  readonly plan: Plan;
  readonly relevance: Relevance;
  /** Predicates of the ontology whose values are nodes, including those of equality. */
  readonly edges: readonly string[];
  /** Assertions about individuals: data that is written when the ontology comes into force. */
  readonly assertions: readonly StatedFact[];
  /** Nodes of the ontology's individuals, which rules name. Absent if it has none. */
  readonly individualNodes?: ReadonlySet<string> | undefined;
}

/** Rules and assertions of an ontology. */
export interface CompiledRules extends Compilation {
  readonly assertions: readonly StatedFact[];
  /** IRIs, in the form `<iri>`, of the ontology's individuals: each needs a node. */
  readonly individuals: readonly string[];
}

/** Nodes of individuals, by IRI in the form `<iri>`. */
export type IndividualNodes = ReadonlyMap<string, string>;

/** Compiles rules in which individuals are named by their IRIs: see placeIndividuals. */
export function compileRules(loaded: LoadedOntology, compiled: CompiledSchema = compileSchema(loaded)): CompiledRules {
  const { reduced, names, equality } = loaded;
  const predicates = new Map(compiled.predicates.map((predicate) => [predicate.name, predicate]));
  const renderer = new Renderer(loaded.ontology.prefixes);
  const individuals = new Set<string>();
  const property = (iri: Iri) => names.property(iri)!;
  const individual = (of: Individual) => {
    const iri = `<${individualIri(of)}>`;
    individuals.add(iri);
    return iri;
  };
  const literal = (of: Iri, { value, lang }: OwlLiteral) =>
    literalTerm(canonicalValue(predicates.get(property(of))?.type, value), lang);
  const range = (of: Iri, within: DataRange): RangeTest | undefined => {
    const type = predicates.get(property(of))?.type ?? 'default';
    if (within.kind === 'Datatype' && isAllOf(type, within.iri)) return undefined;
    const storage = type === 'binary' ? 'default' : type;
    return new StoredRange(within, storage, reduced.datatypes, renderer.range(within));
  };
  const words = {
    type: TYPE_PREDICATE,
    class: (iri: Iri) => names.class(iri)!,
    property,
    individual,
    literal,
    range,
    fits: (below: Iri, above: Iri) => fitUnder(predicates.get(property(below)), predicates.get(property(above))),
    equality,
    signature: reduced,
  };
  const compilation = compile(reduced.axioms, words);
  const assertions = assertionsOf(reduced.axioms, words);
  for (const each of reduced.individuals) individual(each);
  return { ...compilation, assertions, individuals: [...individuals] };
}

/** Returns true if every value that Dgraph can store under a type belongs to the datatype: no test is needed. */
const isAllOf = (type: ScalarType, datatype: Iri): boolean => ALL_OF[type]?.includes(datatype) ?? false;

const { rdf, xsd, owl } = vocabulary;
const NUMBERS = [xsd('decimal'), xsd('double'), xsd('float'), owl.real];
const ALL_OF: Partial<Record<ScalarType, readonly Iri[]>> = {
  string: [xsd('string'), rdf.PlainLiteral, rdf.langString],
  int: [xsd('integer'), xsd('long'), owl.rational, ...NUMBERS],
  float: NUMBERS,
  bool: [xsd('boolean')],
  datetime: [xsd('dateTime'), xsd('dateTimeStamp'), xsd('date')],
};

/**
 * Returns the IRI of an individual. The IRI of a blank individual is stable: loading the document again finds the same
 * node.
 */
const individualIri = (individual: Individual): Iri =>
  individual.startsWith('_:') ? BLANK_INDIVIDUAL + individual.slice(2) : individual;

/** Returns the predicates of the ontology whose values are nodes, including those of equality. */
export function edgesOf({ reduced, names, equality }: LoadedTerms): string[] {
  const equals = equality ? [owl.sameAs, owl.differentFrom] : [];
  return [...reduced.objectProperties, ...equals].map((iri) => names.property(iri)!);
}

/** Returns a warning for each axiom that yielded no rule. */
export function leftOutWarnings({ leftOut }: Compilation): OntologyWarning[] {
  return leftOut.map(({ axiom, reason }) => ({
    code: 'not-inferred',
    message: `not inferred: ${axiom.text}: ${reason}`,
    ...axiom.position,
  }));
}

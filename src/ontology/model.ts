/**
 * An OWL 2 ontology as objects: entities and axioms of the structural specification
 * (https://www.w3.org/TR/owl2-syntax/), each with the place in the document that says it.
 *
 * Entities are named by their full IRI throughout; the Dgraph names are given later (names.ts).
 * Blank individuals keep their label with `_:`.
 */
import type { Individual, Iri, OwlLiteral, Position } from '../rdf';

export type { Individual, Iri, OwlLiteral, Position };

export type EntityKind = 'class' | 'objectProperty' | 'dataProperty' | 'annotationProperty' | 'datatype' | 'individual';

/** A term of the signature. A term may be several kinds at once (punning). */
export interface Entity {
  readonly iri: Iri;
  readonly kinds: ReadonlySet<EntityKind>;
  /** Where it was declared; absent for a term that is used without a declaration. */
  readonly declared?: Position;
  /** Where it first occurs. */
  readonly position: Position;
  /** rdfs:label values by language tag, '' for none. */
  readonly labels: ReadonlyMap<string, string>;
  /** rdfs:comment values by language tag, '' for none. */
  readonly comments: ReadonlyMap<string, string>;
  readonly deprecated: boolean;
}

export interface Ontology {
  readonly iri?: Iri;
  readonly versionIri?: Iri;
  readonly imports: readonly Iri[];
  /** Prefixes of the document, '' for the default one. */
  readonly prefixes: ReadonlyMap<string, Iri>;
  readonly entities: ReadonlyMap<Iri, Entity>;
  /** In document order. */
  readonly axioms: readonly Axiom[];
  /** Statements whose meaning could not be read as OWL 2: no axiom stands for them. The profile check names them. */
  readonly unrecognized: readonly Remark[];
  /** Statements that were read although OWL 2 writes them otherwise, or that mean nothing: no inference is lost. */
  readonly notes: readonly Remark[];
}

/** What the mapping has to say about one statement. */
export interface Remark {
  readonly code: RemarkCode;
  /** The statement, abbreviated. */
  readonly text: string;
  readonly position: Position;
  readonly reason: string;
  /** What to write instead. */
  readonly advice: string;
}

export type RemarkCode =
  /** A list, restriction or expression that is not put together as OWL 2 says. */
  | 'malformed'
  /** A term of the RDF, RDFS or OWL namespace that does not exist, or not there. */
  | 'unknown-term'
  /** A term used as what it is not: a datatype as a class, a value for an edge. */
  | 'wrong-kind'
  /** One property is both an object and a data property. */
  | 'two-kinds'
  | 'imports'
  /** Not wrong, but not OWL 2 either. */
  | 'not-owl'
  | 'orphan'
  | 'undecided-kind'
  | 'relative-iri';

// Expressions

export type ObjectPropertyExpression =
  { readonly kind: 'ObjectProperty'; readonly iri: Iri } | { readonly kind: 'InverseOf'; readonly property: Iri };

export type ClassExpression =
  | { readonly kind: 'Class'; readonly iri: Iri }
  | { readonly kind: 'IntersectionOf'; readonly operands: readonly ClassExpression[]; readonly position: Position }
  | { readonly kind: 'UnionOf'; readonly operands: readonly ClassExpression[]; readonly position: Position }
  | { readonly kind: 'ComplementOf'; readonly operand: ClassExpression; readonly position: Position }
  | { readonly kind: 'OneOf'; readonly individuals: readonly Individual[]; readonly position: Position }
  | ObjectRestriction
  | DataRestriction;

export type ObjectRestriction = {
  readonly onProperty: ObjectPropertyExpression;
  readonly position: Position;
} & (
  | { readonly kind: 'ObjectSomeValuesFrom' | 'ObjectAllValuesFrom'; readonly filler: ClassExpression }
  | { readonly kind: 'ObjectHasValue'; readonly individual: Individual }
  | { readonly kind: 'ObjectHasSelf' }
  | {
      readonly kind: 'ObjectMinCardinality' | 'ObjectMaxCardinality' | 'ObjectExactCardinality';
      readonly cardinality: number;
      /** Absent for an unqualified restriction. */
      readonly filler?: ClassExpression;
    }
);

export type DataRestriction = {
  readonly onProperty: Iri;
  readonly position: Position;
} & (
  | { readonly kind: 'DataSomeValuesFrom' | 'DataAllValuesFrom'; readonly filler: DataRange }
  | { readonly kind: 'DataHasValue'; readonly value: OwlLiteral }
  | {
      readonly kind: 'DataMinCardinality' | 'DataMaxCardinality' | 'DataExactCardinality';
      readonly cardinality: number;
      readonly filler?: DataRange;
    }
);

export type DataRange =
  | { readonly kind: 'Datatype'; readonly iri: Iri }
  | {
      readonly kind: 'DataIntersectionOf' | 'DataUnionOf';
      readonly operands: readonly DataRange[];
      readonly position: Position;
    }
  | { readonly kind: 'DataComplementOf'; readonly operand: DataRange; readonly position: Position }
  | { readonly kind: 'DataOneOf'; readonly values: readonly OwlLiteral[]; readonly position: Position }
  | {
      readonly kind: 'DatatypeRestriction';
      readonly datatype: Iri;
      readonly facets: readonly { readonly facet: Iri; readonly value: OwlLiteral }[];
      readonly position: Position;
    };

// Axioms

export type Axiom = { readonly position: Position } & (
  | { readonly kind: 'Declaration'; readonly entity: Iri; readonly as: EntityKind }
  | { readonly kind: 'SubClassOf'; readonly sub: ClassExpression; readonly super: ClassExpression }
  | { readonly kind: 'EquivalentClasses'; readonly classes: readonly ClassExpression[] }
  /** From owl:disjointWith (two classes) or owl:AllDisjointClasses. */
  | { readonly kind: 'DisjointClasses'; readonly classes: readonly ClassExpression[] }
  | { readonly kind: 'DisjointUnion'; readonly class: Iri; readonly operands: readonly ClassExpression[] }
  | {
      readonly kind: 'HasKey';
      readonly class: ClassExpression;
      readonly objectProperties: readonly ObjectPropertyExpression[];
      readonly dataProperties: readonly Iri[];
    }
  | {
      readonly kind: 'SubObjectPropertyOf';
      readonly sub: ObjectPropertyExpression;
      readonly super: ObjectPropertyExpression;
    }
  | {
      readonly kind: 'PropertyChain';
      readonly chain: readonly ObjectPropertyExpression[];
      readonly super: ObjectPropertyExpression;
    }
  | {
      readonly kind: 'EquivalentObjectProperties' | 'DisjointObjectProperties';
      readonly properties: readonly ObjectPropertyExpression[];
    }
  | {
      readonly kind: 'InverseObjectProperties';
      readonly first: ObjectPropertyExpression;
      readonly second: ObjectPropertyExpression;
    }
  | {
      readonly kind: 'ObjectPropertyDomain';
      readonly property: ObjectPropertyExpression;
      readonly domain: ClassExpression;
    }
  | {
      readonly kind: 'ObjectPropertyRange';
      readonly property: ObjectPropertyExpression;
      readonly range: ClassExpression;
    }
  | {
      readonly kind: 'ObjectPropertyCharacteristic';
      readonly property: ObjectPropertyExpression;
      readonly characteristic: ObjectPropertyCharacteristic;
    }
  | { readonly kind: 'SubDataPropertyOf'; readonly sub: Iri; readonly super: Iri }
  | { readonly kind: 'EquivalentDataProperties' | 'DisjointDataProperties'; readonly properties: readonly Iri[] }
  | { readonly kind: 'DataPropertyDomain'; readonly property: Iri; readonly domain: ClassExpression }
  | { readonly kind: 'DataPropertyRange'; readonly property: Iri; readonly range: DataRange }
  | { readonly kind: 'FunctionalDataProperty'; readonly property: Iri }
  /** `owl:InverseFunctionalProperty` on a data property: not in OWL 2 DL, but what keys are written as in practice. */
  | { readonly kind: 'InverseFunctionalDataProperty'; readonly property: Iri }
  | { readonly kind: 'DatatypeDefinition'; readonly datatype: Iri; readonly range: DataRange }
  | { readonly kind: 'ClassAssertion'; readonly class: ClassExpression; readonly individual: Individual }
  | {
      readonly kind: 'ObjectPropertyAssertion' | 'NegativeObjectPropertyAssertion';
      readonly property: ObjectPropertyExpression;
      readonly source: Individual;
      readonly target: Individual;
    }
  | {
      readonly kind: 'DataPropertyAssertion' | 'NegativeDataPropertyAssertion';
      readonly property: Iri;
      readonly source: Individual;
      readonly value: OwlLiteral;
    }
  | { readonly kind: 'SameIndividual' | 'DifferentIndividuals'; readonly individuals: readonly Individual[] }
  | {
      readonly kind: 'AnnotationAssertion';
      readonly property: Iri;
      readonly subject: Individual;
      readonly value: Individual | OwlLiteral;
    }
  | { readonly kind: 'SubAnnotationPropertyOf'; readonly sub: Iri; readonly super: Iri }
  | {
      readonly kind: 'AnnotationPropertyDomain' | 'AnnotationPropertyRange';
      readonly property: Iri;
      readonly class: Iri;
    }
);

export type AxiomKind = Axiom['kind'];

export type ObjectPropertyCharacteristic =
  'Functional' | 'InverseFunctional' | 'Reflexive' | 'Irreflexive' | 'Symmetric' | 'Asymmetric' | 'Transitive';

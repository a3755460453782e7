/**
 * Model of an OWL 2 ontology: entities and axioms of the structural specification
 * (https://www.w3.org/TR/owl2-syntax/), each with its position in the document.
 *
 * Entities are identified by full IRIs; names.ts assigns Dgraph names. Blank individuals keep their labels with `_:`.
 */
import type { Individual, Iri, OwlLiteral, Position } from '../rdf';

export type { Individual, Iri, OwlLiteral, Position };

export type EntityKind = 'class' | 'objectProperty' | 'dataProperty' | 'annotationProperty' | 'datatype' | 'individual';

/** Term of the signature. A term may have several kinds (punning). */
export interface Entity {
  readonly iri: Iri;
  readonly kinds: ReadonlySet<EntityKind>;
  /** Position of the declaration; absent for undeclared terms. */
  readonly declared?: Position;
  /** Position of the first occurrence. */
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
  /** Axioms in document order. */
  readonly axioms: readonly Axiom[];
  /** Statements without a reading in OWL 2: no axiom represents them. The profile check reports them. */
  readonly unrecognized: readonly Remark[];
  /** Statements in a notation that OWL 2 does not define, or without meaning. No inference is lost. */
  readonly notes: readonly Remark[];
}

/** Remark of the mapping on one statement. */
export interface Remark {
  readonly code: RemarkCode;
  /** Statement, abbreviated. */
  readonly text: string;
  /** Statement for comparisons, with full IRIs; absent for a statement that was read. */
  readonly canonical?: string;
  readonly position: Position;
  readonly reason: string;
  /** Advice for a correction. */
  readonly advice: string;
}

export type RemarkCode =
  /** List, restriction or expression that violates the grammar of OWL 2. */
  | 'malformed'
  /** Term of the RDF, RDFS or OWL namespace that does not exist or is not allowed in this position. */
  | 'unknown-term'
  /** Term of the wrong kind: a datatype as a class, a value of an object property. */
  | 'wrong-kind'
  /** Property that is both an object and a data property. */
  | 'two-kinds'
  | 'swrl-rule'
  | 'imports'
  /** Statement that is harmless, but not OWL 2. */
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
  /** Operand of an intersection or union without a reading in OWL 2. Rules neither recognize nor infer it. */
  | { readonly kind: 'Unreadable'; readonly term: Individual | OwlLiteral; readonly position: Position }
  | ObjectRestriction
  | DataRestriction;

type ObjectRestriction = {
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

type DataRestriction = {
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
  /** owl:disjointWith (two classes) or owl:AllDisjointClasses. */
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
  /** owl:InverseFunctionalProperty on a data property: not in OWL 2 DL, but common in practice for keys. */
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

export type ObjectPropertyCharacteristic =
  'Functional' | 'InverseFunctional' | 'Reflexive' | 'Irreflexive' | 'Symmetric' | 'Asymmetric' | 'Transitive';

/**
 * Axioms that OWL 2 RL rules carry, in a normal form: the output of reduce.ts and the only input of the reasoner's
 * compiler (https://www.w3.org/TR/owl2-profiles/#OWL_2_RL).
 *
 * Normal form, which the reducer guarantees:
 * - Terms are full IRIs; blank individuals keep their labels with `_:`.
 * - Equivalences are split into SubClassOf (or sub-property) axioms in both directions; a superclass intersection is
 *   split into one axiom per part, also under `AllValuesFrom`; a union that is the whole subclass is split into one
 *   axiom per operand. Unions may remain deeper inside a subclass expression.
 * - `A ⊑ ¬B` is DisjointClasses(A B). `owl:Thing ⊑ ∀P.C` is a range, `∃P.owl:Thing ⊑ C` a domain, `owl:Thing ⊑ ≤1 P` a
 *   functional property, and so on: each meaning has one form.
 * - owl:Thing never occurs as a class: it is an absent filler or an absent class. owl:Nothing occurs only as a
 *   superclass (`vocabulary.owl.Nothing`): every member of the subclass is a contradiction.
 * - There are no tautologies (`A ⊑ A`, `A ⊑ owl:Thing`).
 * - Rules also carry some constructs beyond the profile: owl:hasSelf, reflexive properties, and all data ranges.
 */
import type { DataRange, Individual, Iri, OwlLiteral, Position } from './model';

/** Object property, or its inverse if `inverse` is true. */
export interface RlProperty {
  readonly iri: Iri;
  readonly inverse: boolean;
}

/**
 * Class expression in a rule's body (subClassExpression of the profile). Without `filler` or `range`, any individual or
 * value matches.
 */
export type RlSub =
  | { readonly kind: 'Class'; readonly iri: Iri }
  /** At least two operands. */
  | { readonly kind: 'IntersectionOf' | 'UnionOf'; readonly operands: readonly RlSub[] }
  | { readonly kind: 'OneOf'; readonly individuals: readonly Individual[] }
  | { readonly kind: 'ObjectSomeValuesFrom'; readonly property: RlProperty; readonly filler?: RlSub }
  | { readonly kind: 'ObjectHasValue'; readonly property: RlProperty; readonly individual: Individual }
  | { readonly kind: 'ObjectHasSelf'; readonly property: RlProperty }
  | { readonly kind: 'DataSomeValuesFrom'; readonly property: Iri; readonly range?: DataRange }
  | { readonly kind: 'DataHasValue'; readonly property: Iri; readonly value: OwlLiteral };

/** Class expression in a rule's head (one part of a superClassExpression of the profile). */
export type RlSuper =
  /** `iri` may be owl:Nothing. */
  | { readonly kind: 'Class'; readonly iri: Iri }
  | { readonly kind: 'ObjectAllValuesFrom'; readonly property: RlProperty; readonly filler: RlSuper }
  | { readonly kind: 'ObjectHasValue'; readonly property: RlProperty; readonly individual: Individual }
  | { readonly kind: 'ObjectHasSelf'; readonly property: RlProperty }
  | {
      readonly kind: 'ObjectMaxCardinality';
      readonly cardinality: 0 | 1;
      readonly property: RlProperty;
      readonly filler?: RlSub;
    }
  /** Occurs only inside ObjectAllValuesFrom or ClassAssertion; elsewhere it becomes DisjointClasses. */
  | { readonly kind: 'ComplementOf'; readonly operand: RlSub }
  | { readonly kind: 'DataAllValuesFrom'; readonly property: Iri; readonly range: DataRange }
  | { readonly kind: 'DataHasValue'; readonly property: Iri; readonly value: OwlLiteral }
  | {
      readonly kind: 'DataMaxCardinality';
      readonly cardinality: 0 | 1;
      readonly property: Iri;
      readonly range?: DataRange;
    };

export type RlAxiom = {
  /** Position of the source axiom, of which this one may be a part. */
  readonly position: Position;
  /** Source axiom in functional style with the ontology's prefixes, for explanations and messages. */
  readonly text: string;
} & RlAxiomBody;

export type RlAxiomBody =
  // Classes
  | { readonly kind: 'SubClassOf'; readonly sub: RlSub; readonly super: RlSuper }
  /** Pairwise disjoint; at least two. */
  | { readonly kind: 'DisjointClasses'; readonly classes: readonly RlSub[] }
  /** Without `class`, a key of all individuals. At least one property in total. */
  | {
      readonly kind: 'HasKey';
      readonly class?: RlSub;
      readonly objectProperties: readonly RlProperty[];
      readonly dataProperties: readonly Iri[];
    }
  // Object properties. Axioms about inverses are rewritten where possible: `sub` is never inverse in
  // SubObjectPropertyOf, and domains, ranges and characteristics belong to named properties.
  | { readonly kind: 'SubObjectPropertyOf'; readonly sub: Iri; readonly super: RlProperty }
  /** chain[0] ∘ chain[1] ∘ … ⊑ super; at least two. */
  | { readonly kind: 'PropertyChain'; readonly chain: readonly RlProperty[]; readonly super: RlProperty }
  /** The edges of `first` are the reversed edges of `second`. */
  | { readonly kind: 'InverseObjectProperties'; readonly first: Iri; readonly second: Iri }
  /** Pairwise disjoint; at least two. */
  | { readonly kind: 'DisjointObjectProperties'; readonly properties: readonly RlProperty[] }
  | { readonly kind: 'ObjectPropertyDomain'; readonly property: Iri; readonly domain: RlSuper }
  | { readonly kind: 'ObjectPropertyRange'; readonly property: Iri; readonly range: RlSuper }
  | { readonly kind: RlCharacteristic; readonly property: Iri }
  // Data properties
  | { readonly kind: 'SubDataPropertyOf'; readonly sub: Iri; readonly super: Iri }
  | { readonly kind: 'DisjointDataProperties'; readonly properties: readonly Iri[] }
  | { readonly kind: 'DataPropertyDomain'; readonly property: Iri; readonly domain: RlSuper }
  | { readonly kind: 'DataPropertyRange'; readonly property: Iri; readonly range: DataRange }
  | { readonly kind: 'FunctionalDataProperty' | 'InverseFunctionalDataProperty'; readonly property: Iri }
  // Individuals
  | { readonly kind: 'ClassAssertion'; readonly class: RlSuper; readonly individual: Individual }
  /** An assertion about an inverse is rewritten to the named property. */
  | {
      readonly kind: 'ObjectPropertyAssertion' | 'NegativeObjectPropertyAssertion';
      readonly property: Iri;
      readonly source: Individual;
      readonly target: Individual;
    }
  | {
      readonly kind: 'DataPropertyAssertion' | 'NegativeDataPropertyAssertion';
      readonly property: Iri;
      readonly source: Individual;
      readonly value: OwlLiteral;
    }
  /** SameIndividual: all equal; DifferentIndividuals: pairwise different. At least two. */
  | { readonly kind: 'SameIndividual' | 'DifferentIndividuals'; readonly individuals: readonly Individual[] };

/** Characteristic of an object property, such as `Functional P`. */
export type RlCharacteristic =
  | 'FunctionalObjectProperty'
  | 'InverseFunctionalObjectProperty'
  | 'ReflexiveObjectProperty'
  | 'IrreflexiveObjectProperty'
  | 'SymmetricObjectProperty'
  | 'AsymmetricObjectProperty'
  | 'TransitiveObjectProperty';

export type RlAxiomKind = RlAxiom['kind'];

/** Input of the reasoner; `axioms` in document order. */
export interface RlOntology {
  readonly axioms: readonly RlAxiom[];
  /**
   * Subclass pairs of named classes that follow by the schema rules (table 9) and are not axioms. Facts about members
   * follow from the axioms alone.
   */
  readonly inclusions: readonly (readonly [lower: Iri, upper: Iri])[];
  /** Definitions of the ontology's datatypes, which ranges refer to. */
  readonly datatypes: ReadonlyMap<Iri, DataRange>;
  /** Named classes, object properties and data properties of the ontology, including those without an axiom. */
  readonly classes: ReadonlySet<Iri>;
  readonly objectProperties: ReadonlySet<Iri>;
  readonly dataProperties: ReadonlySet<Iri>;
  /** Individuals of the ontology; blank ones with `_:`. */
  readonly individuals: ReadonlySet<Individual>;
}

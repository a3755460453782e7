/**
 * The axioms that OWL 2 RL rules carry, in the shape that rules want: what reduce.ts leaves of an ontology and all that
 * the reasoner compiles from (https://www.w3.org/TR/owl2-profiles/#OWL_2_RL).
 *
 * Normal form, which the reducer guarantees:
 * - Terms are named by full IRI; blank individuals keep their label with `_:`.
 * - Equivalences are split into SubClassOf (or sub-property) axioms in both directions; a superclass intersection is
 *   split into one axiom per part, under `AllValuesFrom` too; a union that stands alone as a subclass is split into one
 *   axiom per operand. A union may remain deeper inside a subclass expression.
 * - `A ⊑ ¬B` is DisjointClasses(A B). `owl:Thing ⊑ ∀P.C` is a range, `∃P.owl:Thing ⊑ C` a domain, `owl:Thing ⊑ ≤1 P` a
 *   functional property, and so on: each meaning has one form.
 * - owl:Thing never occurs as a class: it is an absent filler or an absent class. owl:Nothing occurs only as a superclass
 *   (`vocabulary.owl.Nothing`): whatever is in the subclass is a contradiction.
 * - Tautologies (`A ⊑ A`, `A ⊑ owl:Thing`) are gone.
 * - Beyond the profile, since rules carry it all the same: owl:hasSelf, reflexive properties, and data ranges of every kind.
 */
import type { DataRange, Individual, Iri, OwlLiteral, Position } from './model';

/** An object property, read from object to subject where `inverse` is set. */
export interface RlProperty {
  readonly iri: Iri;
  readonly inverse: boolean;
}

/**
 * A class expression that rules can recognize (subClassExpression of the profile): the body of a rule.
 * `filler` and `range` are absent where any individual or value will do.
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

/** A class expression that rules can assert (superClassExpression of the profile, one part of it): the head of a rule. */
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
  /** Only inside ObjectAllValuesFrom or ClassAssertion; elsewhere it is DisjointClasses. */
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
  /** Of the axiom in the document that this one is (a part of). */
  readonly position: Position;
  /** That axiom in functional style, with the ontology's prefixes: for explanations and messages. */
  readonly text: string;
} & RlAxiomBody;

export type RlAxiomBody =
  // Classes
  | { readonly kind: 'SubClassOf'; readonly sub: RlSub; readonly super: RlSuper }
  /** Pairwise disjoint; at least two. */
  | { readonly kind: 'DisjointClasses'; readonly classes: readonly RlSub[] }
  /** `class` absent: a key of everything. At least one property in all. */
  | {
      readonly kind: 'HasKey';
      readonly class?: RlSub;
      readonly objectProperties: readonly RlProperty[];
      readonly dataProperties: readonly Iri[];
    }
  // Object properties. An axiom that holds of an inverse is turned round where it can be: `sub` is never inverse in
  // SubObjectPropertyOf, and domains, ranges and characteristics are of named properties.
  | { readonly kind: 'SubObjectPropertyOf'; readonly sub: Iri; readonly super: RlProperty }
  /** chain[0] ∘ chain[1] ∘ … ⊑ super; at least two. */
  | { readonly kind: 'PropertyChain'; readonly chain: readonly RlProperty[]; readonly super: RlProperty }
  /** first = inverse of second: edges of each are edges of the other, turned round. */
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
  /** Never inverse: turned round. */
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
  /** SameIndividual: all the same; DifferentIndividuals: pairwise different. At least two. */
  | { readonly kind: 'SameIndividual' | 'DifferentIndividuals'; readonly individuals: readonly Individual[] };

/** `Functional P` and its like. */
export type RlCharacteristic =
  | 'FunctionalObjectProperty'
  | 'InverseFunctionalObjectProperty'
  | 'ReflexiveObjectProperty'
  | 'IrreflexiveObjectProperty'
  | 'SymmetricObjectProperty'
  | 'AsymmetricObjectProperty'
  | 'TransitiveObjectProperty';

export type RlAxiomKind = RlAxiom['kind'];

/** The axioms that the reasoner works with; `axioms` in document order. */
export interface RlOntology {
  readonly axioms: readonly RlAxiom[];
  /**
   * Pairs of named classes of which the first is below the second by the schema rules (table 9), and no axiom says so in
   * so many words. Members follow by the axioms all the same.
   */
  readonly inclusions: readonly (readonly [lower: Iri, upper: Iri])[];
  /** What datatypes of the ontology stand for; ranges name them. */
  readonly datatypes: ReadonlyMap<Iri, DataRange>;
  /** Named classes, object and data properties that occur, whether or not an axiom is left of them. */
  readonly classes: ReadonlySet<Iri>;
  readonly objectProperties: ReadonlySet<Iri>;
  readonly dataProperties: ReadonlySet<Iri>;
  /** Individuals that the ontology names; blank ones with `_:`. */
  readonly individuals: ReadonlySet<Individual>;
}

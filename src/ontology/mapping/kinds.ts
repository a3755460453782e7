/** Kinds of terms, by declaration or, for undeclared terms, by use. */
import type { EntityKind, Iri, Position } from '../model';
import { isBlank, isIri, isLiteral } from '../quads';
import type { Quad, Term } from '../quads';
import { builtInKind, isReserved, owl, rdf, rdfs } from '../vocabulary';
import type { Graph } from './graph';

type PropertyKind = 'objectProperty' | 'dataProperty' | 'annotationProperty';

/** Types that declare a term, with the kind. RDFS types count as OWL types. */
const DECLARATIONS: ReadonlyMap<Iri, EntityKind> = new Map([
  [owl.Class, 'class'],
  [rdfs.Class, 'class'],
  [owl.DeprecatedClass, 'class'],
  [owl.Restriction, 'class'],
  [rdfs.Datatype, 'datatype'],
  [owl.DataRange, 'datatype'],
  [owl.ObjectProperty, 'objectProperty'],
  [owl.DatatypeProperty, 'dataProperty'],
  [owl.AnnotationProperty, 'annotationProperty'],
  [owl.OntologyProperty, 'annotationProperty'],
  [owl.NamedIndividual, 'individual'],
]);

/** Property kinds by precedence, for properties with several kinds. */
const PROPERTY_KINDS = ['objectProperty', 'dataProperty', 'annotationProperty'] as const;

/** Types of properties that do not determine the kind. */
const CANDIDATE_TYPES: ReadonlySet<Iri> = new Set([
  rdf.Property,
  owl.FunctionalProperty,
  owl.InverseFunctionalProperty,
  owl.DeprecatedProperty,
]);
const OBJECT_CHARACTERISTICS: ReadonlySet<Iri> = new Set([
  owl.ReflexiveProperty,
  owl.IrreflexiveProperty,
  owl.SymmetricProperty,
  owl.AsymmetricProperty,
  owl.TransitiveProperty,
]);
/** Predicates between two properties of the same kind. */
const SAME_KIND: ReadonlySet<Iri> = new Set([rdfs.subPropertyOf, owl.equivalentProperty, owl.propertyDisjointWith]);

/** Predicates whose subject is a class or a property. */
const TERM_STATEMENTS: ReadonlySet<Iri> = new Set([
  rdfs.subClassOf,
  owl.equivalentClass,
  owl.disjointWith,
  rdfs.subPropertyOf,
  owl.equivalentProperty,
  owl.inverseOf,
  rdfs.domain,
  rdfs.range,
]);

const NO_KINDS: ReadonlySet<EntityKind> = new Set();
const BUILT_IN_KINDS: Readonly<Partial<Record<EntityKind, ReadonlySet<EntityKind>>>> = {
  class: new Set(['class']),
  datatype: new Set(['datatype']),
  objectProperty: new Set(['objectProperty']),
  dataProperty: new Set(['dataProperty']),
  annotationProperty: new Set(['annotationProperty']),
};

export function declarationKind(type: Term): EntityKind | undefined {
  return isIri(type) ? DECLARATIONS.get(type) : undefined;
}

const valueKind = (value: Term): PropertyKind => (isLiteral(value) ? 'dataProperty' : 'objectProperty');

/** Sets of kinds, each once: most terms have one of a few. */
class KindSets {
  private readonly extended = new Map<ReadonlySet<EntityKind>, Map<EntityKind, ReadonlySet<EntityKind>>>();

  with(kinds: ReadonlySet<EntityKind>, kind: EntityKind): ReadonlySet<EntityKind> {
    if (kinds.has(kind)) return kinds;
    let byKind = this.extended.get(kinds);
    if (!byKind) this.extended.set(kinds, (byKind = new Map<EntityKind, ReadonlySet<EntityKind>>()));
    let both = byKind.get(kind);
    if (!both) byKind.set(kind, (both = new Set([...kinds, kind])));
    return both;
  }

  without(kinds: ReadonlySet<EntityKind>, kind: EntityKind): ReadonlySet<EntityKind> {
    return [...kinds].filter((each) => each !== kind).reduce((rest, each) => this.with(rest, each), NO_KINDS);
  }
}

export class Kinds {
  private readonly kinds = new Map<Iri, ReadonlySet<EntityKind>>();
  private readonly sets = new KindSets();
  /** First declaration of each declared term. */
  readonly declared = new Map<Iri, Position>();
  /** Properties without evidence of their kind; they are read as data properties. */
  readonly undecided = new Set<Iri>();
  /**
   * Properties declared or used as both object and data property. The value is true if a use needs the kind that axioms
   * do not give the property. The OWL API writes both declarations for constructs that OWL 2 DL lacks, such as
   * inverse-functional data properties; such properties are used as one kind only.
   */
  readonly twoKinds = new Map<Iri, boolean>();

  constructor(private readonly graph: Graph) {
    for (const quad of graph.quads) this.readDeclaration(quad);
    this.decideProperties();
  }

  kindsOf(iri: Iri): ReadonlySet<EntityKind> {
    const builtIn = builtInKind(iri);
    return (builtIn ? BUILT_IN_KINDS[builtIn] : this.kinds.get(iri)) ?? NO_KINDS;
  }

  is(iri: Iri, kind: EntityKind): boolean {
    return this.kindsOf(iri).has(kind);
  }

  /** Adds a kind that a reader gave to a term. */
  addKind(iri: Iri, kind: EntityKind): void {
    if (builtInKind(iri)) return;
    this.kinds.set(iri, this.sets.with(this.kinds.get(iri) ?? NO_KINDS, kind));
  }

  /** Returns the kinds of a term; undefined for a built-in one and for one without. */
  given(iri: Iri): ReadonlySet<EntityKind> | undefined {
    return this.kinds.get(iri);
  }

  /** Returns the kind of a property for axioms: object before data before annotation. */
  property(iri: Iri): PropertyKind | undefined {
    const kinds = this.kindsOf(iri);
    return PROPERTY_KINDS.find((kind) => kinds.has(kind));
  }

  /** True if the term is a set of values, not of individuals. */
  isDataRange(term: Term, depth = 20): boolean {
    if (isLiteral(term) || depth === 0) return false;
    if (isIri(term)) return this.is(term, 'datatype') && !this.is(term, 'class');
    if (this.graph.hasType(term, rdfs.Datatype) || this.graph.hasType(term, owl.DataRange)) return true;
    return this.graph.withSubject(term).some((quad) => {
      if (quad.predicate === owl.onDatatype || quad.predicate === owl.datatypeComplementOf) return true;
      if (quad.predicate !== owl.oneOf && quad.predicate !== owl.unionOf && quad.predicate !== owl.intersectionOf) {
        return false;
      }
      const first = isLiteral(quad.object) ? undefined : this.graph.matching(quad.object, rdf.first)[0]?.object;
      if (first === undefined) return false;
      return quad.predicate === owl.oneOf ? isLiteral(first) : this.isDataRange(first, depth - 1);
    });
  }

  private readDeclaration({ subject, predicate, object, position }: Quad): void {
    if (predicate !== rdf.type || !isIri(subject)) return;
    const kind = declarationKind(object);
    if (!kind) return;
    this.addKind(subject, kind);
    if (!this.declared.has(subject)) this.declared.set(subject, position);
  }

  /**
   * Decides the kind of each property without a declaration as object or data property. The evidence, by precedence:
   * constructs that only one kind allows (characteristics, inverses, chains, restrictions), the range, sub- and
   * superproperties, use in statements. The default is a data property, because an edge cannot hold a value.
   */
  private decideProperties(): void {
    const strong = new Map<Iri, Set<PropertyKind>>();
    const ranges = new Map<Iri, Set<PropertyKind>>();
    const uses = new Map<Iri, Set<PropertyKind>>();
    const pairs: [Iri, Iri][] = [];
    /** Candidates in document order. */
    const candidates = new Set<Iri>();
    const addEvidence = (evidence: Map<Iri, Set<PropertyKind>>, property: Term | undefined, kind: PropertyKind) => {
      if (property === undefined || !isIri(property) || builtInKind(property)) return;
      candidates.add(property);
      evidence.set(property, (evidence.get(property) ?? new Set()).add(kind));
    };

    for (const { subject, predicate, object } of this.graph.quads) {
      const evidence = this.evidence(subject, predicate, object);
      if (evidence)
        addEvidence({ strong, range: ranges, use: uses }[evidence.weight], evidence.property, evidence.kind);
      if (predicate === owl.inverseOf) addEvidence(strong, object, 'objectProperty');
      const chain = this.chainOf(subject, predicate, object);
      for (const item of chain ? this.chainItems(chain) : []) addEvidence(strong, item, 'objectProperty');
      if (predicate === rdf.type && isIri(object) && CANDIDATE_TYPES.has(object) && isIri(subject)) {
        candidates.add(subject);
      }
      if ((predicate === rdfs.domain || predicate === rdfs.range) && isIri(subject)) candidates.add(subject);
      if (predicate === owl.onProperty && isIri(object)) candidates.add(object);
      if (SAME_KIND.has(predicate) && isIri(subject) && isIri(object)) {
        pairs.push([subject, object]);
        candidates.add(subject);
        candidates.add(object);
      }
    }

    const decide = (evidence: Map<Iri, Set<PropertyKind>>) => {
      for (const property of candidates) {
        const kinds = evidence.get(property);
        if (kinds && !this.isDecided(property, evidence === strong)) {
          this.addKind(
            property,
            PROPERTY_KINDS.find((kind) => kinds.has(kind))!,
          );
        }
      }
    };
    decide(strong);
    decide(ranges);
    this.propagate(pairs);
    decide(uses);
    // owl:InverseFunctionalProperty is weak evidence: documents also declare keys with it that are data properties.
    for (const property of candidates) {
      if (this.isInverseFunctional(property) && !this.isDecided(property)) this.addKind(property, 'objectProperty');
    }
    this.propagate(pairs);
    for (const property of candidates) {
      if (isReserved(property) || this.isDecided(property)) continue;
      this.addKind(property, 'dataProperty');
      this.undecided.add(property);
    }
    for (const [iri, kinds] of this.kinds) {
      if (!kinds.has('objectProperty') || !kinds.has('dataProperty')) continue;
      const evidence = new Set([strong, ranges, uses].flatMap((source) => [...(source.get(iri) ?? [])]));
      const range = ranges.get(iri);
      // Axioms need one kind: that of the range or of all uses, else object property.
      const isData =
        (range?.has('dataProperty') && !range.has('objectProperty')) ||
        (!evidence.has('objectProperty') && (evidence.has('dataProperty') || this.isInverseFunctional(iri)));
      this.kinds.set(iri, this.sets.without(kinds, isData ? 'objectProperty' : 'dataProperty'));
      const hasEvidence = evidence.size > 0 || this.isInverseFunctional(iri);
      this.twoKinds.set(iri, !hasEvidence || evidence.has(isData ? 'objectProperty' : 'dataProperty'));
    }
  }

  private isInverseFunctional(property: Iri): boolean {
    return this.graph.hasType(property, owl.InverseFunctionalProperty);
  }

  /** True if the kind is decided. Strong evidence overrides only a declaration as annotation property. */
  private isDecided(property: Iri, strong = false): boolean {
    const kind = this.property(property);
    return kind !== undefined && !(strong && kind === 'annotationProperty');
  }

  /** Propagates decided kinds to undecided sub- and superproperties. */
  private propagate(pairs: readonly (readonly [Iri, Iri])[]): void {
    const neighbours = new Map<Iri, { readonly to: Iri; readonly up: boolean }[]>();
    const link = (from: Iri, to: Iri, up: boolean) => {
      const links = neighbours.get(from);
      if (links) links.push({ to, up });
      else neighbours.set(from, [{ to, up }]);
    };
    for (const [a, b] of pairs) {
      link(a, b, true);
      link(b, a, false);
    }
    const queue = [...neighbours.keys()].filter((iri) => this.isDecided(iri));
    for (const from of queue) {
      const kind = this.property(from)!;
      for (const { to, up } of neighbours.get(from) ?? []) {
        // A subproperty of an annotation property is one as well; a superproperty may have any kind.
        if (this.isDecided(to) || isReserved(to) || (up && kind === 'annotationProperty')) continue;
        this.addKind(to, kind);
        queue.push(to);
      }
    }
  }

  /** Returns the evidence of a statement for the kind of a property. */
  private evidence(
    subject: Iri,
    predicate: Iri,
    object: Term,
  ): { property: Term | undefined; kind: PropertyKind; weight: 'strong' | 'range' | 'use' } | undefined {
    switch (predicate) {
      case rdf.type:
        if (isIri(object) && OBJECT_CHARACTERISTICS.has(object)) {
          return { property: subject, kind: 'objectProperty', weight: 'strong' };
        }
        return undefined;
      case owl.inverseOf:
      case owl.propertyChainAxiom:
        return { property: subject, kind: 'objectProperty', weight: 'strong' };
      case owl.onClass:
      case owl.hasSelf:
        return { property: this.restricted(subject), kind: 'objectProperty', weight: 'strong' };
      case owl.onDataRange:
        return { property: this.restricted(subject), kind: 'dataProperty', weight: 'strong' };
      case owl.hasValue:
        return { property: this.restricted(subject), kind: valueKind(object), weight: 'strong' };
      case owl.someValuesFrom:
      case owl.allValuesFrom:
        return { property: this.restricted(subject), kind: this.fillerKind(object), weight: 'strong' };
      case owl.targetIndividual:
      case owl.targetValue:
        return {
          property: this.graph.matching(subject, owl.assertionProperty)[0]?.object,
          kind: predicate === owl.targetValue ? 'dataProperty' : 'objectProperty',
          weight: 'strong',
        };
      case rdfs.range:
        return { property: subject, kind: this.fillerKind(object), weight: 'range' };
      default:
        if (isReserved(predicate) || builtInKind(predicate)) return undefined;
        // A statement about the ontology or one of its terms is an annotation.
        return {
          property: predicate,
          kind: this.isTerm(subject) ? 'annotationProperty' : valueKind(object),
          weight: 'use',
        };
    }
  }

  /** Returns the property of a restriction. */
  private restricted(restriction: Iri): Term | undefined {
    return this.graph.matching(restriction, owl.onProperty)[0]?.object;
  }

  private fillerKind(filler: Term): PropertyKind {
    return this.isDataRange(filler) ? 'dataProperty' : 'objectProperty';
  }

  /** True if the subject is a class, a property, a datatype or the ontology. */
  private isTerm(subject: Iri): boolean {
    if (isBlank(subject)) {
      return this.graph.hasType(subject, owl.Axiom) || this.graph.hasType(subject, owl.Annotation);
    }
    const kinds = [...this.kindsOf(subject)];
    return (
      kinds.some((kind) => kind !== 'individual') ||
      this.graph
        .withSubject(subject)
        .some((quad) => TERM_STATEMENTS.has(quad.predicate) || quad.object === owl.Ontology)
    );
  }

  /** Returns the list of a property chain, also in the notations of OWL 1.1. */
  private chainOf(subject: Term, predicate: Iri, object: Term): Term | undefined {
    if (predicate === owl.propertyChainAxiom || predicate === owl.propertyChain) return object;
    return predicate === rdfs.subPropertyOf && isBlank(subject) ? subject : undefined;
  }

  private chainItems(list: Term): Term[] {
    const items: Term[] = [];
    const visited = new Set<Term>();
    for (let cell: Term | undefined = list; cell !== undefined && isBlank(cell) && !visited.has(cell);) {
      visited.add(cell);
      const first = this.graph.matching(cell, rdf.first)[0]?.object;
      if (first !== undefined) items.push(first);
      cell = this.graph.matching(cell, rdf.rest)[0]?.object;
    }
    return items;
  }
}

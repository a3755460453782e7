/** What kind of term each IRI is: as declared, and where a document does not declare it, as its use shows. */
import type { EntityKind, Iri, Position } from '../model';
import { isBlank, isIri, isLiteral } from '../quads';
import type { Quad, Term } from '../quads';
import { builtInKind, isReserved, owl, rdf, rdfs } from '../vocabulary';
import type { Graph } from './graph';

type PropertyKind = 'objectProperty' | 'dataProperty' | 'annotationProperty';

/** rdf:type objects that declare, with what they declare. RDFS' own words are read as OWL's. */
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

/** In the order in which a property that may be several is read. */
const PROPERTY_KINDS = ['objectProperty', 'dataProperty', 'annotationProperty'] as const;

/** rdf:type objects that say "a property" and no more. */
const SOME_PROPERTY: ReadonlySet<Iri> = new Set([rdf.Property, owl.FunctionalProperty, owl.DeprecatedProperty]);
const OBJECT_CHARACTERISTICS: ReadonlySet<Iri> = new Set([
  owl.ReflexiveProperty,
  owl.IrreflexiveProperty,
  owl.SymmetricProperty,
  owl.AsymmetricProperty,
  owl.TransitiveProperty,
]);
/** Statements between two properties of one kind. */
const SAME_KIND: ReadonlySet<Iri> = new Set([rdfs.subPropertyOf, owl.equivalentProperty, owl.propertyDisjointWith]);

/** Statements whose subject is a class or a property. */
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

export class Kinds {
  private readonly kinds = new Map<Iri, Set<EntityKind>>();
  /** First declaration of each declared term. */
  readonly declared = new Map<Iri, Position>();
  /** Properties whose kind nothing shows: read as data properties. */
  readonly undecided = new Set<Iri>();
  /** Properties that are declared as, or used as, both object and data property. */
  readonly twoKinds = new Set<Iri>();

  constructor(private readonly graph: Graph) {
    for (const quad of graph.quads) this.readDeclaration(quad);
    this.decideProperties();
  }

  of(iri: Iri): ReadonlySet<EntityKind> {
    const builtIn = builtInKind(iri);
    return (builtIn ? BUILT_IN_KINDS[builtIn] : this.kinds.get(iri)) ?? NO_KINDS;
  }

  is(iri: Iri, kind: EntityKind): boolean {
    return this.of(iri).has(kind);
  }

  /** Records that the term was read as this kind. */
  see(iri: Iri, kind: EntityKind): void {
    if (builtInKind(iri)) return;
    this.kinds.set(iri, (this.kinds.get(iri) ?? new Set()).add(kind));
  }

  /** Every term that has a kind and is not OWL's own. */
  terms(): Iterable<[Iri, ReadonlySet<EntityKind>]> {
    return this.kinds;
  }

  /** What a property is to a reader of axioms: object before data before annotation. */
  property(iri: Iri): PropertyKind | undefined {
    const kinds = this.of(iri);
    return PROPERTY_KINDS.find((kind) => kinds.has(kind));
  }

  /** Whether the term stands for a set of values rather than of individuals. */
  isDataRange(term: Term, depth = 20): boolean {
    if (isLiteral(term) || depth === 0) return false;
    if (isIri(term)) return this.is(term, 'datatype') && !this.is(term, 'class');
    if (this.graph.hasType(term, rdfs.Datatype) || this.graph.hasType(term, owl.DataRange)) return true;
    return this.graph.of(term).some((quad) => {
      if (quad.predicate === owl.onDatatype || quad.predicate === owl.datatypeComplementOf) return true;
      if (quad.predicate !== owl.oneOf && quad.predicate !== owl.unionOf && quad.predicate !== owl.intersectionOf) {
        return false;
      }
      const first = isLiteral(quad.object) ? undefined : this.graph.with(quad.object, rdf.first)[0]?.object;
      if (first === undefined) return false;
      return quad.predicate === owl.oneOf ? isLiteral(first) : this.isDataRange(first, depth - 1);
    });
  }

  private readDeclaration({ subject, predicate, object, position }: Quad): void {
    if (predicate !== rdf.type || !isIri(subject)) return;
    const kind = declarationKind(object);
    if (!kind) return;
    this.see(subject, kind);
    if (!this.declared.has(subject)) this.declared.set(subject, position);
  }

  /**
   * Gives a kind to each property that is not declared as an object or data property. Evidence in this order: what only
   * one kind can have (characteristics, inverses, chains, restrictions), its range, its sub- and superproperties, its
   * use in statements. A property that is none the wiser is a data property, since an edge cannot hold a value.
   */
  private decideProperties(): void {
    const strong = new Map<Iri, Set<PropertyKind>>();
    const ranges = new Map<Iri, Set<PropertyKind>>();
    const uses = new Map<Iri, Set<PropertyKind>>();
    const pairs: [Iri, Iri][] = [];
    /** In the order of the document. */
    const candidates = new Set<Iri>();
    const hint = (to: Map<Iri, Set<PropertyKind>>, property: Term | undefined, kind: PropertyKind) => {
      if (property === undefined || !isIri(property) || builtInKind(property)) return;
      candidates.add(property);
      to.set(property, (to.get(property) ?? new Set()).add(kind));
    };

    for (const { subject, predicate, object } of this.graph.quads) {
      const about = this.evidence(subject, predicate, object);
      if (about) {
        hint(about.weight === 'strong' ? strong : about.weight === 'range' ? ranges : uses, about.property, about.kind);
      }
      if (predicate === owl.inverseOf) hint(strong, object, 'objectProperty');
      if (predicate === owl.propertyChainAxiom) {
        for (const item of this.chainItems(object)) hint(strong, item, 'objectProperty');
      }
      if (predicate === rdf.type && isIri(object) && SOME_PROPERTY.has(object) && isIri(subject)) {
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

    const settle = (evidence: Map<Iri, Set<PropertyKind>>) => {
      for (const property of candidates) {
        const kinds = evidence.get(property);
        if (kinds && !this.isDecided(property, evidence === strong)) {
          this.see(
            property,
            PROPERTY_KINDS.find((kind) => kinds.has(kind))!,
          );
        }
      }
    };
    settle(strong);
    settle(ranges);
    this.spread(pairs);
    settle(uses);
    this.spread(pairs);
    for (const property of candidates) {
      if (isReserved(property) || this.isDecided(property)) continue;
      this.see(property, 'dataProperty');
      this.undecided.add(property);
    }
    for (const [iri, kinds] of this.kinds) {
      if (!kinds.has('objectProperty') || !kinds.has('dataProperty')) continue;
      this.twoKinds.add(iri);
      // One reading has to be chosen: the kind that its range shows, an object property otherwise.
      const range = ranges.get(iri);
      kinds.delete(range?.has('dataProperty') && !range.has('objectProperty') ? 'objectProperty' : 'dataProperty');
    }
  }

  /** `strong` evidence overrules the declaration as an annotation property only. */
  private isDecided(property: Iri, strong = false): boolean {
    const kind = this.property(property);
    return kind !== undefined && !(strong && kind === 'annotationProperty');
  }

  /** Hands the kinds that are known on to undecided sub- and superproperties. */
  private spread(pairs: readonly (readonly [Iri, Iri])[]): void {
    const neighbours = new Map<Iri, { readonly to: Iri; readonly up: boolean }[]>();
    const link = (from: Iri, to: Iri, up: boolean) => {
      const of = neighbours.get(from);
      if (of) of.push({ to, up });
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
        // What is below an annotation property is one; what is above one may be anything.
        if (this.isDecided(to) || isReserved(to) || (up && kind === 'annotationProperty')) continue;
        this.see(to, kind);
        queue.push(to);
      }
    }
  }

  /** What a statement tells of a property's kind. */
  private evidence(
    subject: Iri,
    predicate: Iri,
    object: Term,
  ): { property: Term | undefined; kind: PropertyKind; weight: 'strong' | 'range' | 'use' } | undefined {
    const restricted = () => this.graph.with(subject, owl.onProperty)[0]?.object;
    const valueKind = (): PropertyKind => (isLiteral(object) ? 'dataProperty' : 'objectProperty');
    const fillerKind = (): PropertyKind => (this.isDataRange(object) ? 'dataProperty' : 'objectProperty');
    switch (predicate) {
      case rdf.type:
        if (isIri(object) && OBJECT_CHARACTERISTICS.has(object)) {
          return { property: subject, kind: 'objectProperty', weight: 'strong' };
        }
        // Also written on data properties, as a key: weighs no more than a use.
        if (object === owl.InverseFunctionalProperty) {
          return { property: subject, kind: 'objectProperty', weight: 'use' };
        }
        return undefined;
      case owl.inverseOf:
      case owl.propertyChainAxiom:
        return { property: subject, kind: 'objectProperty', weight: 'strong' };
      case owl.onClass:
      case owl.hasSelf:
        return { property: restricted(), kind: 'objectProperty', weight: 'strong' };
      case owl.onDataRange:
        return { property: restricted(), kind: 'dataProperty', weight: 'strong' };
      case owl.hasValue:
        return { property: restricted(), kind: valueKind(), weight: 'strong' };
      case owl.someValuesFrom:
      case owl.allValuesFrom:
        return { property: restricted(), kind: fillerKind(), weight: 'strong' };
      case owl.targetIndividual:
      case owl.targetValue:
        return {
          property: this.graph.with(subject, owl.assertionProperty)[0]?.object,
          kind: predicate === owl.targetValue ? 'dataProperty' : 'objectProperty',
          weight: 'strong',
        };
      case rdfs.range:
        return { property: subject, kind: fillerKind(), weight: 'range' };
      default:
        if (isReserved(predicate) || builtInKind(predicate)) return undefined;
        // What is told of the ontology itself or of one of its terms is an annotation.
        return { property: predicate, kind: this.isTerm(subject) ? 'annotationProperty' : valueKind(), weight: 'use' };
    }
  }

  /** Whether the subject is a class, a property, a datatype or the ontology. */
  private isTerm(subject: Iri): boolean {
    if (isBlank(subject)) {
      return this.graph.hasType(subject, owl.Axiom) || this.graph.hasType(subject, owl.Annotation);
    }
    const kinds = [...this.of(subject)];
    return (
      kinds.some((kind) => kind !== 'individual') ||
      this.graph.of(subject).some((quad) => TERM_STATEMENTS.has(quad.predicate) || quad.object === owl.Ontology)
    );
  }

  private chainItems(list: Term): Term[] {
    const items: Term[] = [];
    const seen = new Set<Term>();
    for (let at: Term | undefined = list; at !== undefined && isBlank(at) && !seen.has(at);) {
      seen.add(at);
      const first = this.graph.with(at, rdf.first)[0]?.object;
      if (first !== undefined) items.push(first);
      at = this.graph.with(at, rdf.rest)[0]?.object;
    }
    return items;
  }
}

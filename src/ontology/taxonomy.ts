/**
 * What an ontology says of its classes and properties as a whole: hierarchies, disjointness, domains and ranges with
 * what OWL entails of them, and which properties belong to a class.
 */
import { BaseDatatypes } from './data-ranges';
import { Disjointness } from './disjointness';
import { Hierarchy } from './hierarchy';
import type { Iri, Ontology } from './model';
import { objectPropertyOrder, propertyKey as key } from './order';
import { PropertyUse } from './property-use';
import type { RlAxiom, RlOntology, RlProperty, RlSuper } from './rl';
import { owl } from './vocabulary';

/** Named classes, and whether a member is in all of them (OWL's reading) or in one of them (a union). */
export interface ClassNames {
  readonly classes: readonly Iri[];
  readonly union: boolean;
}

export class Taxonomy {
  readonly classes: Hierarchy;
  readonly dataProperties: Hierarchy;
  readonly disjointness: Disjointness;
  /** Over `p` and `^p`, its inverse: an inverse has a place in the hierarchy too. */
  private readonly objectExpressions: Hierarchy;
  /** Domains of `p`; those of `^p` are the ranges of p. */
  private readonly domainsOf = new Map<string, Set<Iri>>();
  private readonly functionalOf = new Set<string>();
  /** Those and all below them, once they are asked for. */
  private functional: ReadonlySet<string> | undefined;
  private inverseFunctionalData: ReadonlySet<string> | undefined;
  /** Property expression → classes whose members have at most one value. */
  private readonly atMostOneIn = new Map<string, Set<Iri>>();
  private readonly dataRangesOf = new Map<Iri, Iri[]>();
  private readonly use: PropertyUse;

  constructor(
    ontology: Ontology,
    readonly reduced: RlOntology,
  ) {
    const classEdges: (readonly [Iri, Iri])[] = [...reduced.inclusions];
    const objectEdges: [string, string][] = [];
    const dataEdges: [Iri, Iri][] = [];
    for (const axiom of reduced.axioms) this.read(axiom, classEdges, objectEdges, dataEdges);
    this.classes = new Hierarchy(reduced.classes, classEdges);
    this.objectExpressions = new Hierarchy(reduced.objectProperties, objectEdges);
    this.dataProperties = new Hierarchy(reduced.dataProperties, dataEdges);
    this.disjointness = new Disjointness(this.classes, reduced.axioms);
    this.use = new PropertyUse(ontology, this);
    const datatypes = new BaseDatatypes(ontology.axioms);
    for (const axiom of ontology.axioms) {
      if (axiom.kind === 'DataPropertyRange') {
        push(this.dataRangesOf, axiom.property, datatypes.of(axiom.range));
      }
    }
  }

  isObjectProperty(property: Iri): boolean {
    return this.reduced.objectProperties.has(property);
  }

  /** Superproperties of an object property, inverses among them. */
  superObjectProperties(property: Iri): RlProperty[] {
    return this.objectExpressions.ancestors(property).map(expression);
  }

  /** Named properties below a property, of its own kind. */
  subProperties(property: Iri): Iri[] {
    if (!this.isObjectProperty(property)) return this.dataProperties.descendants(property);
    return this.objectExpressions.descendants(property).filter((key) => !key.startsWith('^'));
  }

  /** Named inverses of an object property; a symmetric one is its own. */
  inverses(property: Iri): Iri[] {
    const inverses = this.objectExpressions.equivalents(property).filter((key) => key.startsWith('^'));
    return inverses.map((key) => key.slice(1)).sort();
  }

  /**
   * The named classes that whatever has the property is in: asserted of it or of a superproperty, or as the range of an
   * inverse. The most specific ones; where there are none, those of a union (`union` true); empty where nothing is said.
   */
  domain(property: Iri): ClassNames {
    return this.named(this.entailedDomain(property), () => this.use.unionDomain(property));
  }

  /** As domain, for the values of an object property. */
  range(property: Iri): ClassNames {
    return this.named(this.entailedDomain(`^${property}`), () => this.use.unionRange(property));
  }

  /** The datatypes that values of a data property are from: its own ranges', or else those of its superproperties. */
  datatypes(property: Iri): readonly Iri[] {
    const own = this.dataRangesOf.get(property);
    if (own && own.length > 0) return [...new Set(own)];
    return this.gathered(this.dataRangesOf, property);
  }

  /**
   * Whether a node has at most one value: the property or a superproperty is functional, or everything in the domain is
   * in a class whose members have at most one.
   */
  isFunctional(property: Iri): boolean {
    return this.hasAtMostOne(property);
  }

  /** Whether a value belongs to at most one node, as isFunctional. */
  isInverseFunctional(property: Iri): boolean {
    if (this.isObjectProperty(property)) return this.hasAtMostOne(`^${property}`);
    this.inverseFunctionalData ??= this.dataProperties.inheriting((upper) => this.functionalOf.has(`^${upper}`));
    return this.inverseFunctionalData.has(property);
  }

  /** Properties of a class: own ones and those of the classes above, sorted by IRI. See PropertyUse. */
  propertiesOf(iri: Iri): Iri[] {
    return this.use.propertiesOf(iri);
  }

  /** Those of them that belong to the class itself, or to an equivalent one, or to every class. */
  ownPropertiesOf(iri: Iri): Iri[] {
    return this.use.ownPropertiesOf(iri);
  }

  /** Properties that belong to every class, since nothing says to which they do. */
  get universalProperties(): ReadonlySet<Iri> {
    return this.use.universal;
  }

  private hasAtMostOne(key: string): boolean {
    this.functional ??= new Set(
      [this.dataProperties, this.objectExpressions].flatMap((order) => [
        ...order.inheriting((upper) => this.functionalOf.has(upper)),
      ]),
    );
    // An inverse that no axiom orders has no place in the hierarchy.
    if (this.functional.has(key) || this.functionalOf.has(key)) return true;
    const bounded = this.gathered(this.atMostOneIn, key);
    return bounded.length > 0 && this.classes.isAnyWithin(this.entailedDomain(key), bounded);
  }

  private entailedDomain(key: string): Iri[] {
    return this.gathered(this.domainsOf, key);
  }

  /** Statements about a property, and about those above it: its own first, then in the order of their names. Each once. */
  private gathered(said: ReadonlyMap<string, Iterable<Iri>>, key: string): Iri[] {
    if (said.size === 0) return [];
    const isData = this.reduced.dataProperties.has(key);
    const above: string[] = [];
    for (const upper of (isData ? this.dataProperties : this.objectExpressions).upFrom(key)) {
      if (upper !== key && said.has(upper)) above.push(upper);
    }
    return [...new Set([key, ...above.sort()].flatMap((upper) => [...(said.get(upper) ?? [])]))];
  }

  private named(classes: readonly Iri[], union: () => readonly Iri[]): ClassNames {
    if (classes.length > 0) return { classes: this.classes.mostSpecific(classes), union: false };
    const alternatives = union();
    return { classes: alternatives, union: alternatives.length > 1 };
  }

  private read(
    axiom: RlAxiom,
    classEdges: (readonly [Iri, Iri])[],
    objectEdges: [string, string][],
    dataEdges: [Iri, Iri][],
  ): void {
    for (const [lower, upper] of objectPropertyOrder(axiom)) objectEdges.push([key(lower), key(upper)]);
    switch (axiom.kind) {
      case 'SubClassOf':
        if (axiom.sub.kind !== 'Class') break;
        if (axiom.super.kind === 'Class') {
          if (axiom.super.iri !== owl.Nothing) classEdges.push([axiom.sub.iri, axiom.super.iri]);
        } else this.readMaximum(axiom.sub.iri, axiom.super);
        break;
      case 'SubDataPropertyOf':
        dataEdges.push([axiom.sub, axiom.super]);
        break;
      case 'ObjectPropertyDomain':
      case 'DataPropertyDomain':
        this.readDomain(axiom.property, axiom.domain);
        break;
      case 'ObjectPropertyRange':
        this.readDomain(`^${axiom.property}`, axiom.range);
        break;
      case 'FunctionalObjectProperty':
      case 'FunctionalDataProperty':
        this.functionalOf.add(axiom.property);
        break;
      case 'InverseFunctionalObjectProperty':
      case 'InverseFunctionalDataProperty':
        this.functionalOf.add(`^${axiom.property}`);
        break;
    }
  }

  private readDomain(of: string, domain: RlSuper): void {
    if (domain.kind === 'Class' && domain.iri !== owl.Nothing) add(this.domainsOf, of, domain.iri);
  }

  private readMaximum(cls: Iri, sup: RlSuper): void {
    if (sup.kind === 'ObjectMaxCardinality' && !sup.filler) add(this.atMostOneIn, key(sup.property), cls);
    if (sup.kind === 'DataMaxCardinality' && !sup.range) add(this.atMostOneIn, sup.property, cls);
  }
}

const expression = (text: string): RlProperty =>
  text.startsWith('^') ? { iri: text.slice(1), inverse: true } : { iri: text, inverse: false };

function add<T>(map: Map<string, Set<T>>, to: string, value: T): void {
  map.set(to, (map.get(to) ?? new Set()).add(value));
}

function push<T>(map: Map<string, T[]>, to: string, values: readonly T[]): void {
  map.set(to, [...(map.get(to) ?? []), ...values]);
}

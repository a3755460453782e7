/**
 * Taxonomy of an ontology: hierarchies of classes and properties, disjointness, entailed domains and ranges, properties
 * of classes.
 */
import { BaseDatatypes } from './data-ranges';
import { Disjointness } from './disjointness';
import { Hierarchy } from './hierarchy';
import type { Iri, Ontology } from './model';
import { objectPropertyOrder, propertyKey as key } from './order';
import { PropertyUse } from './property-use';
import type { RlAxiom, RlOntology, RlProperty, RlSuper } from './rl';
import { owl } from './vocabulary';

/** Named classes; members belong to all of them (OWL's reading) or, if `union` is true, to at least one. */
interface ClassNames {
  readonly classes: readonly Iri[];
  readonly union: boolean;
}

export class Taxonomy {
  readonly signature: Pick<RlOntology, 'classes' | 'objectProperties' | 'dataProperties'>;
  readonly classes: Hierarchy;
  readonly dataProperties: Hierarchy;
  readonly disjointness: Disjointness;
  /** Hierarchy of object properties `p` and inverses `^p`. */
  private readonly objectExpressions: Hierarchy;
  /** Domains by property key; the domains of `^p` are the ranges of `p`. */
  private readonly domainsOf = new Map<string, Set<Iri>>();
  /** Properties that an axiom declares functional; `^p` for inverse functional `p`. */
  private readonly declaredFunctional = new Set<string>();
  private readonly transitive = new Set<Iri>();
  /** `declaredFunctional` and all subproperties; computed at the first query. */
  private functional: ReadonlySet<string> | undefined;
  private inverseFunctionalData: ReadonlySet<string> | undefined;
  /** Property expression → classes whose members have at most one value. */
  private readonly atMostOneIn = new Map<string, Set<Iri>>();
  private readonly dataRangesOf = new Map<Iri, Iri[]>();
  private readonly propertyUse: PropertyUse;

  constructor(ontology: Ontology, reduced: RlOntology) {
    const { classes, objectProperties, dataProperties } = reduced;
    this.signature = { classes, objectProperties, dataProperties };
    const classEdges: (readonly [Iri, Iri])[] = [...reduced.inclusions];
    const objectEdges: [string, string][] = [];
    const dataEdges: [Iri, Iri][] = [];
    for (const axiom of reduced.axioms) this.read(axiom, classEdges, objectEdges, dataEdges);
    this.classes = new Hierarchy(reduced.classes, classEdges);
    this.objectExpressions = new Hierarchy(reduced.objectProperties, objectEdges);
    this.dataProperties = new Hierarchy(reduced.dataProperties, dataEdges);
    this.disjointness = new Disjointness(this.classes, reduced.axioms);
    this.propertyUse = new PropertyUse(ontology, this);
    const datatypes = new BaseDatatypes(ontology.axioms);
    for (const axiom of ontology.axioms) {
      if (axiom.kind === 'DataPropertyRange') {
        push(this.dataRangesOf, axiom.property, datatypes.datatypesOf(axiom.range));
      }
    }
  }

  /** True for the object properties of the ontology, and for those of equality, which it need not declare. */
  isObjectProperty(property: Iri): boolean {
    return this.signature.objectProperties.has(property) || property === owl.sameAs || property === owl.differentFrom;
  }

  /** Returns the superproperties of an object property, including inverses. */
  superObjectProperties(property: Iri): RlProperty[] {
    return this.objectExpressions.ancestors(property).map(expression);
  }

  /** Returns the named subproperties of an object or data property. */
  subProperties(property: Iri): Iri[] {
    if (!this.isObjectProperty(property)) return this.dataProperties.descendants(property);
    return this.objectExpressions.descendants(property).filter((key) => !key.startsWith('^'));
  }

  /** Returns the named inverses of an object property; a symmetric property is its own inverse. */
  inverses(property: Iri): Iri[] {
    const inverses = this.objectExpressions.equivalents(property).filter((key) => key.startsWith('^'));
    return inverses.map((key) => key.slice(1)).sort();
  }

  /**
   * Returns the most specific named classes of the domain: declared for the property or a superproperty, or as the
   * range of an inverse. Without such classes, returns those of a union (`union` is true); without any domain, none.
   */
  domain(property: Iri): ClassNames {
    return this.classNames(this.entailedDomain(property), () => this.propertyUse.unionDomain(property));
  }

  /** Like `domain`, for the values of an object property. */
  range(property: Iri): ClassNames {
    return this.classNames(this.entailedDomain(`^${property}`), () => this.propertyUse.unionRange(property));
  }

  /** Returns the classes for which no node can have the property (`conflict` of its domain), or be a value of it. */
  conflictOf(property: Iri): { readonly classes: readonly Iri[]; readonly ofValues: boolean } | undefined {
    const ofNodes = this.disjointness.conflict(this.entailedDomain(property));
    if (ofNodes) return { classes: ofNodes, ofValues: false };
    const ofValues = this.disjointness.conflict(this.entailedDomain(`^${property}`));
    return ofValues && { classes: ofValues, ofValues: true };
  }

  /** Returns the datatypes of a data property: those of its own ranges, else those of its superproperties. */
  datatypes(property: Iri): readonly Iri[] {
    const ownDatatypes = this.dataRangesOf.get(property);
    if (ownDatatypes && ownDatatypes.length > 0) return [...new Set(ownDatatypes)];
    return this.collect(this.dataRangesOf, property);
  }

  /**
   * True if a node has at most one value: the property or a superproperty is functional, or the domain is within a
   * class whose members have at most one value.
   */
  isFunctional(property: Iri): boolean {
    return this.hasAtMostOne(property);
  }

  /** True if a value belongs to at most one node; like isFunctional. */
  isInverseFunctional(property: Iri): boolean {
    if (this.isObjectProperty(property)) return this.hasAtMostOne(`^${property}`);
    this.inverseFunctionalData ??= this.dataProperties.inheriting((upper) => this.declaredFunctional.has(`^${upper}`));
    return this.inverseFunctionalData.has(property);
  }

  /** True if an axiom declares the property transitive. */
  isTransitive(property: Iri): boolean {
    return this.transitive.has(property);
  }

  /** Returns the properties of a class, including those of its superclasses. See PropertyUse. */
  propertiesOf(iri: Iri): ReadonlySet<Iri> {
    return this.propertyUse.propertiesOf(iri);
  }

  /**
   * Returns the properties of all classes, inherited ones included, without those of every class. Classes with the same
   * properties may share a set.
   *
   * @param limit maximum properties in all sets together
   * @returns undefined beyond the limit
   */
  assignedProperties(limit: number): ReadonlyMap<Iri, ReadonlySet<Iri>> | undefined {
    return this.propertyUse.assignedProperties(limit);
  }

  /** Returns the properties of the class itself and of equivalent classes, unordered. */
  assignedTo(iri: Iri): ReadonlySet<Iri> {
    return this.propertyUse.assignedTo(iri);
  }

  /** Returns the properties of the class itself, of equivalent classes and of all classes. */
  ownPropertiesOf(iri: Iri): Iri[] {
    return this.propertyUse.ownPropertiesOf(iri);
  }

  /** Properties that belong to every class, because the ontology assigns them to none. */
  get universalProperties(): ReadonlySet<Iri> {
    return this.propertyUse.universal;
  }

  private hasAtMostOne(key: string): boolean {
    this.functional ??= new Set(
      [this.dataProperties, this.objectExpressions].flatMap((order) => [
        ...order.inheriting((upper) => this.declaredFunctional.has(upper)),
      ]),
    );
    // Inverses without an order axiom are not in the hierarchy.
    if (this.functional.has(key) || this.declaredFunctional.has(key)) return true;
    const bounded = this.collect(this.atMostOneIn, key);
    return bounded.length > 0 && this.classes.isAnyWithin(this.entailedDomain(key), bounded);
  }

  private entailedDomain(key: string): Iri[] {
    return this.collect(this.domainsOf, key);
  }

  /** Collects the distinct entries for a property and its superproperties: its own first, then ordered by name. */
  private collect(entries: ReadonlyMap<string, Iterable<Iri>>, key: string): Iri[] {
    if (entries.size === 0) return [];
    const isData = this.signature.dataProperties.has(key);
    const above: string[] = [];
    for (const upper of (isData ? this.dataProperties : this.objectExpressions).upFrom(key)) {
      if (upper !== key && entries.has(upper)) above.push(upper);
    }
    return [...new Set([key, ...above.sort()].flatMap((upper) => [...(entries.get(upper) ?? [])]))];
  }

  private classNames(classes: readonly Iri[], union: () => readonly Iri[]): ClassNames {
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
        this.declaredFunctional.add(axiom.property);
        break;
      case 'InverseFunctionalObjectProperty':
      case 'InverseFunctionalDataProperty':
        this.declaredFunctional.add(`^${axiom.property}`);
        break;
      case 'TransitiveObjectProperty':
        this.transitive.add(axiom.property);
        break;
    }
  }

  private readDomain(property: string, domain: RlSuper): void {
    if (domain.kind === 'Class' && domain.iri !== owl.Nothing) add(this.domainsOf, property, domain.iri);
  }

  private readMaximum(cls: Iri, sup: RlSuper): void {
    if (sup.kind === 'ObjectMaxCardinality' && !sup.filler) add(this.atMostOneIn, key(sup.property), cls);
    if (sup.kind === 'DataMaxCardinality' && !sup.range) add(this.atMostOneIn, sup.property, cls);
  }
}

const expression = (text: string): RlProperty =>
  text.startsWith('^') ? { iri: text.slice(1), inverse: true } : { iri: text, inverse: false };

function add<T>(map: Map<string, Set<T>>, key: string, value: T): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

function push<T>(map: Map<string, T[]>, key: string, values: readonly T[]): void {
  map.set(key, [...(map.get(key) ?? []), ...values]);
}

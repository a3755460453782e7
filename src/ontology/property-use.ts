/**
 * Properties of classes, for types and introspection. A property belongs to the classes of its domain, even if the
 * domain is a union, and to classes that restrict it (`:Student ⊑ ∃:takesCourse.:Course`). A property without either
 * belongs to every class, because its domain in OWL is owl:Thing.
 */
import type { Hierarchy } from './hierarchy';
import type { ClassExpression, Iri, ObjectPropertyExpression, Ontology } from './model';
import type { RlOntology } from './rl';
import { owl } from './vocabulary';

/** Hierarchy of classes, and entailed domains. */
interface Domains {
  readonly classes: Hierarchy;
  readonly signature: Pick<RlOntology, 'objectProperties' | 'dataProperties'>;
  domain(property: Iri): { readonly classes: readonly Iri[] };
}

export class PropertyUse {
  private readonly universalProperties = new Set<Iri>();
  /** Class → its own properties. */
  private readonly ownProperties = new Map<Iri, Set<Iri>>();
  /** Property → classes that restrict it. */
  private readonly restrictingClasses = new Map<Iri, Set<Iri>>();
  private readonly unionDomains = new Map<Iri, Iri[]>();
  private readonly unionRanges = new Map<Iri, Iri[]>();
  private isInitialized = false;

  constructor(
    ontology: Ontology,
    private readonly taxonomy: Domains,
  ) {
    for (const axiom of ontology.axioms) {
      if (axiom.kind === 'SubClassOf') this.readRestrictions(axiom.sub, axiom.super);
      else if (axiom.kind === 'EquivalentClasses') {
        for (const one of axiom.classes) for (const other of axiom.classes) this.readRestrictions(one, other);
      } else if (axiom.kind === 'ObjectPropertyDomain') this.readUnion(axiom.property, axiom.domain, false);
      else if (axiom.kind === 'ObjectPropertyRange') this.readUnion(axiom.property, axiom.range, true);
      else if (axiom.kind === 'DataPropertyDomain') {
        this.readUnion({ kind: 'ObjectProperty', iri: axiom.property }, axiom.domain, false);
      }
    }
  }

  /** Returns the named classes of a domain that is a union; empty for other domains. */
  unionDomain(property: Iri): readonly Iri[] {
    return this.unionDomains.get(property) ?? [];
  }

  unionRange(property: Iri): readonly Iri[] {
    return this.unionRanges.get(property) ?? [];
  }

  propertiesOf(iri: Iri): ReadonlySet<Iri> {
    const properties = new Set(this.universal);
    for (const owner of this.taxonomy.classes.keysFrom(iri, this.ownProperties)) {
      for (const property of this.ownProperties.get(owner)!) properties.add(property);
    }
    return properties;
  }

  /** Returns the properties of all classes, without the universal ones: see Hierarchy.inherit. */
  assignedProperties(limit: number): ReadonlyMap<Iri, ReadonlySet<Iri>> | undefined {
    this.initialize();
    return this.taxonomy.classes.inherit((iri) => this.ownProperties.get(iri) ?? [], limit);
  }

  ownPropertiesOf(iri: Iri): Iri[] {
    return [...this.universal, ...this.assignedTo(iri)].sort();
  }

  /** Returns the properties of the class itself and of equivalent classes, without the universal ones. */
  assignedTo(iri: Iri): ReadonlySet<Iri> {
    this.initialize();
    const properties = new Set<Iri>();
    for (const equivalent of [iri, ...this.taxonomy.classes.equivalents(iri)]) {
      for (const property of this.ownProperties.get(equivalent) ?? []) properties.add(property);
    }
    return properties;
  }

  /** Properties of every class. */
  get universal(): ReadonlySet<Iri> {
    this.initialize();
    return this.universalProperties;
  }

  /** Runs at the first query: the taxonomy's constructor calls this one before the taxonomy is complete. */
  private initialize(): void {
    if (this.isInitialized) return;
    this.isInitialized = true;
    const { objectProperties, dataProperties } = this.taxonomy.signature;
    for (const property of [...objectProperties, ...dataProperties]) {
      const domain = this.taxonomy.domain(property).classes;
      const classes = new Set([...domain, ...(this.restrictingClasses.get(property) ?? [])]);
      if (classes.size === 0) this.universalProperties.add(property);
      for (const iri of classes) add(this.ownProperties, iri, property);
    }
  }

  private readRestrictions(sub: ClassExpression, sup: ClassExpression): void {
    if (sub.kind !== 'Class' || sub.iri === owl.Thing || sub === sup) return;
    if (sup.kind === 'IntersectionOf' || sup.kind === 'UnionOf') {
      for (const operand of sup.operands) this.readRestrictions(sub, operand);
      return;
    }
    if (!('onProperty' in sup) || ('cardinality' in sup && sup.cardinality === 0)) return;
    const { onProperty } = sup;
    if (typeof onProperty === 'string') add(this.restrictingClasses, onProperty, sub.iri);
    else if (onProperty.kind === 'ObjectProperty') add(this.restrictingClasses, onProperty.iri, sub.iri);
  }

  private readUnion(property: ObjectPropertyExpression, expression: ClassExpression, isRange: boolean): void {
    if (expression.kind !== 'UnionOf') return;
    const named = expression.operands.flatMap((operand) =>
      operand.kind === 'Class' && operand.iri !== owl.Thing && operand.iri !== owl.Nothing ? [operand.iri] : [],
    );
    const isInverse = property.kind === 'InverseOf';
    const iri = isInverse ? property.property : property.iri;
    const unions = isRange === isInverse ? this.unionDomains : this.unionRanges;
    if (!unions.has(iri)) unions.set(iri, [...new Set(named)]);
  }
}

function add(map: Map<Iri, Set<Iri>>, key: Iri, value: Iri): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}

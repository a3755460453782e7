/**
 * Which properties belong to which classes, for types and introspection. A property belongs to the classes of its
 * domain, be it a union, and to classes that restrict it (`:Student ⊑ ∃:takesCourse.:Course`). One of which none of
 * this is said belongs to every class, as OWL has it: its domain is owl:Thing.
 */
import type { ClassExpression, Iri, ObjectPropertyExpression, Ontology } from './model';
import type { Taxonomy } from './taxonomy';
import { owl } from './vocabulary';

export class PropertyUse {
  private readonly everywhere = new Set<Iri>();
  private readonly ofClass = new Map<Iri, Set<Iri>>();
  private readonly restrictedIn = new Map<Iri, Set<Iri>>();
  private readonly unionDomains = new Map<Iri, Iri[]>();
  private readonly unionRanges = new Map<Iri, Iri[]>();
  /** Class → its properties and those of the classes above; made when the taxonomy is complete. */
  private inherited: ReadonlyMap<Iri, ReadonlySet<Iri>> | undefined;

  constructor(
    ontology: Ontology,
    private readonly taxonomy: Taxonomy,
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

  /** The named classes of a union that is the domain; empty where there is none. */
  unionDomain(property: Iri): readonly Iri[] {
    return this.unionDomains.get(property) ?? [];
  }

  unionRange(property: Iri): readonly Iri[] {
    return this.unionRanges.get(property) ?? [];
  }

  propertiesOf(iri: Iri): Iri[] {
    this.settle();
    return [...new Set([...this.everywhere, ...(this.inherited!.get(iri) ?? [])])].sort();
  }

  ownPropertiesOf(iri: Iri): Iri[] {
    this.settle();
    const found = new Set(this.everywhere);
    for (const same of [iri, ...this.taxonomy.classes.equivalents(iri)]) {
      for (const property of this.ofClass.get(same) ?? []) found.add(property);
    }
    return [...found].sort();
  }

  /** Properties that belong to every class. */
  get universal(): ReadonlySet<Iri> {
    this.settle();
    return this.everywhere;
  }

  /** Once, when the taxonomy is complete. */
  private settle(): void {
    if (this.inherited) return;
    const { objectProperties, dataProperties } = this.taxonomy.reduced;
    for (const property of [...objectProperties, ...dataProperties]) {
      const classes = new Set([...this.taxonomy.domain(property).classes, ...(this.restrictedIn.get(property) ?? [])]);
      if (classes.size === 0) this.everywhere.add(property);
      for (const iri of classes) add(this.ofClass, iri, property);
    }
    this.inherited = this.taxonomy.classes.inherit((iri) => this.ofClass.get(iri) ?? []);
  }

  private readRestrictions(sub: ClassExpression, sup: ClassExpression): void {
    if (sub.kind !== 'Class' || sub.iri === owl.Thing || sub === sup) return;
    if (sup.kind === 'IntersectionOf' || sup.kind === 'UnionOf') {
      for (const operand of sup.operands) this.readRestrictions(sub, operand);
      return;
    }
    if (!('onProperty' in sup) || ('cardinality' in sup && sup.cardinality === 0)) return;
    const { onProperty } = sup;
    if (typeof onProperty === 'string') add(this.restrictedIn, onProperty, sub.iri);
    else if (onProperty.kind === 'ObjectProperty') add(this.restrictedIn, onProperty.iri, sub.iri);
  }

  private readUnion(property: ObjectPropertyExpression, expression: ClassExpression, isRange: boolean): void {
    if (expression.kind !== 'UnionOf') return;
    const named = expression.operands.flatMap((operand) =>
      operand.kind === 'Class' && operand.iri !== owl.Thing && operand.iri !== owl.Nothing ? [operand.iri] : [],
    );
    const isInverse = property.kind === 'InverseOf';
    const iri = isInverse ? property.property : property.iri;
    const to = isRange === isInverse ? this.unionDomains : this.unionRanges;
    if (!to.has(iri)) to.set(iri, [...new Set(named)]);
  }
}

function add(map: Map<Iri, Set<Iri>>, to: Iri, value: Iri): void {
  map.set(to, (map.get(to) ?? new Set()).add(value));
}

/** Data properties that need lists, languages or keys, by the axioms of the ontology. */
import { vocabulary } from '../ontology';
import type { Axiom, ClassExpression, Iri, LoadedOntology, Ontology } from '../ontology';

/**
 * Returns the data properties with a minimum, maximum or exact cardinality above 1 in a superclass expression, a domain
 * or a range.
 */
export function countedBeyondOne(ontology: Ontology): ReadonlySet<Iri> {
  const counted = new Set<Iri>();
  for (const axiom of ontology.axioms) {
    for (const expression of superclassesIn(axiom)) {
      visit(expression, (part) => {
        const isOfData = part.kind.startsWith('Data') && 'cardinality' in part;
        if (isOfData && part.cardinality > 1) counted.add(part.onProperty as Iri);
      });
    }
  }
  return counted;
}

function superclassesIn(axiom: Axiom): readonly ClassExpression[] {
  switch (axiom.kind) {
    case 'SubClassOf':
      return [axiom.super];
    case 'EquivalentClasses':
      return axiom.classes;
    case 'ObjectPropertyDomain':
    case 'DataPropertyDomain':
      return [axiom.domain];
    case 'ObjectPropertyRange':
      return [axiom.range];
    default:
      return [];
  }
}

/** Visits an expression and its parts. Recursion is bounded: the mapping limits nesting to 64. */
function visit(expression: ClassExpression, onPart: (part: ClassExpression) => void): void {
  onPart(expression);
  switch (expression.kind) {
    case 'IntersectionOf':
    case 'UnionOf':
      for (const operand of expression.operands) visit(operand, onPart);
      break;
    case 'ObjectAllValuesFrom':
    case 'ObjectSomeValuesFrom':
      visit(expression.filler, onPart);
      break;
  }
}

/** Returns the data properties with several asserted values for one individual in one language. */
export function multiValuedProperties(ontology: Ontology): ReadonlySet<Iri> {
  const multiValued = new Set<Iri>();
  /** Source, property and language → last value. */
  const values = new Map<string, string>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind !== 'DataPropertyAssertion') continue;
    const key = JSON.stringify([axiom.source, axiom.property, axiom.value.lang]);
    const value = JSON.stringify([axiom.value.value, axiom.value.datatype]);
    const other = values.get(key);
    if (other !== undefined && other !== value) multiValued.add(axiom.property);
    values.set(key, value);
  }
  return multiValued;
}

/**
 * Returns the data properties of which a class requires several values in one language, by itself or with its
 * superclasses.
 */
export function severallyRequired({
  reduced,
  taxonomy,
}: Pick<LoadedOntology, 'reduced' | 'taxonomy'>): ReadonlySet<Iri> {
  /** Property and language → class → required values. */
  const slots = new Map<string, { readonly property: Iri; readonly values: Map<Iri, Set<string>> }>();
  for (const { sub, super: sup } of reduced.axioms.filter((axiom) => axiom.kind === 'SubClassOf')) {
    if (sub.kind !== 'Class' || sup.kind !== 'DataHasValue') continue;
    const { property, value } = sup;
    const key = JSON.stringify([property, value.lang]);
    const slot = slots.get(key) ?? { property, values: new Map<Iri, Set<string>>() };
    slots.set(key, slot);
    slot.values.set(
      sub.iri,
      (slot.values.get(sub.iri) ?? new Set()).add(JSON.stringify([value.value, value.datatype])),
    );
  }
  const several = new Set<Iri>();
  for (const { property, values } of slots.values()) {
    if (!several.has(property) && meet(values, taxonomy)) several.add(property);
  }
  return several;
}

/** True if a class has two different values, its own or those of superclasses. */
function meet(values: ReadonlyMap<Iri, ReadonlySet<string>>, { classes }: LoadedOntology['taxonomy']): boolean {
  const known = new Map<Iri, string>();
  for (const [iri, [value, another]] of values) {
    if (another !== undefined) return true;
    for (const lower of classes.downFrom(iri)) {
      const other = known.get(lower);
      if (other !== undefined && other !== value) return true;
      known.set(lower, value!);
    }
  }
  return false;
}

/**
 * Returns the data properties with an asserted or required value in a language, and their superproperties, which have
 * the same values.
 */
export function taggedProperties({
  ontology,
  taxonomy,
}: Pick<LoadedOntology, 'ontology' | 'taxonomy'>): ReadonlySet<Iri> {
  const tagged = new Set<Iri>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind === 'DataPropertyAssertion' && axiom.value.lang !== undefined) tagged.add(axiom.property);
  }
  for (const axiom of ontology.axioms) {
    const conditions = axiom.kind === 'SubClassOf' ? [axiom.sub] : [];
    for (const expression of [...superclassesIn(axiom), ...conditions]) {
      visit(expression, (part) => {
        if (part.kind === 'DataHasValue' && part.value.lang !== undefined) tagged.add(part.onProperty);
      });
    }
  }
  for (const iri of [...tagged]) for (const above of taxonomy.dataProperties.ancestors(iri)) tagged.add(above);
  return tagged;
}

/** Returns the data properties in keys (owl:hasKey): the gateway looks up nodes by their values. */
export function keyProperties(ontology: Ontology): ReadonlySet<Iri> {
  const keys = new Set<Iri>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind !== 'HasKey') continue;
    if (axiom.class.kind === 'Class' && axiom.class.iri === vocabulary.owl.Nothing) continue;
    for (const property of axiom.dataProperties) keys.add(property);
  }
  return keys;
}

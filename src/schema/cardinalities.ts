/** Data properties that need lists, languages or keys, by the axioms of the ontology. */
import { vocabulary } from '../ontology';
import type { ClassExpression, Iri, LoadedOntology, Ontology } from '../ontology';

/**
 * Returns the data properties with a minimum, maximum or exact cardinality above 1 in a superclass expression, a domain
 * or a range.
 */
export function countedBeyondOne(ontology: Ontology): ReadonlySet<Iri> {
  const counted = new Set<Iri>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind === 'SubClassOf') collect(axiom.super, counted);
    else if (axiom.kind === 'EquivalentClasses') for (const expression of axiom.classes) collect(expression, counted);
    else if (axiom.kind === 'ObjectPropertyDomain' || axiom.kind === 'DataPropertyDomain') {
      collect(axiom.domain, counted);
    } else if (axiom.kind === 'ObjectPropertyRange') collect(axiom.range, counted);
  }
  return counted;
}

/** Collects counted data properties. Recursion is bounded: the mapping limits nesting to 64. */
function collect(expression: ClassExpression, into: Set<Iri>): void {
  switch (expression.kind) {
    case 'IntersectionOf':
    case 'UnionOf':
      for (const operand of expression.operands) collect(operand, into);
      break;
    case 'ObjectAllValuesFrom':
    case 'ObjectSomeValuesFrom':
      collect(expression.filler, into);
      break;
    case 'DataMinCardinality':
    case 'DataMaxCardinality':
    case 'DataExactCardinality':
      if (expression.cardinality > 1) into.add(expression.onProperty);
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
 * Returns the data properties with an asserted value in a language, and their superproperties, which have the same
 * values.
 */
export function taggedProperties({
  ontology,
  taxonomy,
}: Pick<LoadedOntology, 'ontology' | 'taxonomy'>): ReadonlySet<Iri> {
  const tagged = new Set<Iri>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind === 'DataPropertyAssertion' && axiom.value.lang !== undefined) tagged.add(axiom.property);
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
